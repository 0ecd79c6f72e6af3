import { freshDatabase, type TestDatabase } from '../../support/database';
import { Connection, newId } from '../../support/ledger';
import { testServices, until } from '../../support/service';
import { connect, type Instance, issue, newPrincipal, publishEvents, sign, startInstance, subscribe } from './support';

/** The end of a subscription to the events of all principals of a human. */

let database: TestDatabase;
let owner: Connection;
let instance: Instance;
let open = 0;
const base = testServices();
const services = {
  ...base,
  metrics: { ...base.metrics, subscriptionBegun: () => (open += 1), subscriptionEnded: () => (open -= 1) },
};

beforeAll(async () => {
  database = await freshDatabase();
  owner = await Connection.open(database.ownerUrl);
  instance = await startInstance(database.url, services);
});
afterAll(async () => {
  await instance.stop();
  await owner.close();
  await database.drop();
});

// @spec SU22
test('A binding that is removed ends the subscription, and the streams of the other principals', async () => {
  const [first, second] = [await newPrincipal(instance.store), await newPrincipal(instance.store)];
  const human = newId();
  await owner.sql(`INSERT INTO human VALUES ($1, 'test', $2, now())`, human, human);
  for (const principal of [first, second])
    await owner.sql(`INSERT INTO binding VALUES ($1, $2, $3, 'viewer', now())`, newId(), principal, human);
  const platform = await issue(instance.store, services, { role: 'console' });
  const acting = { 'x-acting-provider': 'test', 'x-acting-subject': human };
  const connected = connect(instance.url, { headers: sign(instance.url, platform, acting) });
  try {
    const frames: { readonly type: string }[] = [];
    connected.client.on('message', (message) => frames.push(message));
    const all = subscribe(connected, { query: 'subscription { events(allPrincipals: true) { sequence } }' });
    await until(() => open === 2, 'both streams have begun');
    await owner.sql('DELETE FROM binding WHERE human_id = $1 AND principal_id = $2', human, first);
    await publishEvents(instance.store, first, 1);
    await all.ended;
    expect(all.errors).toMatchObject([{ extensions: { code: 'principal_access_denied' } }]);
    expect(all.errors).toMatchObject([{ message: expect.stringContaining('no longer bound') as string }]);
    await until(() => open === 0, 'both streams have ended');
    await publishEvents(instance.store, second, 1);
    expect(frames.map(({ type }) => type).filter((type) => type === 'next')).toEqual([]);
    await owner.sql('DELETE FROM binding WHERE human_id = $1', human);
    const unbound = connect(instance.url, { headers: sign(instance.url, platform, acting) });
    const none = subscribe(unbound, { query: 'subscription { events(allPrincipals: true) { sequence } }' });
    await none.ended;
    expect(none.errors).toMatchObject([{ extensions: { code: 'principal_access_denied' } }]);
    await unbound.client.dispose();
  } finally {
    await connected.client.dispose();
  }
});
