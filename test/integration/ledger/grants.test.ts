import { platformFee, stripeClearing, tickets } from '../../../src/domain/ledger/accounts';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { balance, buy, Connection, newId, refusal } from '../../support/ledger';

let database: TestDatabase;
let app: Connection;
let owner: Connection;
const principal = newId();
const other = newId();

beforeAll(async () => {
  database = await freshDatabase();
  app = await Connection.open(database.url);
  owner = await Connection.open(database.ownerUrl);
  await buy(app, principal, 85n);
});
afterAll(async () => {
  await app.close();
  await owner.close();
  await database.drop();
});

describe('the application’s role may read the ledger, post, fold and seal, and no more', () => {
  // @id ledger-tables-read-only
  test('on the tables it has SELECT alone, and PUBLIC has nothing', async () => {
    const rights = await owner.sql<{ name: string; granted: string[] }>(
      `SELECT c.relname AS name, array_agg(r.role || ' ' || r.right ORDER BY r.role, r.right) AS granted
       FROM pg_class c, (SELECT role, p AS right FROM unnest(ARRAY['ats_app', 'public']) role,
         unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) p) r
       WHERE c.relkind = 'r' AND c.relname LIKE 'ledger\\_%' AND has_table_privilege(r.role, c.oid, r.right) GROUP BY 1`,
    );
    expect(rights).toHaveLength(13);
    for (const { granted } of rights) expect(granted).toEqual(['ats_app SELECT']);
  });

  test('should grant seven writing functions to the role, and none to PUBLIC', async () => {
    const rights = await owner.sql<{ role: string; functions: string[] }>(
      `SELECT role, array_agg(p.proname::text ORDER BY p.proname) AS functions FROM pg_proc p, unnest(ARRAY['ats_app', 'public']) role
       WHERE p.proname LIKE 'ledger\\_%' AND has_function_privilege(role, p.oid, 'EXECUTE') GROUP BY role ORDER BY role`,
    );
    const pure = [
      'ledger_account_name',
      'ledger_block_hash',
      'ledger_entry_uuid',
      'ledger_field',
      'ledger_journal_head',
      'ledger_merkle_root',
    ];
    const writing = [
      'ledger_fold_deferred',
      'ledger_halt_postings',
      'ledger_post',
      'ledger_record_audit',
      'ledger_record_checkpoint',
      'ledger_record_guard',
      'ledger_seal',
    ];
    expect(rights).toEqual([
      { role: 'ats_app', functions: [...pure, ...writing].sort() },
      { role: 'public', functions: pure },
    ]);
  });

  test.each([
    `INSERT INTO ledger_halt (reason) VALUES ('x')`,
    'UPDATE ledger_balance SET balance = 0',
    'DELETE FROM ledger_deferred',
    'DELETE FROM ledger_unsealed',
    'DELETE FROM ledger_checkpoint',
    'TRUNCATE ledger_entry',
    'ALTER TABLE ledger_entry DISABLE TRIGGER ledger_entry_append_only',
    'DROP FUNCTION ledger_fold_deferred',
    `SET session_replication_role = 'replica'`,
    `CREATE OR REPLACE FUNCTION public.ledger_field(field text) RETURNS bytea LANGUAGE sql AS $$ SELECT '\\x00'::bytea $$`,
  ])('%s: 42501', async (statement) => {
    expect(await refusal(app.sql(statement))).toBe('42501');
  });

  test('tables of its own under the ledger’s names do not deceive the writer', async () => {
    await app.sql(
      'CREATE TEMP TABLE ledger_balance (account_id bigint, balance bigint, entry_seq bigint, floor_balance bigint)',
    );
    await app.sql('CREATE TEMP TABLE ledger_posting (LIKE public.ledger_posting)');
    await buy(app, other, 3n);
    await app.sql('DROP TABLE pg_temp.ledger_balance, pg_temp.ledger_posting');
    expect(await balance(app, tickets(other))).toBe(3n);
  });
});

describe('the application’s role and the rows that parties read', () => {
  // @spec FA12
  test.each([
    `UPDATE event SET type = 'trade.completed'`,
    `UPDATE event SET data = '{}'`,
    'UPDATE event SET principal_id = gen_random_uuid()',
    `UPDATE event SET subject_key = 'x'`,
    'UPDATE event SET created_at = now()',
    'DELETE FROM event',
    'UPDATE listing SET principal_id = gen_random_uuid()',
    'UPDATE listing SET agent_id = gen_random_uuid()',
    `UPDATE listing SET side = 'provide'`,
    'UPDATE match_run SET candidates_considered = 1',
    'UPDATE proposal SET match_run_id = gen_random_uuid()',
    'UPDATE proposal_pair SET provider_listing_id = gen_random_uuid()',
    'UPDATE proposal_participant SET agent_id = gen_random_uuid()',
    'UPDATE proposal_participant SET bond_stamps = 0',
    `UPDATE proposal_participant SET role = 'both'`,
    'UPDATE refresh_session SET human_id = gen_random_uuid()',
    'UPDATE refresh_token SET session_id = gen_random_uuid()',
  ])('%s: 42501', async (statement) => {
    expect(await refusal(app.sql(statement))).toBe('42501');
  });
});

describe('the application’s role and the facts', () => {
  // @spec FA9, TK21
  test.each([
    ...['trade_fact', 'authority_fact'].flatMap((table) => [
      `UPDATE ${table} SET body = ''`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
      `ALTER TABLE ${table} DISABLE TRIGGER USER`,
    ]),
    'UPDATE trade SET coverage_threshold_bps = 1',
    `UPDATE trade SET policy_version = 'x'`,
    'UPDATE trade_step SET price_stamps = 1',
    'UPDATE trade_step SET provider_agent_id = gen_random_uuid()',
    'UPDATE trade_participant SET bond_stamps = 0',
    'UPDATE credential SET principal_id = NULL',
    `UPDATE credential SET api_key = 'x'`,
    'UPDATE binding SET human_id = gen_random_uuid()',
    'UPDATE agent SET principal_id = gen_random_uuid()',
    'UPDATE ticket_purchase SET tickets_stamps = 100000',
    'UPDATE ticket_purchase SET price_minor = 1',
    'UPDATE ticket_purchase SET principal_id = NULL',
    'UPDATE ticket_purchase SET livemode = true',
    `UPDATE stripe_event SET report = ''`,
    `UPDATE stripe_event SET session_id = ''`,
    'SELECT authority_import_facts()',
  ])('%s: 42501', async (statement) => {
    expect(await refusal(app.sql(statement))).toBe('42501');
  });

  test.each(['trade_fact', 'authority_fact'])('should append to %s, and let no user change it', async (table) => {
    await app.sql(`INSERT INTO ${table} VALUES (gen_random_uuid(), 1, '{}', sha256('x'))`);
    expect(await refusal(owner.sql(`UPDATE ${table} SET body = ''`))).toBe('AT003');
    expect(await refusal(owner.sql(`DELETE FROM ${table}`))).toBe('AT003');
  });

  // @spec FA10
  test('should keep the end of a revoked credential', async () => {
    await app.sql(
      `INSERT INTO credential (credential_id, platform_role, api_key, secret_ciphertext, secret_key_id, created_at)
       VALUES (gen_random_uuid(), 'console', 'ak_1', '', 'k', now())`,
    );
    expect(await refusal(app.sql('UPDATE credential SET revoked_at = now()'))).toBe('done');
    expect(await refusal(app.sql('UPDATE credential SET revoked_at = NULL'))).toBe('AT003');
    expect(await refusal(app.sql(`UPDATE credential SET revoked_at = now() + interval '1 hour'`))).toBe('AT003');
    expect(await refusal(app.sql('UPDATE credential SET last_used_at = now()'))).toBe('done');
  });
});

describe('An invalid journal', () => {
  const call = (lines: unknown, kind = 'bond_reserve') =>
    refusal(
      app.sql(
        'SELECT ledger_post($1, $2, $3, $4, NULL, $5, now())',
        newId(),
        newId(),
        kind,
        Buffer.alloc(32),
        JSON.stringify(lines),
      ),
    );
  const mine = { kind: 'ticket', principal_id: principal };

  test.each([
    ['no lines', [], 'AT004'],
    ['an unknown kind of account', [{ debit: { kind: 'gold' }, credit: mine, amount: 1 }], '23514 ledger_account_kind'],
    [
      'an account without its owner',
      [{ debit: mine, credit: { kind: 'ticket' }, amount: 1 }],
      '23514 ledger_account_principal',
    ],
    [
      'a principal given as a human',
      [{ debit: { kind: 'ticket', human_id: principal }, credit: stripeClearing, amount: 1 }],
      '23514 ledger_account_human',
    ],
    [
      'an owner for the platform',
      [{ debit: mine, credit: { ...platformFee, principal_id: other }, amount: 1 }],
      '23514 ledger_account_mode',
    ],
    ['one account on both sides', [{ debit: mine, credit: mine, amount: 1 }], '23514 ledger_posting_two_accounts'],
    [
      'nothing moved',
      [{ debit: mine, credit: { kind: 'bond_available', principal_id: principal }, amount: 0 }],
      '23514 ledger_posting_amount',
    ],
    [
      'less than nothing',
      [{ debit: mine, credit: { kind: 'bond_available', principal_id: principal }, amount: -1 }],
      '23514 ledger_posting_amount',
    ],
    ['no amount', [{ debit: mine, credit: { kind: 'bond_available', principal_id: principal } }], '23502'],
    [
      'a fraction',
      [{ debit: mine, credit: { kind: 'bond_available', principal_id: principal }, amount: 0.5 }],
      '22P02',
    ],
  ])('%s', async (_, lines, expected) => {
    expect(await call(lines)).toBe(expected);
    expect(await balance(app, tickets(principal))).toBe(85n);
  });
});
