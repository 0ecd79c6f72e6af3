import { eventCursor } from '../../../src/domain/events/event-cursor';
import { startTestApp, type TestApp } from '../../support/app';
import { createParty, mutate, type Party } from '../../support/actors';
import { startMcp } from '../../support/mcp';

/** `ats_wait` when the stream of events ends: nothing is reported as "no events" that is a failure. */

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

// @spec MC8
test.each([1, 10])('ats_wait says within %d s that the service does not answer', async (timeoutSeconds) => {
  const lost = await startMcp(app, await createParty(app, 'Lost'), { url: 'http://127.0.0.1:9' });
  const { isError, body } = await lost.call('ats_wait', { after: eventCursor(0n), timeoutSeconds });
  await lost.close();
  expect([isError, body]).toEqual([true, expect.objectContaining({ code: 'service_unreachable' })]);
});

async function revokeCredential({ api, owner, principalKey, credential }: Party): Promise<void> {
  const { nodes } = await api.credentials.list();
  const own = nodes.find(({ apiKey }) => apiKey === credential.apiKey);
  const input = { principalKey, credentialId: own?.credentialId };
  await mutate(owner, 'revokeCredential', input, 'credential { status }');
}

// @spec MC8
it('should end ats_wait with what to do when the credential is revoked', async () => {
  const party = await createParty(app, 'Revoked');
  const revoked = await startMcp(app, party);
  const { cursor } = await revoked.done<{ cursor: string | null }>('ats_wait', { timeoutSeconds: 1 });
  await revokeCredential(party);
  for (const args of [{ after: cursor ?? eventCursor(0n) }, {}]) {
    const { isError, body } = await revoked.call('ats_wait', { ...args, timeoutSeconds: 10 });
    expect([isError, body]).toEqual([true, expect.objectContaining({ code: 'credential_invalid' })]);
    expect(body['remedy']).toContain('credential');
  }
  await revoked.close();
});

it('should answer without events when the time is over and the service answers', async () => {
  const quiet = await startMcp(app, await createParty(app, 'Quiet'));
  const after = eventCursor(0n);
  expect(await quiet.done('ats_wait', { after, timeoutSeconds: 1 })).toEqual({ events: [], cursor: after });
  await quiet.close();
});
