import { randomBytes } from 'node:crypto';
import { Client, DatabaseError, TypeOverrides, types } from 'pg';
import type { Account, Journal, Line, TransferKind } from '../../src/domain/effects';
import { keyOf } from '../../src/domain/keys';
import { stripeClearing, tickets } from '../../src/domain/ledger/accounts';
import { assert } from '../../src/domain/errors/errors';
import { journalJson } from '../../src/database/sql/journal-json';
import type { Db, Statement } from '../../src/database/transactions/statement';

const parsers = new TypeOverrides();
parsers.setTypeParser(types.builtins.INT8, BigInt);

/** One connection that reads int8 as bigint, as the service does. `sql` runs hostile statements. */
export class Connection implements Db {
  private tail: Promise<unknown> = Promise.resolve();

  private constructor(private readonly client: Client) {}

  static async open(url: string): Promise<Connection> {
    const client = new Client({ connectionString: url, types: parsers });
    await client.connect();
    return new Connection(client);
  }

  /** Runs statements in their order: pg accepts one at a time. */
  query<T>({ text, values = [], name }: Statement): Promise<T[]> {
    const config = { text, values: [...values], ...(name === undefined ? {} : { name }) };
    const result = this.tail.then(() => this.client.query(config));
    this.tail = result.catch(() => undefined);
    return result.then(({ rows }) => rows as T[]);
  }

  sql<T = Record<string, unknown>>(text: string, ...values: unknown[]): Promise<T[]> {
    return this.query<T>({ text, values });
  }

  close(): Promise<void> {
    return this.client.end();
  }
}

/** A UUIDv7 of the current time. */
export function newId(): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function journal(kind: TransferKind, lines: readonly Line[], more: Partial<Journal> = {}): Journal {
  const journalId = newId();
  return { journalId, idemKey: `test:${journalId}`, kind, tradeId: null, lines, ...more };
}

interface PostResult {
  readonly journalId: string;
  /** Whether the journal existed. Then `journalId` is that of the stored one. */
  readonly replayed: boolean;
}

/** Posts one journal. It is the last statement of its transaction, because it locks busy balances. */
export async function postJournal(db: Db, journal: Journal, at: Date): Promise<PostResult> {
  const { journal_id, idem_key, kind, request_hash, trade_id, lines } = journalJson(journal);
  const [row] = await db.query<{ posted: { journal_id: string; replayed: boolean } }>({
    name: 'ledger_post',
    text: `SELECT ledger_post($1, $2, $3, decode($4, 'hex'), $5, $6, $7) AS posted`,
    values: [journal_id, idem_key, kind, request_hash, trade_id, JSON.stringify(lines), at],
  });
  assert(row, 'ledger_post returns one row');
  return { journalId: row.posted.journal_id, replayed: row.posted.replayed };
}

/** Credits stamps through a paid purchase with its event; creates the principal if needed. */
export async function buy(db: Db, principalId: string, amount: bigint): Promise<string> {
  const sessionId = `cs_test_${newId()}`;
  await db.query({
    text: `WITH made AS (
        INSERT INTO principal (principal_id, display_name, max_open_trades, bond_limit_stamps, daily_spend_limit_stamps, created_at)
        VALUES ($2, 'Test', 20, 1000000, 1000000, now()) ON CONFLICT DO NOTHING
      ), told AS (
        INSERT INTO event (event_id, principal_id, type, subject_key, data, created_at)
        VALUES ($4, $2, 'tickets.credited', $5, jsonb_build_object('principal_key', $5::text, 'session_id', $1::text, 'tickets_stamps', $3::bigint), now()))
      INSERT INTO ticket_purchase (session_id, pack, tickets_stamps, price_minor, currency, principal_id, status, created_at, credited_at, livemode)
      VALUES ($1, 'starter', $3, 1000, 'usd', $2, 'credited', now(), now(), false)`,
    values: [sessionId, principalId, amount, newId(), keyOf('prn', principalId)],
  });
  await db.query({
    text: `SELECT authority_add_fact('{"kind": "imported"}', 'anchor', $1, 0, NULL)
      WHERE NOT EXISTS (SELECT FROM authority_fact WHERE principal_id = $1)`,
    values: [principalId],
  });
  const bought = journal('ticket_purchase', [{ debit: stripeClearing, credit: tickets(principalId), amount }], {
    idemKey: `stripe:session:${sessionId}`,
  });
  return (await postJournal(db, bought, new Date())).journalId;
}

export async function balance(db: Db, account: Account): Promise<bigint> {
  const owner = { principal_id: null, human_id: null, trade_id: null, step_no: null, ...account };
  const [row] = await db.query<{ balance: bigint }>({
    text: `SELECT b.balance FROM ledger_account a JOIN ledger_balance b USING (account_id)
      WHERE (a.kind, a.principal_id, a.human_id, a.trade_id, a.step_no) IS NOT DISTINCT FROM ($1, $2::uuid, $3::uuid, $4::uuid, $5::integer)`,
    values: [owner.kind, owner.principal_id, owner.human_id, owner.trade_id, owner.step_no],
  });
  return row?.balance ?? 0n;
}

/** PostgreSQL's refusal, such as `23514 no_overdraft` or `42501`; `done` if there is none. */
export async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return [error.code, error.constraint].filter((part) => part !== undefined).join(' ');
  }
}
