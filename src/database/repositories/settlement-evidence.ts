import type { Db } from '../transactions/statement';

// An evidence may have 32 steps of 64 items each, so a page of the largest ones must fit in memory.
const PAGE = 50;
const FIRST = '00000000-0000-0000-0000-000000000000';

interface EvidenceRow {
  readonly settlement_id: string;
  readonly evidence: string;
}

/** Reads the evidence of all settlements from `since` until before `until`, in pages. */
export async function* settlementEvidence(db: Db, since: Date, until: Date): AsyncGenerator<string> {
  for (let after = FIRST; ;) {
    const page: EvidenceRow[] = await db.query<EvidenceRow>({
      text: `SELECT settlement_id, evidence FROM settlement
        WHERE settlement_id > $1 AND settled_at >= $2 AND settled_at < $3 ORDER BY settlement_id LIMIT ${String(PAGE)}`,
      values: [after, since, until],
    });
    for (const { evidence } of page) yield evidence;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.settlement_id;
  }
}
