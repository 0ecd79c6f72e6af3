import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { machines } from '../../../src/domain/state-machines';
import { databaseOptions } from '../../../src/database/connection/data-source';
import { freshDatabase, type TestDatabase } from '../../support/database';

/** Rows of the store against what the migrations make of an empty database. */

let database: TestDatabase;
let source: DataSource;

beforeAll(async () => {
  database = await freshDatabase();
  source = await new DataSource(databaseOptions({ url: database.ownerUrl, role: 'owner', poolSize: 1 })).initialize();
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

/** Written by `ledger_post` alone and read by statements of their own: no row class is wanted of them. */
const LEDGER = /^ledger_/;
/** The schema's own record. */
const RECORD = ['schema_migration', 'schema_object'];

interface Column {
  readonly type: string;
  readonly nullable: boolean;
  readonly primary: boolean;
}

/** `table.column` → what it is. */
type Columns = Record<string, Column>;

async function migrated(): Promise<Columns> {
  const rows = await source.query<{ name: string; type: string; nullable: boolean; primary: boolean }[]>(
    `SELECT c.relname || '.' || a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS nullable,
       EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary AND a.attnum = ANY ((i.indkey::int2[])[0 : i.indnkeyatts - 1])) AS primary
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped`,
  );
  const own = rows.filter(({ name }) => !LEDGER.test(name) && !RECORD.some((table) => name.startsWith(`${table}.`)));
  return Object.fromEntries(own.map(({ name, type, nullable, primary }) => [name, { type, nullable, primary }]));
}

/** The type as PostgreSQL spells it. */
const SPELLING: Readonly<Record<string, string>> = { timestamptz: 'timestamp with time zone' };

function mapped(): Columns {
  const columns: Columns = {};
  for (const { tableName, columns: own } of source.entityMetadatas) {
    for (const column of own) {
      const type = String(column.type);
      columns[`${tableName}.${column.databaseName}`] = {
        type: (SPELLING[type] ?? type) + (column.isArray ? '[]' : ''),
        nullable: column.isNullable,
        primary: column.isPrimary,
      };
    }
  }
  return columns;
}

it('Every column of the migrated schema has its row member of the same type, and every row member its column', async () => {
  const schema = await migrated();
  expect(Object.keys(schema).length).toBeGreaterThan(100);
  expect(mapped()).toEqual(schema);
});

it('The tables without a row class are the ledger’s', async () => {
  const tables = await source.query<{ name: string }[]>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1`,
  );
  const rows = new Set(source.entityMetadatas.map(({ tableName }) => tableName));
  expect(tables.map(({ name }) => name).filter((name) => !rows.has(name))).toEqual([
    'ledger_account',
    'ledger_audit',
    'ledger_balance',
    'ledger_block',
    'ledger_checkpoint',
    'ledger_deferred',
    'ledger_entry',
    'ledger_guard',
    'ledger_halt',
    'ledger_journal',
    'ledger_posting',
    'ledger_sealed',
    'ledger_unsealed',
    ...RECORD,
  ]);
});

it('The schema is never synchronized from the rows', () => {
  expect(source.options.synchronize).toBe(false);
});

const TABLE: Readonly<Record<string, string>> = { step: 'trade_step' };

it.each(machines.map((machine) => [machine.name, machine] as const))(
  'The database takes exactly the states of the %s machine',
  async (name, machine) => {
    const table = TABLE[name] ?? name;
    const [check] = await source.query<{ rule: string }[]>(
      `SELECT pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE conrelid = $1::regclass AND conname = $1 || '_state'`,
      [table],
    );
    const states = [...(check?.rule ?? '').matchAll(/'([a-z_]+)'::text/g)].map(([, state]) => state);
    expect(states.sort()).toEqual([...machine.states].sort());
  },
);
