import { idOf } from '../../../src/domain/keys';
import { createParty } from '../../support/actors';
import { startTestApp, type TestApp } from '../../support/app';
import { Connection } from '../../support/ledger';
import { planOf } from '../../support/plan';

let app: TestApp;
let db: Connection;
beforeAll(async () => {
  app = await startTestApp({ ATS_ROLE: 'api' });
  db = await Connection.open(app.ownerUrl);
  // New statistics would replace the plans.
  await db.sql('ALTER TABLE listing SET (autovacuum_enabled = off)');
});
afterAll(async () => {
  await db.close();
  await app.stop();
});

test.each(['update', 'try'])(
  'load_decision_data with lock %s reads few blocks for a publisher of many listings',
  async (lock) => {
    const party = await createParty(app, 'Publisher');
    const principalId = idOf('prn', party.principalKey);
    const publisher = { agent_id: party.agentId, trade_profile: 'another' };
    const request = JSON.stringify({ lock, principal_ids: [principalId], publisher });
    const load = { text: 'SELECT load_decision_data($1, now())', values: [request] };
    // The connection keeps the plans of its first calls, when there were few listings.
    await planOf(db, load);
    const before = await planOf(db, load);
    await app.sql(
      `INSERT INTO listing SELECT gen_random_uuid(), $1, $2, 'many.' || n, 'provide', 'Ask', '', '{}', 100,
       '[{"title": "Ask", "share_bps": 10000, "trade_profile": null}]', NULL, NULL, NULL, NULL,
       CASE WHEN n % 2 = 0 THEN 'active' ELSE 'closed' END, now(), now() FROM generate_series(1, 10000) n`,
      [principalId, party.agentId],
    );
    // The first call may read the catalog again.
    await planOf(db, load);
    const after = await planOf(db, load);
    expect(after.blocks).toBeLessThan(before.blocks + 20);
  },
);
