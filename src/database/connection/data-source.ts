import 'reflect-metadata';
import { Client, type ClientConfig, TypeOverrides, types as pgTypes } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { migrationClasses } from './migrate';
import {
  applySqlObjects,
  changedObjects,
  hasPresentObjects,
  readSchemaState,
  type SchemaState,
  sqlObjects,
} from './sql-objects';
import { entityClasses } from '../entities';

/** An amount never passes through a float: int8 arrives as bigint. Everything else as pg does it. */
const parsers = new TypeOverrides();
parsers.setTypeParser(pgTypes.builtins.INT8, (text) => BigInt(text));

/**
 * A connection that was lost says so at its next statement. It says so by an `error` event as well, which would end the
 * process in the moments in which nobody listens: while the pool hands it over, or between two statements.
 */
export class ResilientClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

export interface DatabaseOptions {
  readonly url: string;
  /** Whether statements run as the least-privileged role (always, but for migrations). */
  readonly role: 'application' | 'owner';
  readonly poolSize?: number;
  readonly statementTimeoutMs?: number;
}

// Longer than any lock a healthy request holds; past it the work is run again from the top (55P03), while a request still
// has time.
const LOCK_TIMEOUT_MS = 4_000;

// What a request has in all (contract §6): no statement of one holds a connection for longer. Transactions of workers
// give themselves more (store/tx.ts).
const STATEMENT_TIMEOUT_MS = 5_000;

// A network that died, or a host, says nothing: a statement that is not heard of for longer than any may take (the end of a
// credential waits for 13 s, store/credentials.ts) is given up with its connection. Statements that may take longer say
// so (store/tx.ts).
const QUERY_TIMEOUT_MS = 16_000;

// The other way round: what a process of ours that vanished in a transaction has locked is free again after this. No
// healthy one is silent for longer: a request has 15 s at most (http/exchange.ts).
const IDLE_IN_TRANSACTION_MS = 20_000;

// Plans outlive the tables they were made for: one made while a table was empty reads it from end to end, and so would
// a foreign key's check, until statistics come. Every statement of a request has an index.
export const INDEXED_PLANS = [
  'enable_seqscan=off',
  // A page of a principal's trades would be merged with all trades that are newer, of whomever.
  'enable_mergejoin=off',
  // A page is read in its index's order, and no further. Most principals have few rows of a list, so a plan for any of them
  // would gather all that one has and sort it; a busy one has millions. No statement of a request needs two indexes at
  // once, and no index is of a kind that can be read in no other way.
  'enable_bitmapscan=off',
];

const APPLICATION = [
  'role=ats_app',
  `lock_timeout=${String(LOCK_TIMEOUT_MS)}`,
  `idle_in_transaction_session_timeout=${String(IDLE_IN_TRANSACTION_MS)}`,
  ...INDEXED_PLANS,
];

// A connection is worth its plans: a new one spends 16 ms of CPU more on its first trade (the pool's own default is 10 s).
const IDLE_MS = 600_000;

/** TypeORM's options for this service's database. `synchronize` is never true: the schema is migrations/ and sql/ alone. */
export function databaseOptions({
  url,
  role,
  poolSize = 12,
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
}: DatabaseOptions) {
  const session = [
    'timezone=UTC',
    'jit=off',
    `statement_timeout=${String(statementTimeoutMs)}`,
    ...(role === 'application' ? APPLICATION : []),
  ];
  return {
    type: 'postgres',
    url,
    entities: entityClasses,
    migrations: migrationClasses(),
    migrationsTableName: 'schema_migration',
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
    poolSize,
    // The driver would ask for uuid-ossp and others; the schema needs none.
    installExtensions: false,
    extra: {
      Client: ResilientClient,
      options: session.map((setting) => `-c ${setting}`).join(' '),
      types: parsers,
      application_name: 'agent-trading-service',
      connectionTimeoutMillis: 5_000,
      ...(role === 'application' ? { query_timeout: QUERY_TIMEOUT_MS } : {}),
      idleTimeoutMillis: IDLE_MS,
      keepAlive: true,
    },
  } satisfies DataSourceOptions;
}

/** What the operator reads when the database cannot be used: one line, no stack. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';

  constructor(what: string, cause?: unknown) {
    super(cause === undefined ? what : `${what}: ${reasonOf(cause)}`, { cause });
  }
}

/** Node joins the failures of all addresses of a host in one error that has no message. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') return reasonOf(cause.errors[0]);
  return cause instanceof Error ? cause.message : String(cause);
}

/**
 * Brings the schema up to date: migrations first, then the changed files of `sql/`.
 * @returns a line for each thing that was done; empty if the schema was up to date
 * @throws DatabaseUnusable if the database has the schema of another version that cannot be upgraded
 */
export async function migrate(url: string): Promise<string[]> {
  const source = new DataSource(databaseOptions({ url, role: 'owner', poolSize: 2, statementTimeoutMs: 0 }));
  try {
    await source.initialize();
  } catch (error) {
    throw new DatabaseUnusable('the database cannot be reached', error);
  }
  try {
    // Checked before the lock, because a login that may not change the schema can run the service on a present one.
    if (isUpToDate(source, await readKnownState(source))) return [];
    // If two processes start at once, the second waits for the first and then finds nothing to do.
    await source.query(`SELECT pg_advisory_lock(hashtext('agent-trading-service migrations'))`);
    const state = await readKnownState(source);
    if (isUpToDate(source, state)) return [];
    const done = await source.runMigrations();
    // A migration may have dropped views, so all files are applied after one.
    const changed = state === undefined || done.length > 0 ? sqlObjects() : changedObjects(state);
    await applySqlObjects(source, changed);
    await source.query('GRANT SELECT ON schema_migration TO ats_app');
    return [...done.map(({ name }) => name), `${String(changed.length)} files of sql/`];
  } finally {
    await source.destroy();
  }
}

function isUpToDate(source: DataSource, state: SchemaState | undefined): boolean {
  return state !== undefined && state.migrations.length === source.migrations.length && hasPresentObjects(state);
}

/** @throws DatabaseUnusable if another version made the schema: a later one, or one before the first release */
async function readKnownState(source: DataSource): Promise<SchemaState | undefined> {
  const state = await readSchemaState(source);
  const names = state?.migrations ?? (await migrationsWithoutBaseline(source));
  const known = new Set(source.migrations.map(({ name }) => name));
  const unknown = names.find((name) => !known.has(name));
  if (unknown === undefined) return state;
  throw new DatabaseUnusable(
    state === undefined
      ? 'the database was made before the first release and cannot be upgraded: set DATABASE_URL to an empty database, or delete the data folder (.ats) of the embedded one'
      : `the database was migrated by a later version of this service (${unknown} is unknown here): start that version, or use another database`,
  );
}

async function migrationsWithoutBaseline(source: DataSource): Promise<string[]> {
  const [table] = await source.query<{ found: boolean }[]>(
    `SELECT to_regclass('schema_migration') IS NOT NULL AS found`,
  );
  if (table?.found !== true) return [];
  const rows = await source.query<{ name: string }[]>('SELECT name FROM schema_migration');
  return rows.map(({ name }) => name);
}
