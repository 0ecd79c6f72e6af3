import type { Db } from '../transactions/statement';

// An evidence may have 32 steps of 64 items each, so a page of the largest ones must fit in memory.
const PAGE = 50;
const FIRST = '00000000-0000-0000-0000-000000000000';

interface EvidenceRow {
  readonly trade_id: string;
  /** As text, because a Date has no microseconds. */
  readonly settled_at: string;
  readonly evidence: string;
}

/** Reads the evidence of all settlements from `since` until before `until`, the oldest first, in pages. */
export async function* settlementEvidence(db: Db, since: Date, until: Date): AsyncGenerator<string> {
  for (
    let after: Pick<EvidenceRow, 'settled_at' | 'trade_id'> = { settled_at: since.toISOString(), trade_id: FIRST };
    ;
  ) {
    const page: EvidenceRow[] = await db.query<EvidenceRow>({
      name: 'settlement_evidence',
      text: `SELECT trade_id, settled_at::text, evidence FROM settlement
        WHERE (settled_at, trade_id) > ($1::timestamptz, $2) AND settled_at < $3
        ORDER BY settlement.settled_at, trade_id LIMIT ${String(PAGE)}`,
      values: [after.settled_at, after.trade_id, until],
    });
    for (const { evidence } of page) yield evidence;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
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
