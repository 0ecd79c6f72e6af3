import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { schemaDump } from '../../../scripts/schema-dump';
import { migrate } from '../../../src/database/connection/data-source';
import { urlFor } from '../../support/cluster';
import { startPostgres15 } from '../../support/debian-postgres';

/** The schema that `ats migrate` makes, and what it does with a schema that exists. */

const committed = readFileSync(join(resolve(__dirname, '..', '..', '..'), 'schema.sql'), 'utf8');
const admin = process.env['TEST_CLUSTER_URL'] ?? '';
const databases: string[] = [];

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function emptyDatabase(): Promise<string> {
  const name = `schema_${randomBytes(6).toString('hex')}`;
  await run(admin, `CREATE DATABASE ${name} TEMPLATE template0`);
  databases.push(name);
  return urlFor(admin, name);
}

afterAll(async () => {
  for (const name of databases) await run(admin, `DROP DATABASE ${name} WITH (FORCE)`);
});

test('should give exactly schema.sql on an empty database', async () => {
  const url = await emptyDatabase();
  expect(await migrate(url)).toEqual([
    'Baseline1790000000001',
    'EncryptionKeys1790000000002',
    'Disputes1790000000003',
    'Quotas1790000000004',
    'Fillfactors1790000000005',
    'ServiceHours1790000000006',
    'Facts1790000000007',
    'Authority1790000000008',
    'Filters1790000000009',
    'PolicyActivation1790000000010',
    'Market1790000000011',
    'OperatorTrades1790000000012',
    'CredentialLimits1790000000013',
    'Mandates1790000000014',
    'SandboxClock1790000000015',
    'Approvals1790000000016',
    'AgentCards1790000000017',
    'Oauth1790000000018',
    'EventTypes1790000000019',
    'GraphLists1790000000020',
    'MandateExhausted1790000000021',
    'EventTypes1790000000022',
    'EventPayload1790000000023',
    'EventDataSize1790000000024',
    'AuditExamples1790000000025',
    'CompletedCounterparties1790000000026',
    'ProfileFigures1790000000027',
    'EmptyMatch1790000000028',
    'EventIndexes1790000000029',
    'EntryKinds1790000000030',
    'DeliveryTypes1790000000031',
    'OauthConnectionRights1790000000032',
    'AcceptedBindings1790000000033',
    'AcceptedCounterpartyOwners1790000000034',
    'PaymentRights1790000000035',
    'ApprovalDecisions1790000000036',
    'RowRights1790000000037',
    expect.stringMatching(/^\d+ files of sql\/$/),
  ]);
  expect(await schemaDump(url)).toBe(committed);
  expect(await migrate(url)).toEqual([]);
});

test('should give exactly schema.sql on PostgreSQL 15', async () => {
  const postgres = await startPostgres15();
  try {
    await migrate(postgres.url);
    expect(await schemaDump(postgres.url)).toBe(committed);
  } finally {
    await postgres.stop();
  }
});

test('should migrate once if two processes start at the same time', async () => {
  const url = await emptyDatabase();
  const done = await Promise.all([migrate(url), migrate(url)]);
  expect(done.filter((lines) => lines.length > 0)).toHaveLength(1);
  expect(await schemaDump(url)).toBe(committed);
});

test('should wait for an audit without making requests wait, and change the schema after it', async () => {
  const url = await emptyDatabase();
  await migrate(url);
  await run(url, "UPDATE schema_object SET sha256 = '\\x00' WHERE name = 'audit/journal.sql'");
  const audit = new Client(url);
  await audit.connect();
  await audit.query('BEGIN; SELECT 1 FROM audit_journal LIMIT 1');
  const waits: Promise<unknown>[] = [];
  const release = async () => {
    await run(url, "SET lock_timeout = '4s'", 'SELECT 1 FROM audit_journal LIMIT 1');
    await audit.query('COMMIT');
  };
  const done = await migrate(url, { onWait: () => void waits.push(release()), pauseMs: 10 });
  await Promise.all(waits);
  await audit.end();
  expect({ waits: waits.length, done }).toEqual({ waits: 1, done: ['1 files of sql/'] });
  expect(await schemaDump(url)).toBe(committed);
});

test('should apply all files after a migration whose process ended before them', async () => {
  const url = await emptyDatabase();
  await migrate(url);
  const last = (await readdir(join(__dirname, '../../../migrations'))).filter((name) => /^\d/.test(name)).length;
  // The last migration runs again, and as if it dropped a view.
  await run(
    url,
    `DELETE FROM schema_migration WHERE name LIKE '%${String(last).padStart(4, '0')}'`,
    'DROP VIEW audit_i1_sum',
  );
  const audit = new Client(url);
  await audit.connect();
  await audit.query('BEGIN; SELECT 1 FROM audit_journal LIMIT 1');
  const endProcess = () => {
    throw new Error('the process ends');
  };
  await expect(migrate(url, { onWait: endProcess })).rejects.toThrow('the process ends');
  await audit.end();
  await migrate(url);
  expect(await schemaDump(url)).toBe(committed);
});

describe('files of sql/', () => {
  test.each([
    [
      'should be applied again when a function has another text',
      'ledger/field.sql',
      `CREATE OR REPLACE FUNCTION ledger_field(field text) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT '\\x00'::bytea $$`,
    ],
    [
      'should be applied again when a view has other columns',
      'audit/i1_sum.sql',
      'CREATE OR REPLACE VIEW audit_i1_sum AS SELECT NULL::text AS detail, 1 AS more',
    ],
    [
      'should be applied again when a view is one that others use',
      'audit/journal.sql',
      'CREATE OR REPLACE VIEW audit_journal AS SELECT j.*, 1 AS more FROM ledger_journal j',
    ],
  ])('%s', async (_, name, other) => {
    const url = await emptyDatabase();
    await migrate(url);
    await run(url, other, `UPDATE schema_object SET sha256 = '' WHERE name = '${name}'`);
    expect(await schemaDump(url)).not.toBe(committed);
    expect(await migrate(url)).toEqual(['1 files of sql/']);
    expect(await schemaDump(url)).toBe(committed);
  });

  test('should leave the list of applied files when they were deleted', async () => {
    const url = await emptyDatabase();
    await migrate(url);
    await run(url, `INSERT INTO schema_object VALUES ('audit/deleted.sql', '')`);
    expect(await migrate(url)).toEqual(['0 files of sql/']);
    expect(await migrate(url)).toEqual([]);
  });
});

test('should refuse a database that was made before the first release', async () => {
  const url = await emptyDatabase();
  await run(
    url,
    'CREATE TABLE schema_migration (name text)',
    `INSERT INTO schema_migration VALUES ('Ledger1790000000001')`,
  );
  await expect(migrate(url)).rejects.toThrow(/^the database was made before the first release .* DATABASE_URL/);
});
