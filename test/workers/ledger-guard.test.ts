import { stopped } from '../../src/store/books';
import type { Store } from '../../src/store/tx';
import { ledgerGuard } from '../../src/workers/ledger-guard';
import { startTestApp, type TestApp } from '../support/app';
import { openStore, readableLog } from '../support/service';
import { buyTickets, createParty, mutate, type Party } from '../support/world';

describe('A broken I1 or I5 stops ledger writes (503) rather than going on wrong', () => {
  let app: TestApp;
  let store: Store;
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

  test('sound books are left alone', async () => {
    await ledgerGuard(store, readableLog()).run();
    expect(await stopped(store)).toBeUndefined();
    await expect(reserve()).resolves.toMatchObject({ principal: { bondAvailableStamps: 1 } });
  });

  test('a stamp too many stops every posting until the owner of the books lets it go on', async () => {
    await app.sql('BEGIN');
    await app.sql('SET LOCAL session_replication_role = replica');
    await app.sql(
      `UPDATE ledger_balance b SET balance = balance + 1 FROM ledger_account a
       WHERE a.account_id = b.account_id AND a.kind = 'ticket'`,
    );
    await app.sql('COMMIT');
    const log = readableLog();
    await ledgerGuard(store, log).run();
    expect(log.lines).toMatchObject([{ level: 'error', fields: { finding: { check: 'I1' } } }]);
    expect(await stopped(store)).toMatchObject({ reason: expect.stringMatching(/^I1: /) as string });
    const caught: unknown = await reserve().catch((error: unknown) => error);
    expect(caught).toMatchObject({ code: 'service_unavailable', status: 503 });
  }, 60_000);
});
