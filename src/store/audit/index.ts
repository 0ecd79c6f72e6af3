import { assert } from '../../domain/errors';
import type { Db } from '../db';
import { balanceIsLastEntry, chainUnbroken, sumIsZero } from './chain';
import type { Check, Finding } from './check';
import { clearedIsCredited, creditedOnce } from './purchases';
import { everySideOnce, journalsAsHashed, replayIsBalances } from './replay';
import { settlementsRecomputed, tradeJournals } from './settlements';
import { everyPartyTold, oneSettlement, tradeAccounts } from './trades';

export type { Check, Finding } from './check';

/** Every proof of ledger.md §4, in its order. */
export const checks: readonly Check[] = [
  sumIsZero,
  balanceIsLastEntry,
  chainUnbroken,
  replayIsBalances,
  everySideOnce,
  journalsAsHashed,
  tradeAccounts,
  settlementsRecomputed,
  tradeJournals,
  clearedIsCredited,
  creditedOnce,
  oneSettlement,
  everyPartyTold,
];

/** Those whose break stops the ledger (ledger.md §4). */
export const stopping: readonly Check[] = [sumIsZero, tradeAccounts];

/** What one check found. */
export interface Outcome {
  readonly check: Pick<Check, 'id' | 'title'>;
  readonly findings: readonly Finding[];
  /** Why it could not be made; absent when it was. */
  readonly skipped?: string;
}

/**
 * Runs checks over one snapshot; answers what each found. `connection` is one connection with no transaction open; a
 * pool would compare one moment's balances with another's postings, and is refused.
 */
export async function outcomes(connection: Db, which: readonly Check[] = checks): Promise<Outcome[]> {
  // It reads everything, and takes its time: the application's connections are made for short, keyed reads.
  await connection.query({
    text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL enable_seqscan = on; SET LOCAL statement_timeout = 0',
  });
  try {
    const found: Outcome[] = [];
    for (const check of which) {
      const [mode] = await connection.query<{ isolation: string; readonly: string }>({
        text: `SELECT current_setting('transaction_isolation') AS isolation, current_setting('transaction_read_only') AS readonly`,
      });
      assert(mode?.isolation === 'repeatable read' && mode.readonly === 'on', 'an audit reads one snapshot');
      found.push({ check, findings: await check.run(connection) });
    }
    return found;
  } finally {
    await connection.query({ text: 'ROLLBACK' });
  }
}

/** Everything found, nothing in health; see `outcomes`. */
export async function audit(connection: Db, which: readonly Check[] = checks): Promise<Finding[]> {
  return (await outcomes(connection, which)).flatMap(({ findings }) => findings);
}
