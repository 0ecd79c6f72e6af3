import type { Connection } from '../database';
import { copiedId, copiedText, copyFacts, keepFacts, type Kind } from './facts';

/**
 * Makes a small database large. It copies every row of two principals many times, each copy under new ids, so that all
 * rows look as the service writes them. Rows of the platform itself are shared.
 */

/** Tables of stamp movements. A principal's own history gets new accounts only for its trades. */
const LEDGER = ['ledger_account', 'ledger_journal', 'ledger_posting', 'ledger_entry', 'ledger_balance'] as const;

/** Tables that the lists of a principal read. */
const HISTORY = [
  'listing',
  'match_run',
  'proposal',
  'proposal_revision',
  'proposal_participant',
  'proposal_pair',
  'trade',
  'proposal_counterparty',
  'trade_participant',
  'trade_counterparty',
  'completed_counterparty',
  'trade_step',
  'settlement',
  'settlement_party',
  'event',
  'webhook_delivery',
  'webhook_attempt',
  ...LEDGER,
] as const;

/** Tables to copy, in any order. A table that is missing here would not grow. */
export const TABLES = [
  'human',
  'binding',
  'principal',
  'principal_spend',
  'principal_record',
  'agent',
  'credential',
  'market_offer',
  ...HISTORY,
  'event_head',
  'webhook_signing_key',
  'webhook_endpoint',
  'ticket_purchase',
  'stripe_event',
  'operator_act',
  'payment_resolution',
  'idempotency_answer',
] as const;

/** Columns with names that must be unique. */
const NAMES: ReadonlySet<string> = new Set([
  'api_key',
  'session_id',
  'stripe_event_id',
  'payment_id',
  'idem_key',
  'scope',
  'subject',
  'trade_profile',
]);
const ACCOUNTS: ReadonlySet<string> = new Set(['account_id', 'debit_account_id', 'credit_account_id']);
/** Columns of parties that keep their value in a copied history. Its counterparties are new, and all have one owner. */
const OF_WHOM: ReadonlySet<string> = new Set([
  ...['', 'provider_', 'consumer_', 'proposed_by_', 'fault_'].flatMap((of) => [`${of}principal_id`, `${of}agent_id`]),
  'owner_id',
]);

/** Distance between the event numbers of a principal from copy to copy. */
const MAX_SEQUENCE = '(SELECT max(sequence) FROM template.event_head)';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly generated: boolean;
}

/** Stores the present rows as the template of the copies. */
export async function keepTemplate(db: Connection): Promise<void> {
  await db.query({ text: 'CREATE SCHEMA template' });
  for (const table of TABLES) {
    await db.query({ text: `CREATE TABLE template.${table} AS SELECT * FROM ${table}` });
  }
  await keepFacts(db);
  // The platform itself has few credentials.
  await db.query({ text: 'DELETE FROM template.credential WHERE principal_id IS NULL' });
  // In accounts that outlive a trade, each copy continues where the one before ended.
  await db.query({
    text: `CREATE TABLE template.shared AS SELECT account_id, coalesce(entry_seq, 0) AS entries, balance AS total,
        coalesce(principal_id, human_id) IS NOT NULL AS own
      FROM ledger_balance JOIN ledger_account USING (account_id) WHERE trade_id IS NULL`,
  });
}

/** Number of copies: of whole worlds, and of the history of the two principals. */
export interface Copies {
  readonly worlds: number;
  readonly histories: number;
}

/** Inserts the copies `from` to `to` of one kind, in any order and on any connection. */
export type Copying = (db: Connection, from: number, to: number) => Promise<void>;

/** Copies all rows. */
export function copyWorlds(): Copying {
  return (db, from, to) =>
    asReplica(db, async () => {
      for (const table of TABLES) await copy(db, table, { from, to, worlds: undefined });
      await copyFacts(db, from, to, 'w');
    });
}

/** Sums up the shared accounts and sets the next numbers after all copies are inserted. */
export async function addUp(db: Connection, { worlds, histories }: Copies): Promise<void> {
  await asReplica(db, async () => {
    await db.query({
      text: `UPDATE event_head h SET sequence = t.sequence + $1 * ${MAX_SEQUENCE} FROM template.event_head t WHERE h.principal_id = t.principal_id`,
      values: [histories],
    });
    await db.query({
      text: `UPDATE ledger_balance b SET balance = s.total * n.times, entry_seq = nullif(s.entries * n.times, 0)
        FROM template.shared s CROSS JOIN LATERAL (SELECT 1 + $1 + CASE WHEN s.own THEN 0 ELSE $2 END AS times) n
        WHERE s.account_id = b.account_id`,
      values: [histories, worlds],
    });
    for (const [table, column] of [
      ['ledger_account', 'account_id'],
      ['ledger_posting', 'posting_id'],
    ] as const) {
      await db.query({
        text: `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), (SELECT max(${column}) FROM ${table}))`,
      });
    }
  });
}

/** Copies the rows in the lists of the two principals, as their own. */
export function copyHistory({ worlds }: Copies): Copying {
  return (db, from, to) =>
    asReplica(db, async () => {
      for (const table of HISTORY) await copy(db, table, { from, to, worlds });
      await copyFacts(db, from, to, 'h');
    });
}

/** Runs the work without triggers and foreign keys, because the rows are correct already. */
async function asReplica(db: Connection, work: () => Promise<void>): Promise<void> {
  await db.query({ text: 'BEGIN' });
  await db.query({ text: 'SET LOCAL session_replication_role = replica' });
  await work();
  await db.query({ text: 'COMMIT' });
}

interface Range {
  readonly from: number;
  readonly to: number;
  /** Number of worlds numbered before it, where both use the same numbers. Only set for a history. */
  readonly worlds: number | undefined;
}

async function copy(db: Connection, table: string, { from, to, worlds }: Range): Promise<void> {
  const columns = (await columnsOf(db, table)).filter(({ generated }) => !generated);
  const names = columns.map(({ name }) => name).join(', ');
  const values = columns.map((column) => expression(table, column, worlds)).join(', ');
  // A listing in a copied history is closed: there is one offer for each agent and profile.
  const ended = table === 'listing' && worlds !== undefined ? ` WHERE t.state <> 'active'` : '';
  const mine = table === 'ledger_account' || table === 'ledger_balance' ? ' WHERE s.account_id IS NULL' : '';
  const shared = columns.some(({ name }) => name === 'account_id')
    ? `LEFT JOIN template.shared s ON s.account_id = t.account_id${worlds === undefined ? ' AND NOT s.own' : ''}`
    : '';
  await db.query({
    text: `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE SELECT ${values}
      FROM generate_series(${String(from)}, ${String(to)}) k CROSS JOIN template.${table} t ${shared}${ended}${mine}`,
  });
}

function expression(table: string, { name, type }: Column, worlds: number | undefined): string {
  const value = `t.${name}`;
  const history = worlds !== undefined;
  const kind: Kind = history ? 'h' : 'w';
  // The first fact of a trade has the same terms.
  if (table === 'proposal_revision' && name === 'terms') return `${copiedText(value, kind)}::${type}`;
  // Worlds and histories share one sequence of numbers.
  const number = history ? `(k + ${String(worlds)})` : 'k';
  if (table === 'operator_act') {
    // The operator's credential is shared.
    if (name === 'credential_id') return value;
    if (name === 'subject_key') return `${value} || '-' || k`;
  }
  if (type === 'uuid') return history && OF_WHOM.has(name) ? value : copiedId(value, kind);
  if (NAMES.has(name) && type === 'text' && !(name === 'trade_profile' && !history)) {
    return `${value} || '-' || ${number}`;
  }
  if (ACCOUNTS.has(name)) return account(value, number, history);
  if (name === 'sequence' && history) return `${value} + k * ${MAX_SEQUENCE}`;
  if (name === 'posting_id') return `${value} + ${number} * (SELECT max(posting_id) FROM template.ledger_posting)`;
  if (table === 'ledger_entry') {
    const before = history ? `CASE WHEN s.own THEN k ELSE ${number} END` : number;
    if (name === 'seq') return `${value} + ${before} * coalesce(s.entries, 0)`;
    if (name.startsWith('balance_')) return `${value} + ${before} * coalesce(s.total, 0)`;
  }
  return value;
}

function account(value: string, number: string, history: boolean): string {
  return `CASE WHEN ${value} IN (SELECT account_id FROM template.shared${history ? '' : ' WHERE NOT own'}) THEN ${value}
    ELSE ${value} + ${number} * (SELECT max(account_id) FROM template.ledger_account) END`;
}

async function columnsOf(db: Connection, table: string): Promise<readonly Column[]> {
  const rows = await db.query<{ name: string; type: string; generated: boolean }>({
    text: `SELECT attname AS name, format_type(atttypid, NULL) AS type, attgenerated <> '' AS generated
      FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    values: [table],
  });
  if (rows.length === 0) throw new Error(`${table} has no columns`);
  return rows;
}
