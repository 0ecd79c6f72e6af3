import { assertFound } from '../service';
import type { Call } from '../tool';
import type { EventType } from '../views/event';
import { SETTLED } from '../views/trade';

/** The ends of trades, which end a wait for events of one trade. */

/** The events that end a trade. No event of the trade follows. */
export const END_TYPES = ['TRADE_COMPLETED', 'TRADE_FAILED'] as const satisfies readonly EventType[];
type EndType = (typeof END_TYPES)[number];

const END = `query ($key: ID!, $filter: EventFilter) { principal {
  trade(tradeKey: $key) { tradeKey } events(first: 1, filter: $filter) { nodes { type } } } }`;

/** The members of an answer about a trade that has ended. */
interface Ended {
  readonly endedWith?: EndType;
  readonly nextStep?: string;
}

/**
 * Reads the event with which a trade has ended. Undefined if there is none.
 *
 * The event can be read a moment after the settlement. Until then a wait for it goes on.
 * @throws ToolError if there is no such trade
 */
export async function readEnd(key: string, { service, signal }: Call): Promise<EndType | undefined> {
  type Data = { principal: { trade: object | null; events: { nodes: { type: string }[] } } };
  const filter = { types: END_TYPES, tradeKey: key };
  const { principal } = await service.read<Data>(END, { key, filter }, signal);
  assertFound(principal.trade, 'trade');
  return findEnd(principal.events.nodes);
}

/** The event that ends a trade, among events of this trade. */
export function findEnd(events: readonly { readonly type: string }[]): EndType | undefined {
  return END_TYPES.find((end) => events.some(({ type }) => type === end));
}

/** Says that the trade has ended. */
export function viewEnded(endedWith: EndType | undefined): Ended {
  if (endedWith === undefined) return {};
  return { endedWith, nextStep: `No event of this trade follows. ${SETTLED}` };
}
