/**
 * What decisions about money need to know of a principal, read under its row lock. Amounts are stamps.
 * Source: contract §7 (Limits), settlement.md §4 (the discount).
 */
export interface PrincipalFacts {
  readonly principalId: string;
  readonly displayName?: string;
  readonly maxOpenTrades: number;
  readonly bondLimitStamps: bigint;
  readonly dailySpendLimitStamps: bigint;
  readonly ticketStamps: bigint;
  readonly bondAvailableStamps: bigint;
  /** Trades that are not terminal. */
  readonly openTrades: number;
  /** Bond reserved in trades that are not terminal. */
  readonly openBondStamps: bigint;
  /** What left its tickets for escrow and fees since 00:00 UTC of the database clock. */
  readonly spentTodayStamps: bigint;
  /** Settlements with itself at fault and `settled_at` in (now − 180 days, now]. */
  readonly faults180Days: number;
}

/** Who calls: the principal acted for, and `X-Agent-Id` as it was sent (UUID or key). */
export interface CallerFacts {
  readonly principalId: string;
  readonly agentText: string | undefined;
}
