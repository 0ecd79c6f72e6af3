import { newUuidV7 } from '../../../src/adapters/ids';
import { keyOf } from '../../../src/domain/keys';
import type { Listing } from '../../../src/domain/types';
import type { MutationContext, Services } from '../../../src/operations/context';
import { runMatch } from '../../../src/operations/commands/match-run';
import { readSettings } from '../../../src/settings/settings';
import type { Statement } from '../../../src/database/transactions/statement';
import type { Database, Tx } from '../../../src/database/transactions/database';
import { framed } from '../floors';
import type { Party } from '../market';
import { COUNT } from './plans';

/** The floor of a match run: the very statements that a run for the listing sends, from Node, without us. */

class Undone extends Error {}

/** What a run for the listing sends between BEGIN and COMMIT; it is run for that, and undone. */
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
      beginResult: tx.beginResult,
      query: (statement) => {
        statements.push(statement);
        return tx.query(statement);
      },
      rollbackToSavepoint: () => tx.rollbackToSavepoint(),
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

/** Milliseconds of one run's SQL, framed as a mutation's is; what it is made of was found out beforehand. */
export async function sameSql(store: Database, by: Party, listing: Listing): Promise<number> {
  const statements = await statementsOf(store, listing);
  const from = performance.now();
  await framed(store, by, () => statements);
  return performance.now() - from;
}
