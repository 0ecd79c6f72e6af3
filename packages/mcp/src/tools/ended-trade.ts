import { assertFound } from '../service';
import type { Call } from '../tool';
import type { EventType } from '../views/event';
import { SETTLED } from '../views/trade';

/** The ends of trades, which end a wait for events of one trade. */

/** The events that end a trade. No event of the trade follows. */
export const END_TYPES = ['TRADE_COMPLETED', 'TRADE_FAILED'] as const satisfies readonly EventType[];
type EndType = (typeof END_TYPES)[number];

const SETTLEMENT = `query ($key: ID!) { principal { trade(tradeKey: $key) { settlement { outcome } } } }`;

/** The members of an answer about a trade that has ended. */
interface Ended {
  readonly endedWith?: EndType;
  readonly nextStep?: string;
}

/** Reads with which event a trade has ended; undefined if it is open. @throws ToolError if there is no such trade */
export async function readEnd(key: string, { service, signal }: Call): Promise<EndType | undefined> {
  type Data = { principal: { trade: { settlement: { outcome: string } | null } | null } };
  const { principal } = await service.read<Data>(SETTLEMENT, { key }, signal);
  const { settlement } = assertFound(principal.trade, 'trade');
  if (settlement === null) return undefined;
  return settlement.outcome === 'COMPLETED' ? 'TRADE_COMPLETED' : 'TRADE_FAILED';
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
