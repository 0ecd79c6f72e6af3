import { invalid } from '../../domain/errors/errors';
import {
  encodeCursor,
  INVALID_CURSOR,
  type Page,
  type PageArgs,
  pageLimits,
  pageOf,
  readPageArgs,
} from '../../database/sql/pages';
import type { Db } from '../../database/transactions/statement';
import { findPostings, type Posting, postingsOf } from '../../ledger/postings';

export { findPostings, type Posting };

/** A page of a principal's postings, newest first. @throws Refusal 400 `validation_failed` */
export async function postingPage(db: Db, principalId: string, args: PageArgs): Promise<Page<Posting>> {
  const request = readPageArgs(args, 'uuid', pageLimits);
  const { size, backward, after, before } = request;
  const postings = await postingsOf(db, { principalId, limit: size + 1, backward, after, before });
  // Postings are never deleted. So a cursor of no posting belongs to another list, and an empty page would look like
  // the end of this one.
  if (postings.length === 0) await assertCursors(db, { '/after': after, '/before': before });
  if (backward) postings.reverse();
  const rows = postings.map((posting) => ({ cursor: encodeCursor(posting.postingId), row: posting }));
  return pageOf(rows, request);
}

async function assertCursors(db: Db, cursors: Readonly<Record<string, string | undefined>>): Promise<void> {
  const entries = Object.entries(cursors).flatMap(([pointer, id]) => (id === undefined ? [] : [{ pointer, id }]));
  if (entries.length === 0) return;
  const found = await findPostings(
    db,
    entries.map(({ id }) => id),
  );
  const faults = entries.filter(({ id }) => !found.some(({ postingId }) => postingId === id));
  if (faults.length > 0) throw invalid(faults.map(({ pointer }) => ({ pointer, detail: INVALID_CURSOR })));
}
