import { Refusal } from '../errors/errors';
import { noSpendRemedies, OTHERS_BALANCE, OTHERS_SPEND_LIMIT } from '../errors/state';
import { keyOf } from '../keys';
import { nextMidnight } from '../time';

/** A principal as decisions about stamps need it, read under its row lock. */
export interface PrincipalData {
  readonly principalId: string;
  readonly displayName?: string;
  readonly maxOpenTrades: number;
  readonly bondLimitStamps: bigint;
  readonly dailySpendLimitStamps: bigint;
  readonly ticketStamps: bigint;
  readonly bondAvailableStamps: bigint;
  /** Number of trades that are not terminal. */
  readonly openTrades: number;
  /** Bonds in trades that are not terminal. */
  readonly openBondStamps: bigint;
  /** Stamps for escrow and fees since 00:00 UTC of the database clock. */
  readonly spentTodayStamps: bigint;
  /** Settlements of the last 180 days with this principal at fault. They remove the first-fault discount. */
  readonly faults180Days: number;
}

/** The caller of a trade operation. */
export interface CallerData {
  readonly principalId: string;
  /** `X-Agent-Id` as received: a UUID or a key. */
  readonly agentText: string | undefined;
  /** The only agent that the caller's credential acts for; undefined: any agent of the principal. */
  readonly boundAgentId?: string | undefined;
}

/** The call for which a principal spends stamps. */
export interface Spending {
  readonly now: Date;
  /** Whether the principal is the caller: only then does the error show its amounts, and advise to buy tickets. */
  readonly isCaller: boolean;
  /** From when on the call is refused. Null: no such time is known. */
  readonly closesAt: Date | null;
}

/**
 * Checks the daily spend limit and the ticket balance of a principal.
 *
 * @throws Refusal 409 `principal_daily_spend_limit_exceeded`, 402 `wallet_insufficient_balance`
 */
export function assertCanSpend(principal: PrincipalData, cost: bigint, spending: Spending): void {
  const { isCaller } = spending;
  const principal_key = keyOf('prn', principal.principalId);
  if (principal.spentTodayStamps + cost > principal.dailySpendLimitStamps) {
    throw aboveDailyLimit(principal, cost, spending);
  }
  if (principal.ticketStamps < cost) {
    if (!isCaller) throw new Refusal('wallet_insufficient_balance', undefined, { principal_key }, OTHERS_BALANCE);
    const { ticketStamps } = principal;
    const detail = `Your ticket balance is ${String(ticketStamps)} stamps, and the call costs ${String(cost)}. It moved no stamps.`;
    throw new Refusal('wallet_insufficient_balance', detail, { required_stamps: cost, available_stamps: ticketStamps });
  }
}

/** The limit of another participant is confidential, so the advice to others depends on nothing. */
function aboveDailyLimit(principal: PrincipalData, cost: bigint, { now, isCaller, closesAt }: Spending): Refusal {
  const { principalId, dailySpendLimitStamps } = principal;
  const members = { limit: 'daily_spend_limit_stamps', principal_key: keyOf('prn', principalId) };
  const refusal = (remedy: string | undefined, availableAt: Date | null = null): Refusal =>
    new Refusal('principal_daily_spend_limit_exceeded', undefined, members, remedy, availableAt);
  if (!isCaller) return refusal(OTHERS_SPEND_LIMIT);
  if (cost > dailySpendLimitStamps) return refusal(noSpendRemedies.aboveLimit);
  const midnight = nextMidnight(now);
  return closesAt !== null && closesAt <= midnight
    ? refusal(noSpendRemedies.closesBefore)
    : refusal(undefined, midnight);
}
