import { Client } from 'pg';
import { eventCursor } from '../../../src/domain/events/event-cursor';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { openStore, testServices, until } from '../../support/service';
import { connect, EVENTS, issue, newPrincipal, publishEvents, sign, startInstance, subscribe } from './support';

let database: TestDatabase;
let owner: Client;
beforeAll(async () => {
  database = await freshDatabase();
  owner = new Client(database.ownerUrl);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

// @spec CR21
test('should close the socket of a credential that has reached its end with 4401, and send no later event', async () => {
  const services = testServices();
  const store = await openStore(database.url);
  const instance = await startInstance(database.url, services);
  const principalId = await newPrincipal(store);
  const credential = await issue(store, services, { principalId });
  const socket = connect(instance.url, { headers: sign(instance.url, credential) });
  try {
    const listener = subscribe(socket, { query: EVENTS, variables: { after: eventCursor(0n) } });
    await publishEvents(store, principalId, 1);
    await until(() => listener.events.length === 1, 'an event');
    await owner.query('UPDATE credential SET expires_at = now() WHERE credential_id = $1', [credential.credentialId]);
    await publishEvents(store, principalId, 1);
    expect(await socket.closed).toMatchObject({ code: 4401 });
    expect(listener.events).toHaveLength(1);
  } finally {
    await socket.client.dispose();
    await instance.stop();
    await store.close();
  }
});
