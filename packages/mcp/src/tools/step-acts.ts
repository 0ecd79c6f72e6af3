import { ToolError } from '../errors';
import { readTrade } from '../reads';
import { ownAgent } from '../service';
import type { Answer, Call } from '../tool';
import { ACTION_FIELDS } from '../views/actions';
import { itemsOf } from '../views/items';
import { type Step, type Trade, TRADE_FIELDS, viewTrade } from '../views/trade';

/** Mutations of one trade whose payload has the trade. */
type Operation = 'publishDeliveryContract' | 'submitCheckpoint' | 'fileRebuttal' | 'withdrawFromTrade';

/** A trade that a tool acts on, as its caller sees it. */
export interface OwnTrade {
  readonly trade: Trade;
  readonly principalKey: string;
}

/** Finds a step. @throws ToolError if there is none */
export function stepOf({ steps, tradeKey }: Trade, stepNo: number): Step {
  const step = steps.find((one) => one.stepNo === stepNo);
  if (step) return step;
  throw new ToolError('invalid_arguments', `${tradeKey} has no step ${stepNo}. ats_trade lists its steps.`);
}

/** The id of the item with a number. The order of the items of a step never changes. */
export function itemIdOf(step: Step, item: number): string {
  const itemId = itemsOf(step)[item - 1]?.itemId;
  if (itemId !== undefined) return itemId;
  throw new ToolError('invalid_arguments', `Step ${step.stepNo} has no item ${item}. ats_trade numbers its items.`);
}

export const readOwnTrade = (tradeKey: string, call: Call): Promise<OwnTrade> => readTrade(tradeKey, call);

/** Runs a mutation of a trade as the agent that takes part in it, and returns the trade. */
export async function actOn(own: OwnTrade, operation: Operation, input: object, call: Call): Promise<Answer> {
  const { trade, principalKey } = own;
  const type = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) { ${operation}(input: $input) { trade { ...T } } } ${TRADE_FIELDS} ${ACTION_FIELDS}`;
  const variables = { input: { tradeKey: trade.tradeKey, ...input } };
  const agentKey = ownAgent(trade.participants, principalKey);
  const data = await call.service.mutate<Record<string, { trade: Trade }>>(document, variables, { ...call, agentKey });
  const after = data[operation]?.trade ?? trade;
  return { intentId: call.intentId, ...viewTrade(after, principalKey, call.texts) };
}
