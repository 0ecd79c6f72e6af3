import type { Db } from '../transactions/statement';

// An evidence can have 16 MB, so a page of the largest ones must fit in memory.
const PAGE = 50;
const MAX_PAGE_BYTES = 4 * 1024 * 1024;
const FIRST = '00000000-0000-0000-0000-000000000000';

interface EvidenceRow {
  readonly trade_id: string;
  /** As text, because a Date has no microseconds. */
  readonly settled_at: string;
  readonly evidence: string;
}

/**
 * Reads the evidence of all settlements from `since` until before `until`, the oldest first, in pages.
 *
 * @param maxBytes the most bytes of a page; a larger evidence has a page of its own
 */
export async function* settlementEvidence(
  db: Db,
  since: Date,
  until: Date,
  maxBytes = MAX_PAGE_BYTES,
): AsyncGenerator<string> {
  let after: Pick<EvidenceRow, 'settled_at' | 'trade_id'> = { settled_at: since.toISOString(), trade_id: FIRST };
  for (;;) {
    const page: EvidenceRow[] = await db.query<EvidenceRow>({
      name: 'settlement_evidence',
      text: `SELECT trade_id, settled_at::text, evidence FROM (
          SELECT *, sum(octet_length(evidence)) OVER (ORDER BY settled_at, trade_id) AS bytes FROM (
            SELECT trade_id, settled_at, evidence FROM settlement
            WHERE (settled_at, trade_id) > ($1::timestamptz, $2) AND settled_at < $3
            ORDER BY settled_at, trade_id LIMIT ${String(PAGE)}) p) sized
        WHERE bytes <= $4 OR bytes = octet_length(evidence)
        ORDER BY sized.settled_at, trade_id`,
      values: [after.settled_at, after.trade_id, until, maxBytes],
    });
    for (const { evidence } of page) yield evidence;
    const last = page.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

/** Counts the settlements from `since` until before `until`, up to `max`. */
export async function countSettlements(db: Db, since: Date, until: Date, max: number): Promise<number> {
  const [row] = await db.query<{ count: number }>({
    name: 'settlement_count',
    text: `SELECT count(*)::int AS count
      FROM (SELECT FROM settlement WHERE settled_at >= $1 AND settled_at < $2 LIMIT $3) s`,
    values: [since, until, max],
  });
  return row?.count ?? 0;
}
