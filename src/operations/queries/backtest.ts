import { compare, BacktestResult } from '../../domain/trades/backtest';
import type { Policy } from '../../domain/trades/policy-types';
import { settlementEvidence } from '../../database/repositories/settlement-evidence';
import type { Db } from '../../database/transactions/statement';

export interface Period {
  readonly since: Date;
  readonly until: Date;
}

function compareOrSkip(evidence: string, candidate: Policy): ReturnType<typeof compare> {
  try {
    return compare(evidence, candidate);
  } catch {
    // The audit reports invalid evidence; the backtest counts it and continues.
    return 'invalid';
  }
}

/** Settles the stored evidence of the period again under the candidate. It writes nothing. */
export async function backtest(db: Db, candidate: Policy, { since, until }: Period): Promise<BacktestResult> {
  const result = new BacktestResult();
  for await (const evidence of settlementEvidence(db, since, until)) result.add(compareOrSkip(evidence, candidate));
  return result;
}
