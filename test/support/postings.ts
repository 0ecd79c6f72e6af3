import { encodeCursor } from '../../src/database/sql/cursors';
import { readPage } from '../../src/database/sql/list-reader';
import { planList } from '../../src/database/sql/lists';
import type { Db } from '../../src/database/transactions/statement';
import { type Posting, postings } from '../../src/ledger/postings';

export interface PostingsRequest {
  readonly principalId: string;
  readonly limit: number;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly backward?: boolean;
}

/** Reads postings of a principal, newest first. Positions are ids of postings. */
export async function postingsOf(db: Db, request: PostingsRequest): Promise<Posting[]> {
  const { principalId, limit, after, before, backward } = request;
  const { view } = planList(postings, { args: {} });
  const cursors = { after: after && encodeCursor(after, view), before: before && encodeCursor(before, view) };
  const args = { ...(backward ? { last: limit } : { first: limit }), ...cursors };
  return (await readPage<Posting>(db, postings, principalId, { args })).rows.map(({ row }) => row);
}
