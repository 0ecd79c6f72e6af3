import { createEventStream, type TradingEvent } from '../../../src/client';

import { idOf, keyOf } from '../../../src/domain/keys';
import { useTestApp } from '../../support/app';
import { newId } from '../../support/ledger';
import { until } from '../../support/service';
import { createParty, mutate } from '../../support/actors';

const app = useTestApp();

test('should deliver a committed event to a client of the whole service, and end the stream on revocation', async () => {
  const alice = await createParty(app, 'alice');
  const { credential, principalKey } = alice;
  const stream = createEventStream({ url: app.url, credential, principalKey, maximumFailures: 1 });
  const received: TradingEvent[] = [];
  const following = (async () => {
    for await (const event of stream) received.push(event);
  })();
  const ended = following.then(
    () => undefined,
    (error: unknown) => error,
  );
  const insertEvent = () =>
    app.sql(
      `INSERT INTO event (event_id, principal_id, type, subject_key, data, created_at)
       VALUES ($1, $2, 'tickets.credited', $3, '{"session_id":"cs"}', now())`,
      [newId(), idOf('prn', principalKey), principalKey],
    );
  await until(async () => {
    await insertEvent();
    return received.length > 0;
  }, 'an event');
  expect(received[0]).toMatchObject({ type: 'TICKETS_CREDITED', subjectKey: principalKey, data: { session_id: 'cs' } });
  const [row] = await app.sql<{ credential_id: string }>('SELECT credential_id FROM credential WHERE api_key = $1', [
    credential.apiKey,
  ]);
  await mutate(
    alice.owner,
    'revokeCredential',
    { principalKey, credentialId: keyOf('crd', row?.credential_id ?? '') },
    'credential { status }',
  );
  const revokedAt = performance.now();
  expect(await ended).toMatchObject({ closeCode: 4401 });
  expect(performance.now() - revokedAt).toBeLessThan(1_000);
});
