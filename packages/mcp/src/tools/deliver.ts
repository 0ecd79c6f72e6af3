import { z } from 'zod';
import { ToolError } from '../errors';
import { defineTool, intent, ITEM, itemNo, stepNo, tradeKey } from '../tool';
import type { Step } from '../views/trade';
import { actOn, itemIdOf, readOwnTrade, stepOf } from './step-acts';
import { tradeOutput } from './trade';

const item = z.strictObject({
  item: itemNo.optional().describe(ITEM),
  description: z.string().optional(),
  weight: z.int().min(1).max(1000).optional().describe('Of a new item'),
  artifactUri: z.string().optional(),
  artifactSha256: z.string().optional().describe('In hex'),
  note: z.string().optional(),
});
type Item = z.infer<typeof item>;

/** The items of the contract. If the terms list items, each one is named by its number; else new ones are numbered. */
function contractItems(step: Step, items: readonly Item[]): object[] {
  if (step.items.length > 0) {
    return items.map(({ item, description, weight, ...rest }) => {
      if (item !== undefined && description === undefined && weight === undefined) {
        return { itemId: itemIdOf(step, item), ...rest };
      }
      throw new ToolError(
        'invalid_arguments',
        'The terms list the items: name each by `item`, without description and weight.',
      );
    });
  }
  return items.map(({ item: _item, ...rest }, index) => ({ itemId: String(index + 1), ...rest }));
}

export const deliver = defineTool({
  name: 'ats_deliver',
  description:
    'Provider: publishes the delivery contract of the active step, with links to what you deliver. If the terms list items, name each by `item`. If not, give each a description and a weight, but they count once each. The consumer then checks it. After deadlineAt you are at fault.',
  input: z.strictObject({
    tradeKey,
    stepNo,
    summary: z.string(),
    items: z.array(item).min(1),
    ...intent,
  }),
  output: tradeOutput,
  effect: 'write',
  async run({ tradeKey, stepNo, summary, items }, call) {
    const own = await readOwnTrade(tradeKey, call);
    const contract = { stepNo, summary, items: contractItems(stepOf(own.trade, stepNo), items) };
    return actOn(own, 'publishDeliveryContract', contract, call);
  },
});
