import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { machines } from '../../../src/domain/state-machines';
import { databaseOptions } from '../../../src/database/connection/data-source';
import { freshDatabase, type TestDatabase } from '../../support/database';

/** TypeORM entities compared with the schema that the migrations create. */

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

interface Column {
  readonly type: string;
  readonly nullable: boolean;
  readonly primary: boolean;
}

/** `table.column` → its properties. */
type Columns = Record<string, Column>;

async function columnsOfTables(tables: readonly string[]): Promise<Columns> {
  const rows = await source.query<{ name: string; type: string; nullable: boolean; primary: boolean }[]>(
    `SELECT c.relname || '.' || a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS nullable,
       EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary AND a.attnum = ANY ((i.indkey::int2[])[0 : i.indnkeyatts - 1])) AS primary
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY ($1) AND a.attnum > 0 AND NOT a.attisdropped`,
    [tables],
  );
  return Object.fromEntries(rows.map(({ name, type, nullable, primary }) => [name, { type, nullable, primary }]));
}

/** The type as PostgreSQL spells it. */
const SPELLING: Readonly<Record<string, string>> = { timestamptz: 'timestamp with time zone' };

function columnsOfEntities(): Columns {
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

it('should map every column of each entity table, with its type', async () => {
  const mapped = columnsOfEntities();
  expect(Object.keys(mapped).length).toBeGreaterThan(80);
  expect(mapped).toEqual(await columnsOfTables(source.entityMetadatas.map(({ tableName }) => tableName)));
});

it('should use every entity in a repository', () => {
  const folder = join(__dirname, '../../../src/database/repositories');
  const code = readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
  const unused = source.entityMetadatas.filter(({ name }) => !new RegExp(`repository\\(\\w+, ${name}\\)`).test(code));
  expect(unused.map(({ name }) => name)).toEqual([]);
});

it('should leave the tables of hot paths to hand-written SQL', async () => {
  const tables = await source.query<{ name: string }[]>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1`,
  );
  const mapped = new Set(source.entityMetadatas.map(({ tableName }) => tableName));
  expect(tables.map(({ name }) => name).filter((name) => !mapped.has(name))).toEqual([
    'approval',
    'authority_fact',
    'closed_period',
    'completed_counterparty',
    'encryption_key',
    'event',
    'event_head',
    'idempotency_answer',
    'kept_answer_usage',
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
    'mandate',
    'mandate_commitment',
    'market_offer',
    'market_pair',
    'market_tag',
    'match_run',
    'oauth_connection',
    'oauth_record',
    'policy_activation',
    'principal',
    'principal_record',
    'principal_reputation',
    'principal_spend',
    'principal_usage',
    'proposal',
    'proposal_counterparty',
    'proposal_pair',
    'proposal_participant',
    'proposal_revision',
    'reputation_counterparty',
    'sandbox_clock',
    'sandbox_fault',
    'schema_migration',
    'schema_object',
    'schema_release',
    'service_hours',
    'settlement',
    'settlement_owner',
    'settlement_party',
    'trade',
    'trade_counterparty',
    'trade_fact',
    'trade_participant',
    'trade_step',
    'webhook_attempt',
    'webhook_delivery',
    'webhook_endpoint',
    'worker_lease',
  ]);
});

it('should never synchronize the schema from the entities', () => {
  expect(source.options.synchronize).toBe(false);
});

const TABLE: Readonly<Record<string, string>> = { step: 'trade_step' };

it.each(machines.map((machine) => [machine.name, machine] as const))(
  'should accept exactly the states of the %s machine',
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
