import { compare, BacktestResult } from '../../domain/trades/backtest';
import { invalidMember } from '../../domain/errors/errors';
import { policies, policyOf } from '../../domain/trades/policy';
import type { Policy } from '../../domain/trades/policy-types';
import { Validator } from '../../domain/validator';
import { countSettlements, settlementEvidence } from '../../database/repositories/settlement-evidence';
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

/** Settlements between two pauses. They take at most 4 ms. */
const SLICE = 5;

/**
 * Settles the stored evidence of the period again under the candidate. It writes nothing.
 * @param pause called after every few settlements, so that a process can serve other requests
 */
export async function backtest(
  db: Db,
  candidate: Policy,
  { since, until }: Period,
  pause?: () => Promise<void>,
): Promise<BacktestResult> {
  const result = new BacktestResult();
  for await (const evidence of settlementEvidence(db, since, until)) {
    result.add(compareOrSkip(evidence, candidate));
    if (result.settlements % SLICE === 0) await pause?.();
  }
  return result;
}

/** Settlements in one request. `ats policy backtest` has no limit. */
export const MAX_BACKTEST_SETTLEMENTS = 1_000;

export interface BacktestInput extends Period {
  readonly policyVersion: string;
}

const USE_CLI = 'Choose a shorter period, or run `npx ats policy backtest`, which has no limit.';

/**
 * Runs a backtest that is small enough for a request.
 * @throws Refusal 400 `validation_failed` for an unknown policy, an empty period, or too many settlements
 */
export async function requestBacktest(
  db: Db,
  input: BacktestInput,
  pause: () => Promise<void>,
): Promise<BacktestResult> {
  const { policyVersion, since, until } = input;
  const check = new Validator();
  const versions = Object.keys(policies);
  check.that(versions.includes(policyVersion), '/policy_version', `must be one of ${versions.join(', ')}`);
  check.that(since < until, '/until', 'must be after `since`');
  check.done();
  if ((await countSettlements(db, since, until, MAX_BACKTEST_SETTLEMENTS + 1)) > MAX_BACKTEST_SETTLEMENTS) {
    const detail = `is too late: the period has more than ${MAX_BACKTEST_SETTLEMENTS.toLocaleString('en')} settlements`;
    throw invalidMember('/until', detail).withRemedy(USE_CLI);
  }
  return backtest(db, policyOf(policyVersion), input, pause);
}
