import { invalid } from '../../domain/errors/errors';
import { INVALID_CURSOR } from '../../database/sql/cursors';
import type { PageArgs } from '../../database/sql/pages';
import type { Db } from '../../database/transactions/statement';
import { findPostings, type Posting, postings, postingsOfTrade, walletPostings } from '../../ledger/postings';

export { findPostings, type Posting, postings, postingsOfTrade, walletPostings };

/**
 * Refuses a cursor of no posting, for an empty page.
 * Postings are never deleted, so it belongs to another list, and an empty page would look like the end of this one.
 * @throws Refusal 400 `validation_failed`
 */
export async function assertPostingCursors(db: Db, { after, before }: PageArgs): Promise<void> {
  const cursors = Object.entries({ '/after': after, '/before': before });
  const entries = cursors.flatMap(([pointer, cursor]) => (cursor == null ? [] : [{ pointer, id: idOf(cursor) }]));
  if (entries.length === 0) return;
  const found = await findPostings(
    db,
    entries.map(({ id }) => id),
  );
  const missing = entries.filter(({ id }) => !found.some(({ postingId }) => postingId === id));
  if (missing.length > 0) throw invalid(missing.map(({ pointer }) => ({ pointer, detail: INVALID_CURSOR })));
}

/** The id in a cursor that the list has accepted. */
function idOf(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString('utf8').split(':').at(-1) ?? '';
}
