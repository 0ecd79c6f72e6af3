import type { FailureClass } from '../types';

/** Figures of the settled trades of a principal in which every participant had a bond. */
export interface ReputationRow {
  readonly principalId: string;
  readonly settledTrades: number;
  /** Distinct owners of the other participants. */
  readonly counterparties: number;
  readonly f1: number;
  readonly f2: number;
  readonly f3: number;
  readonly f4: number;
  readonly f5: number;
  readonly disputesRaised: number;
  readonly disputesWon: number;
  readonly disputesLost: number;
  readonly disputesUnruled: number;
  readonly feesPaidStamps: bigint;
  readonly firstTradeAt: Date;
}

/** The number of settled trades that ended by a fault of the principal, for one class. */
export interface FaultCount {
  readonly failureClass: FailureClass;
  readonly count: number;
}

export interface DisputeCounts {
  readonly raised: number;
  readonly won: number;
  readonly lost: number;
  readonly unruled: number;
}

export interface Reputation {
  readonly settledTrades: number;
  readonly counterparties: number;
  readonly faults: readonly FaultCount[];
  readonly disputes: DisputeCounts;
  readonly feesPaidStamps: bigint;
  readonly firstTradeAt: Date | null;
}

const NO_DISPUTES: DisputeCounts = { raised: 0, won: 0, lost: 0, unruled: 0 };

/** Returns the public record of a principal. Without a row it has settled no bonded trade. */
export function reputationOf(row: ReputationRow | undefined): Reputation {
  if (!row) {
    const none = { settledTrades: 0, counterparties: 0, feesPaidStamps: 0n, firstTradeAt: null };
    return { ...none, faults: [], disputes: NO_DISPUTES };
  }
  const { settledTrades, counterparties, feesPaidStamps, firstTradeAt } = row;
  const counts: FaultCount[] = [
    { failureClass: 'F1', count: row.f1 },
    { failureClass: 'F2', count: row.f2 },
    { failureClass: 'F3', count: row.f3 },
    { failureClass: 'F4', count: row.f4 },
    { failureClass: 'F5', count: row.f5 },
  ];
  const disputes = {
    raised: row.disputesRaised,
    won: row.disputesWon,
    lost: row.disputesLost,
    unruled: row.disputesUnruled,
  };
  const faults = counts.filter(({ count }) => count > 0);
  return { settledTrades, counterparties, faults, disputes, feesPaidStamps, firstTradeAt };
}
