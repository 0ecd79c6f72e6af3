import { ledgerHalt } from '../../../src/ledger/ledger';
import { readDatabaseStats } from '../../../src/database/repositories/database-stats';
import type { Database } from '../../../src/database/transactions/database';
import { ledgerInvariantCheck } from '../../../src/workers/ledger/invariant-check';
import { startTestApp, type TestApp } from '../../support/app';
import { newId } from '../../support/ledger';
import { openStore, readableLog } from '../../support/service';
import { buyTickets, createParty, mutate, type Party, until } from '../../support/actors';

// @spec LE9
describe('A broken I1 or I5 stops ledger writes (503) rather than going on wrong', () => {
  let app: TestApp;
  let store: Database;
  let party: Party;

  beforeAll(async () => {
    app = await startTestApp({ ATS_ROLE: 'api' });
    store = await openStore(app.ownerUrl);
    party = await createParty(app, 'guarded');
    await buyTickets(party);
  });

  afterAll(async () => {
    await store.close();
    await app.stop();
  });

  const reserve = () => mutate(party.api, 'reserveBond', { amountStamps: 1 }, 'principal { bondAvailableStamps }');

  test('should show no metric before its first run', async () => {
    expect(await readDatabaseStats(store)).toMatchObject({ ledgerViolations: null, ledgerInvariantCheckSeconds: null });
  });

  test('should not halt a sound ledger', async () => {
    await ledgerInvariantCheck(store, readableLog()).run();
    expect(await ledgerHalt(store)).toBeUndefined();
    await expect(reserve()).resolves.toMatchObject({ principal: { bondAvailableStamps: 1 } });
    expect(await readDatabaseStats(store)).toMatchObject({ ledgerViolations: 0 });
  });

  test('should end a long run at a stop of the service, without a failure', async () => {
    const [view] = await app.sql<{ text: string }>(`SELECT pg_get_viewdef('audit_i1_sum') AS text`);
    await app.sql('CREATE OR REPLACE VIEW audit_i1_sum AS SELECT pg_sleep(600)::text AS detail');
    const running = () =>
      app.sql<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE 'SELECT detail FROM audit_i1_sum%'`,
      );
    const stop = new AbortController();
    const run = ledgerInvariantCheck(store, readableLog()).run(stop.signal);
    const [check] = await until(running, (rows) => rows.length > 0);
    stop.abort();
    await expect(run).resolves.toBe(false);
    await app.sql('SELECT pg_terminate_backend($1)', [check?.pid]);
    await app.sql(`CREATE OR REPLACE VIEW audit_i1_sum AS ${view?.text ?? ''}`);
    expect(await ledgerHalt(store)).toBeUndefined();
  });

  test('should halt the ledger for stamps in accounts without a trade, and show the number of findings', async () => {
    const trade = newId();
    const asSuperuser = (statements: string): Promise<unknown> =>
      app.sql(`SET session_replication_role = replica; ${statements}; SET session_replication_role = DEFAULT`);
    await asSuperuser(`
      WITH held AS (INSERT INTO ledger_account (kind, mode, principal_id, trade_id)
        SELECT 'trade_bond', 'sync', principal_id, '${trade}' FROM principal LIMIT 1 RETURNING account_id)
      INSERT INTO ledger_balance (account_id, balance, entry_seq) SELECT account_id, 7, 1 FROM held;
      UPDATE ledger_deferred SET amount = amount - 7`);
    const check = ledgerInvariantCheck(store, readableLog());
    await check.run();
    expect(await ledgerHalt(store)).toMatchObject({
      reason: expect.stringMatching(/^I5: .*7 held, 0 expected/) as string,
    });
    expect(await readDatabaseStats(store)).toMatchObject({ ledgerViolations: 1 });
    await expect(reserve()).rejects.toMatchObject({ code: 'service_unavailable', status: 503 });
    // After the repair and the restart by the owner the next run finds nothing.
    await asSuperuser(`
      DELETE FROM ledger_balance WHERE account_id IN (SELECT account_id FROM ledger_account WHERE trade_id = '${trade}');
      DELETE FROM ledger_account WHERE trade_id = '${trade}';
      UPDATE ledger_deferred SET amount = amount + 7`);
    await app.sql('DELETE FROM ledger_halt');
    await check.run();
    expect(await readDatabaseStats(store)).toMatchObject({ ledgerViolations: 0 });
    await expect(reserve()).resolves.toMatchObject({ principal: { bondAvailableStamps: 2 } });
  });

  test('should halt the ledger also if the result of the run cannot be stored', async () => {
    const add = (amount: number): Promise<unknown> =>
      app.sql(`BEGIN; SET LOCAL session_replication_role = replica;
        UPDATE ledger_balance b SET balance = balance + ${String(amount)} FROM ledger_account a
          WHERE a.account_id = b.account_id AND a.kind = 'ticket'; COMMIT`);
    await add(1);
    await app.sql('ALTER FUNCTION ledger_record_guard(int) RENAME TO ledger_record_guard_away');
    const check = ledgerInvariantCheck(store, readableLog());
    await expect(check.run()).rejects.toThrow('ledger_record_guard');
    expect(await ledgerHalt(store)).toMatchObject({ reason: expect.stringMatching(/^I1: /) as string });
    await app.sql('ALTER FUNCTION ledger_record_guard_away(int) RENAME TO ledger_record_guard');
    await add(-1);
    await app.sql('DELETE FROM ledger_halt');
    await check.run();
    expect(await ledgerHalt(store)).toBeUndefined();
  });

  // @id ledger-stopped
  test('should refuse every posting after one stamp too many, until the schema owner resumes the ledger', async () => {
    await app.sql('BEGIN');
    await app.sql('SET LOCAL session_replication_role = replica');
    await app.sql(
      `UPDATE ledger_balance b SET balance = balance + 1 FROM ledger_account a
       WHERE a.account_id = b.account_id AND a.kind = 'ticket'`,
    );
    await app.sql('COMMIT');
    const log = readableLog();
    await ledgerInvariantCheck(store, log).run();
    expect(log.lines).toMatchObject([{ level: 'error', fields: { finding: { check: 'I1' } } }]);
    expect(await ledgerHalt(store)).toMatchObject({ reason: expect.stringMatching(/^I1: /) as string });
    const error: unknown = await reserve().catch((error: unknown) => error);
    expect(error).toMatchObject({ code: 'service_unavailable', status: 503, members: { reason: 'ledger_stopped' } });
  });
});
