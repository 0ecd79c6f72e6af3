import { z } from 'zod';
import { defineTool, intent, ITEM, itemNo, stepNo, tradeKey } from '../tool';
import { actOn, itemIdOf, readOwnTrade, stepOf } from './step-acts';
import { actOutput } from './trade';

const evidence = z.strictObject({
  item: itemNo.optional().describe(ITEM),
  uri: z.string(),
  note: z.string().optional(),
  sha256: z.string().optional().describe('In hex'),
});

export const rebut = defineTool({
  name: 'ats_rebut',
  description:
    'Provider: answers a FAILED checkpoint with a statement and evidence, before deadlineAt. A step takes one rebuttal, also before the check: wait until ats_trade shows FAILED. Then an operator may rule. Without it the delivery counts as failed, and you lose bond.',
  input: z.strictObject({
    tradeKey,
    stepNo,
    statement: z.string(),
    evidence: z.array(evidence).optional(),
    ...intent,
  }),
  output: actOutput,
  effect: 'write',
  async run({ tradeKey, stepNo, statement, evidence }, call) {
    const own = await readOwnTrade(tradeKey, call);
    const step = stepOf(own.trade, stepNo);
    const links = evidence?.map(({ item, ...rest }) => ({
      ...(item !== undefined && { itemId: itemIdOf(step, item) }),
      ...rest,
    }));
    return actOn(own, 'fileRebuttal', { stepNo, statement, ...(links && { evidence: links }) }, call);
  },
});
