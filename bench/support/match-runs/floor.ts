import { newUuidV7 } from '../../../src/adapters/ids';
import { keyOf } from '../../../src/domain/keys';
import type { Listing } from '../../../src/domain/types';
import type { MutationContext, Services } from '../../../src/operations/context';
import { runMatch } from '../../../src/operations/commands/match-run';
import { readSettings } from '../../../src/settings/settings';
import type { Statement } from '../../../src/database/transactions/statement';
import type { Database, Tx } from '../../../src/database/transactions/database';
import { inMutationFrame } from '../floors';
import type { Party } from '../market';
import { COUNT } from './plans';

/** Floor of a match run: the statements of a run, sent from Node without the service. */

class Undone extends Error {}

/** Records the statements of a run between BEGIN and COMMIT. The run is undone. */
async function statementsOf(store: Database, listing: Listing): Promise<readonly Statement[]> {
  const statements: Statement[] = [];
  const services = {
    settings: readSettings({}),
    newId: newUuidV7,
    notifyWorker: () => undefined,
  } as Partial<Services> as Services;
  const undone = store.inTransaction(async (tx) => {
    const recording: Tx = {
      now: tx.now,
      realNow: tx.realNow,
      beginResult: tx.beginResult,
      query: (statement) => {
        statements.push(statement);
        return tx.query(statement);
      },
      rollbackToSavepoint: () => tx.rollbackToSavepoint(),
      afterRollback: (write) => tx.afterRollback(write),
      hasRollbackWrites: false,
      hasSent: true,
      beforeCommit: (sql) => tx.beforeCommit(sql),
      afterCommit: (hook) => tx.afterCommit(hook),
    };
    const acting = { tx: recording, services } as Partial<MutationContext> as MutationContext;
    await runMatch(acting, listing.principalId, {
      listing_key: keyOf('lst', listing.listingId),
      max_proposals: COUNT,
    });
    throw new Undone();
  });
  await undone.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  return statements;
}

/**
 * Milliseconds of the SQL of one run, with the statements of a mutation around it. The statements were recorded
 * beforehand.
 */
export async function sameSql(store: Database, by: Party, listing: Listing): Promise<number> {
  const statements = await statementsOf(store, listing);
  const from = performance.now();
  await inMutationFrame(store, by, () => statements);
  return performance.now() - from;
}
