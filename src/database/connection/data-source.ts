import 'reflect-metadata';
import { TypeOverrides, types as pgTypes } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { DatabaseUnusable } from './connection-error';
import { parseDatabaseUrl } from './database-url';
import { migrationClasses } from './migrate';
import { isMissingRight, MIGRATION_RIGHTS, type MigrationRights, missingRight } from './migration-rights';
import { clientFor } from './resilient-client';
import { type LockWait, MIGRATION_LOCK, retryWhileLocked, SCHEMA_LOCK_MS } from './schema-lock';
import {
  applySqlObjects,
  changedObjects,
  hasPresentObjects,
  readSchemaState,
  type SchemaState,
  sqlObjects,
} from './sql-objects';
import { isLater, ownRelease, readSchemaRelease, saveSchemaRelease } from './schema-release';
import { entityClasses } from '../entities';
import { columnNaming } from '../entities/naming';

/** Parses int8 as bigint, so that no amount passes through a float. Other types are parsed by `pg`. */
const parsers = new TypeOverrides();
parsers.setTypeParser(pgTypes.builtins.INT8, (text) => BigInt(text));

export interface DatabaseOptions {
  readonly url: string;
  /** The role of all statements. Only migrations run as the owner. */
  readonly role: 'application' | 'owner';
  readonly poolSize?: number;
  /** 0: a statement may take any time. */
  readonly statementTimeoutMs?: number;
}

// Longer than any lock that a healthy request holds. After it the transaction is retried (55P03), while the request still
// has time.
const LOCK_TIMEOUT_MS = 4_000;

// The time limit of a request, so no statement of it may hold a connection for longer. Workers set a longer timeout.
const STATEMENT_TIMEOUT_MS = 5_000;

// A dead network or host sends no answer. After this time the statement and its connection are given up. It is longer than
// any statement of a request may take, because a revocation waits 13 s for its lock. It is shorter than the 15 s in which a
// request is answered. Workers and audits set a longer timeout.
const QUERY_TIMEOUT_MS = 14_500;

// Frees the locks of a crashed process. A healthy transaction is never idle for longer: a request has 15 s at most.
const IDLE_IN_TRANSACTION_MS = 20_000;

// A plan made while a table was empty would scan the grown table until its statistics are updated. The checks of foreign
// keys would do so too. Every statement of a request has an index (docs/decisions/0017-plans-on-indexes.md).
export const INDEXED_PLANS = [
  'enable_seqscan=off',
  // A merge join would read a page of a principal's trades together with all newer trades.
  'enable_mergejoin=off',
  // A page must be read in the order of its index. A bitmap scan would sort all rows of a principal, who may have millions.
  // No statement of a request needs a bitmap scan.
  'enable_bitmapscan=off',
];

/** The role of all statements but those of migrations. */
export const APPLICATION_ROLE = 'ats_app';

const APPLICATION = [
  `role=${APPLICATION_ROLE}`,
  `lock_timeout=${String(LOCK_TIMEOUT_MS)}`,
  `idle_in_transaction_session_timeout=${String(IDLE_IN_TRANSACTION_MS)}`,
  ...INDEXED_PLANS,
];

// A new connection must plan its statements: 16 ms of CPU for the first trade. So idle ones stay longer than the 10 s of `pg`.
const IDLE_MS = 600_000;

const CONNECT_MS = 5_000;

/** The TypeORM options of the database. `synchronize` is off, because migrations/ and sql/ define the schema. */
export function databaseOptions({
  url,
  role,
  poolSize = 12,
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
}: DatabaseOptions) {
  const target = parseDatabaseUrl(url);
  const session = [
    'timezone=UTC',
    'jit=off',
    `statement_timeout=${String(statementTimeoutMs)}`,
    ...(role === 'application' ? APPLICATION : [`lock_timeout=${String(SCHEMA_LOCK_MS)}`]),
  ];
  return {
    type: 'postgres',
    url: target.urls[0] ?? url,
    entities: entityClasses,
    namingStrategy: columnNaming,
    migrations: migrationClasses(),
    migrationsTableName: 'schema_migration',
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
    poolSize,
    // The driver would install uuid-ossp and others. The schema needs none.
    installExtensions: false,
    extra: {
      Client: clientFor(target),
      options: session.map((setting) => `-c ${setting}`).join(' '),
      types: parsers,
      application_name: 'agent-trading-service',
      // Several hosts are tried one after the other.
      connectionTimeoutMillis: CONNECT_MS * target.urls.length,
      ...(role === 'application' && statementTimeoutMs > 0 ? { query_timeout: QUERY_TIMEOUT_MS } : {}),
      idleTimeoutMillis: IDLE_MS,
      keepAlive: true,
    },
  } satisfies DataSourceOptions;
}

/**
 * Brings the schema up to date: migrations first, then the changed files of `sql/`. Waits for running audits and dumps.
 * @returns a line for each thing that was done; empty if the schema was up to date
 * @throws DatabaseUnusable if the database has the schema of another version that cannot be upgraded
 */
export async function migrate(url: string, wait: LockWait = {}): Promise<string[]> {
  const source = new DataSource(databaseOptions({ url, role: 'owner', poolSize: 2, statementTimeoutMs: 0 }));
  try {
    await source.initialize();
  } catch (error) {
    throw new DatabaseUnusable('the database of DATABASE_URL cannot be reached', error);
  }
  try {
    if (await isOfLaterRelease(source)) return [];
    // Checked before the lock, because a login that may not change the schema can run the service on a present one.
    if (isUpToDate(source, await readKnownState(source))) return [];
    // If two processes start at once, the second waits for the first and then finds nothing to do.
    await source.query(MIGRATION_LOCK);
    if (await isOfLaterRelease(source)) return [];
    const state = await readKnownState(source);
    if (isUpToDate(source, state)) return [];
    return await changeSchema(source, state, wait);
  } catch (error) {
    throw await explainMissingRight(source, error);
  } finally {
    await source.destroy();
  }
}

async function changeSchema(source: DataSource, state: SchemaState | undefined, wait: LockWait): Promise<string[]> {
  const before = new Set(state?.migrations);
  // Each migration commits alone. If a later one fails, processes of the old release must know that they run on the schema.
  if (state !== undefined) await saveSchemaRelease(source);
  await retryWhileLocked(() => source.runMigrations(), wait);
  const done = source.migrations.flatMap(({ name = '' }) => (before.has(name) ? [] : [name]));
  // The role that reads it exists only after the baseline.
  if (state === undefined) await saveSchemaRelease(source);
  // A migration may have dropped views, so all files are applied after one, by the next process if this one ends before it.
  if (done.length > 0) await source.query('DELETE FROM schema_object');
  const changed = state === undefined || done.length > 0 ? sqlObjects() : changedObjects(state);
  await retryWhileLocked(() => applySqlObjects(source, changed), wait);
  await source.query('GRANT SELECT ON schema_migration TO ats_app');
  return [...done, `${String(changed.length)} files of sql/`];
}

/** Adds the SQL that a superuser must run, if the login lacks a right. */
async function explainMissingRight(source: DataSource, error: unknown): Promise<unknown> {
  if (!isMissingRight(error)) return error;
  const [rights] = await source.query<MigrationRights[]>(MIGRATION_RIGHTS);
  return rights === undefined ? error : new DatabaseUnusable(missingRight(rights), error);
}

function isUpToDate(source: DataSource, state: SchemaState | undefined): boolean {
  return state !== undefined && state.migrations.length === source.migrations.length && hasPresentObjects(state);
}

/**
 * Whether a later release made the schema, or a later clone of this version. A process of this release runs on it as it
 * is, and must not apply its own files of `sql/`: they are older.
 * @throws DatabaseUnusable if the later release needs a later one than this
 */
async function isOfLaterRelease(source: DataSource): Promise<boolean> {
  const own = ownRelease().version;
  const schema = await readSchemaRelease(source);
  if (schema === undefined || isLater(own, schema.version)) return false;
  if (!isLater(schema.version, own) && !(await hasLaterMigrations(source))) return false;
  if (!isLater(schema.oldest, own)) return true;
  throw new DatabaseUnusable(
    `the database was migrated by release ${schema.version}, which needs release ${schema.oldest} or later, but this is ${own}: start that release, or restore a backup`,
  );
}

/** Whether the schema has all migrations of this clone and more. */
async function hasLaterMigrations(source: DataSource): Promise<boolean> {
  const state = await readSchemaState(source);
  if (state === undefined || state.migrations.length <= source.migrations.length) return false;
  return source.migrations.every(({ name = '' }) => state.migrations.includes(name));
}

/** @throws DatabaseUnusable if another version made the schema: a later one, or one before the first release */
async function readKnownState(source: DataSource): Promise<SchemaState | undefined> {
  const state = await readSchemaState(source);
  const names = state?.migrations ?? (await migrationsWithoutBaseline(source));
  const present = new Set(source.migrations.map(({ name }) => name));
  const unknown = names.find((name) => !present.has(name));
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
