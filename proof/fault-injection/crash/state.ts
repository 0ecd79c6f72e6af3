import { parseKey } from '../../../src/domain/keys';

/** Reads the state of a few principals and normalizes it, so that runs can be compared. */

type Sql = <T extends object>(text: string, values: unknown[]) => Promise<T[]>;

/** The principals whose rows are read, and names for their keys and texts. */
export interface Subject {
  readonly principalIds: readonly string[];
  /** Keys, ids and texts that differ between runs, and their names. */
  readonly names: ReadonlyMap<string, string>;
}

/** All rows of the subject: balances, entries, trades, events and stored answers. */
const ROWS = `
  WITH p AS (SELECT unnest($1::uuid[]) AS id),
  h AS (SELECT DISTINCT human_id AS id FROM binding WHERE principal_id IN (SELECT id FROM p)),
  t AS (SELECT DISTINCT trade_id AS id FROM trade_participant WHERE principal_id IN (SELECT id FROM p)),
  o AS (SELECT DISTINCT proposal_id AS id FROM proposal_participant WHERE principal_id IN (SELECT id FROM p)),
  a AS (SELECT account_id AS id, kind, ledger_account_name(kind, principal_id, human_id, trade_id, step_no) AS name,
      principal_id IN (SELECT id FROM p) OR human_id IN (SELECT id FROM h) AS own FROM ledger_account),
  moved AS (SELECT y.*, d.name AS debit, c.name AS credit FROM ledger_posting y
      JOIN a d ON d.id = debit_account_id JOIN a c ON c.id = credit_account_id WHERE d.own OR c.own),
  j AS (SELECT * FROM ledger_journal WHERE journal_id IN (SELECT journal_id FROM moved)),
  b AS (SELECT * FROM ticket_purchase WHERE principal_id IN (SELECT id FROM p) OR human_id IN (SELECT id FROM h)),
  found (name, at, line) AS (
    SELECT 'balance', 0, jsonb_build_object('account', name, 'balance', balance, 'entries', entry_seq, 'floor', floor_balance)
      FROM a JOIN ledger_balance ON account_id = a.id WHERE own
    UNION ALL SELECT 'entry', seq, jsonb_build_object('account', a.name, 'seq', seq, 'amount', e.amount, 'after', balance_after,
        'journal', j.kind, 'line', line_no)
      FROM ledger_entry e JOIN a ON a.id = e.account_id JOIN moved USING (posting_id) JOIN j USING (journal_id) WHERE own
    UNION ALL SELECT 'posting', line_no, jsonb_build_object('journal', j.idem_key, 'kind', j.kind, 'line', line_no, 'debit', debit,
        'credit', credit, 'amount', amount) FROM moved JOIN j USING (journal_id)
    UNION ALL SELECT 'journal', 0, jsonb_build_object('journal', idem_key, 'kind', kind, 'trade', trade_id,
        'in_the_chain', (SELECT count(*) FROM ledger_unsealed u WHERE u.journal_id = j.journal_id)
          + (SELECT count(*) FROM ledger_sealed s WHERE s.journal_id = j.journal_id)) FROM j
    UNION ALL SELECT 'principal', 0, to_jsonb(x) FROM principal x WHERE principal_id IN (SELECT id FROM p)
    UNION ALL SELECT 'spend', 0, to_jsonb(x) FROM principal_spend x WHERE principal_id IN (SELECT id FROM p)
    UNION ALL SELECT 'record', 0, to_jsonb(x) FROM principal_record x WHERE principal_id IN (SELECT id FROM p)
    UNION ALL SELECT 'listing', 0, to_jsonb(x) FROM listing x WHERE principal_id IN (SELECT id FROM p)
    UNION ALL SELECT 'offer', 0, to_jsonb(x) - 'tag_set' FROM market_offer x WHERE principal_id IN (SELECT id FROM p)
    UNION ALL SELECT 'match run', 0, to_jsonb(x) FROM match_run x WHERE principal_id IN (SELECT id FROM p)
    UNION ALL SELECT 'proposal', 0, to_jsonb(x) FROM proposal x WHERE proposal_id IN (SELECT id FROM o)
    UNION ALL SELECT 'revision', revision_no, to_jsonb(x) FROM proposal_revision x WHERE proposal_id IN (SELECT id FROM o)
    UNION ALL SELECT 'response', revision_no, to_jsonb(x) FROM proposal_participant x WHERE proposal_id IN (SELECT id FROM o)
    UNION ALL SELECT 'pair', 0, to_jsonb(x) FROM proposal_pair x WHERE proposal_id IN (SELECT id FROM o)
    UNION ALL SELECT 'trade', 0, to_jsonb(x) FROM trade x WHERE trade_id IN (SELECT id FROM t)
    UNION ALL SELECT 'participant', 0, to_jsonb(x) FROM trade_participant x WHERE trade_id IN (SELECT id FROM t)
    UNION ALL SELECT 'step', step_no, to_jsonb(x) || jsonb_build_object('window_seconds',
        extract(epoch FROM deadline_at - coalesce(contract_published_at, activated_at)))
      FROM trade_step x WHERE trade_id IN (SELECT id FROM t)
    UNION ALL SELECT 'settlement', 0, to_jsonb(x) FROM settlement x WHERE trade_id IN (SELECT id FROM t)
    UNION ALL SELECT 'settled', 0, to_jsonb(x) FROM settlement_party x WHERE trade_id IN (SELECT id FROM t)
    UNION ALL SELECT 'event', sequence, to_jsonb(x) - 'log_no' FROM event x WHERE principal_id IN (SELECT id FROM p)
    UNION ALL SELECT 'head', 0, to_jsonb(x) FROM event_head x WHERE principal_id IN (SELECT id FROM p)
    UNION ALL SELECT 'purchase', 0, to_jsonb(b) FROM b
    UNION ALL SELECT 'stripe event', 0, to_jsonb(x) - 'payload' FROM stripe_event x WHERE session_id IN (SELECT session_id FROM b)
    UNION ALL SELECT 'operator act', 0, to_jsonb(x) - 'request_id' FROM operator_act x WHERE subject_key = ANY ($2)
    UNION ALL SELECT 'stored answer', 0, to_jsonb(x) FROM idempotency_answer x WHERE key = ANY ($2)
      OR scope IN (SELECT 'prn:' || id FROM p)
      OR scope IN (SELECT 'hum:' || provider || chr(10) || subject FROM human WHERE human_id IN (SELECT id FROM h))
  )
  SELECT name, coalesce(at, -1)::integer AS at, line::text AS line FROM found`;

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const KEY = /\b[a-z]{2,4}_[0-9a-hjkmnp-tv-z]{26}\b/g;
const SESSION = /\b(?:cs|pi)_[A-Za-z0-9_]+/g;
const TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g;
const DAY = /\b\d{4}-\d\d-\d\d\b/g;
/** SHA-256 digests and ciphertexts of texts that contain ids and times. */
const DIGEST = /(?:\\+x)?[0-9a-f]{40,}/g;

/** Replaces values that differ between runs: known ones by name, new ids by number. */
export class Normalizer {
  private readonly names: readonly (readonly [string, string])[];
  private readonly idNames = new Map<string, string>();

  constructor(names: ReadonlyMap<string, string>) {
    this.names = [...names].sort(([one], [other]) => other.length - one.length);
  }

  /** Replaces ids; each new id gets the next number. */
  normalize(text: string): string {
    return this.replaceAll(text, (id) => {
      const name = this.idNames.get(id) ?? `#${String(this.idNames.size + 1)}`;
      this.idNames.set(id, name);
      return name;
    });
  }

  /** Removes ids, to sort lines independently of them. */
  withoutIds(text: string): string {
    return this.replaceAll(text, () => '#');
  }

  private replaceAll(text: string, nameOf: (id: string) => string): string {
    let spelled = text;
    for (const [literal, name] of this.names) spelled = spelled.replaceAll(literal, name);
    return spelled
      .replace(KEY, (key) => {
        const parsed = parseKey(key);
        return parsed ? `${parsed.prefix}:${nameOf(parsed.id)}` : key;
      })
      .replace(UUID, nameOf)
      .replace(SESSION, nameOf)
      .replace(TIME, '<time>')
      .replace(DAY, '<day>')
      .replace(DIGEST, '<digest>');
  }
}

export interface Line {
  readonly name: string;
  readonly at: number;
  readonly line: string;
}

/** Sorts and normalizes the lines. Lines that differ only in ids keep their time order, because ids are UUIDv7. */
export function normalizeLines(lines: readonly Line[], normalizer: Normalizer): string[] {
  const keyed = lines.map(({ name, at, line }) => ({
    text: `${name} ${line}`,
    order: [`${name} ${String(at).padStart(9, '0')} ${normalizer.withoutIds(line)}`, line],
  }));
  keyed.sort((one, other) => (String(one.order) < String(other.order) ? -1 : 1));
  return keyed.map(({ text }) => normalizer.normalize(text));
}

/** @param subjects keys of stored answers and operator actions that belong to no principal */
export async function stateOf(
  sql: Sql,
  subject: Subject,
  normalizer: Normalizer,
  subjects: readonly string[],
): Promise<string[]> {
  return normalizeLines(await sql<Line>(ROWS, [subject.principalIds, subjects]), normalizer);
}
