import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../support/actors';
import { useTestApp } from '../../support/app';
import { freePort } from '../../support/free-port';
import { credit, pushedParty } from '../../support/webhook-agents';

/** The migration that adds the type of its event to each delivery. */

const migration = readFileSync(join(__dirname, '..', '..', '..', 'migrations', '0031-delivery-types.sql'), 'utf8');
const backfill = migration.slice(migration.indexOf('UPDATE webhook_delivery'), migration.indexOf('CREATE INDEX'));

const app = useTestApp({ ATS_WEBHOOK_ALLOW_PRIVATE: 'true' });

test('should give deliveries the types that the service gives them', async () => {
  const party = await pushedParty(app, `http://127.0.0.1:${await freePort()}/`, ['TICKETS_CREDITED']);
  await credit(app, party, 2);
  const types = () =>
    app.sql<{ type: string | null }>(
      `SELECT d.delivery_id, d.event_type AS type FROM webhook_delivery d JOIN agent a USING (agent_id)
       WHERE a.notification_url IS NOT NULL ORDER BY 1`,
    );
  const made = await until(types, (rows) => rows.length >= 2);
  expect(made.map(({ type }) => type)).toEqual(['tickets.credited', 'tickets.credited']);
  await app.sql('UPDATE webhook_delivery SET event_type = NULL');
  expect((await types()).map(({ type }) => type)).toEqual([null, null]);
  await app.sql(backfill);
  expect(await types()).toEqual(made);
});
