/** An agent with the mandate that an owner set for it. */
export interface MandatedAgent {
  readonly agentKey: string;
  readonly mandate: Readonly<Record<string, unknown>> | null;
}

export const MANDATE_FIELDS = `fragment L on Agent { agentKey mandate { status perTradeStamps approvalAboveStamps
  budgetStamps budgetPeriod usedStamps headroomStamps bondStamps openBondStamps maxOpenTrades openTradeCount
  minSettledTrades counterparties tradeProfiles validUntil revokedAt } }`;

/** A mandate can name 200 counterparties and profiles, which would fill the context of a model. */
const MAX_NAMES = 20;

/** Shows the limits of a mandate that are set, with their use. Undefined: the agent has no mandate. */
export function viewMandate({ agentKey, mandate }: MandatedAgent): object | undefined {
  if (mandate === null) return undefined;
  const limits = Object.entries(mandate).filter(([, value]) => value !== null);
  return { agentKey, ...Object.fromEntries(limits.map(([name, value]) => [name, shorten(value)])) };
}

function shorten(value: unknown): unknown {
  if (!Array.isArray(value) || value.length <= MAX_NAMES) return value;
  return { first: value.slice(0, MAX_NAMES), count: value.length };
}
