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

/** int8 arrives as bigint, so an amount never passes through a float. */
const parsers = new TypeOverrides();
parsers.setTypeParser(pgTypes.builtins.INT8, (text) => BigInt(text));

/**
 * A client that ignores `error` events.
 *
 * A lost connection also fails its next statement. Without a listener, the event would end the process: the pool has none
 * while it hands the connection over.
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

// Longer than any lock that a healthy request holds. After it the work runs again (55P03), while the request still has time.
const LOCK_TIMEOUT_MS = 4_000;

// The total time of a request. Transactions of workers set more (transactions/database.ts).
const STATEMENT_TIMEOUT_MS = 5_000;

// A dead network sends no error. After this time the statement fails and its connection is discarded. It is longer than
// any statement: the revocation of a credential waits 13 s. Longer statements set their own limit.
const QUERY_TIMEOUT_MS = 16_000;

// Frees the locks of a crashed process. A healthy request takes 15 s at most.
const IDLE_IN_TRANSACTION_MS = 20_000;

// A cached plan from an empty table scans the whole table later. Every statement of a request has an index, so sequential
// scans are off.
export const INDEXED_PLANS = [
  'enable_seqscan=off',
  // Otherwise a page of one principal's trades would be merged with all newer trades.
  'enable_mergejoin=off',
  // Otherwise a page would collect and sort all rows of a principal, and a busy principal has millions. No statement of a
  // request needs two indexes at once.
  'enable_bitmapscan=off',
];

const APPLICATION = [
  'role=ats_app',
  `lock_timeout=${String(LOCK_TIMEOUT_MS)}`,
  `idle_in_transaction_session_timeout=${String(IDLE_IN_TRANSACTION_MS)}`,
  ...INDEXED_PLANS,
];

// A new connection has no plans and spends 16 ms more CPU on its first trade. The pool's default is 10 s.
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

/** An unusable database. The operator reads one line without a stack. */
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
  const ownNames = new Set(source.migrations.map(({ name }) => name));
  const unknown = names.find((name) => !ownNames.has(name));
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
