import { eventCursor } from '../../../src/domain/events/event-cursor';
import { idOf } from '../../../src/domain/keys';
import { useTestApp } from '../../support/app';
import { accept, activate, createParty, mutate, type Party, propose, startTrade } from '../../support/actors';
import { Connection } from '../../support/ledger';
import { startMcp } from '../../support/mcp';
import { until } from '../../support/service';
import { twoParties } from '../../support/trades';

/** `ats_wait` when the stream of events ends: nothing is reported as "no events" that is a failure. */

const app = useTestApp();

/** Waits until clients can read all events. */
const eventsRelayed = (): Promise<void> =>
  until(async () => (await app.sql('SELECT FROM event WHERE sequence IS NULL')).length === 0, 'all events are relayed');

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
  const { cursor } = await revoked.done<{ cursor: string }>('ats_wait', { timeoutSeconds: 1 });
  await revokeCredential(party);
  for (const args of [{ after: cursor }, {}]) {
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

// @spec MC34
it('should return a cursor without an event, also before the first one, and miss no event after it', async () => {
  const { provider, consumer } = await twoParties(app);
  const { proposalKey } = await propose(provider, consumer);
  const fresh = await startMcp(app, await createParty(app, 'Fresh'));
  const types = ['PROPOSAL_ACCEPTED'];
  expect(await fresh.done('ats_wait', { timeoutSeconds: 1 })).toEqual({ events: [], cursor: eventCursor(0n) });
  const mcp = await startMcp(app, provider);
  const { events, cursor } = await mcp.done<Waited>('ats_wait', { types, timeoutSeconds: 1 });
  expect([events, cursor]).toEqual([[], expect.any(String)]);
  await accept({ proposalKey }, provider, consumer);
  const next = await mcp.done<Waited>('ats_wait', { types, after: cursor, timeoutSeconds: 10 });
  expect(next.events).toEqual([expect.objectContaining({ subjectKey: proposalKey })]);
  await Promise.all([fresh.close(), mcp.close()]);
});

interface Waited {
  readonly events: readonly { readonly type: string; readonly subjectKey: string }[];
  readonly cursor: string;
}

// @spec MC34
it('should return an event that happens while ats_wait has no cursor', async () => {
  const { provider, consumer } = await twoParties(app);
  const deal = await propose(provider, consumer);
  const waiting = await startMcp(app, provider);
  const types = ['PROPOSAL_ACCEPTED'];
  const answer = waiting.done<Waited>('ats_wait', { types, timeoutSeconds: 50 });
  await accept(deal, provider, consumer);
  expect((await answer).events).toEqual([
    expect.objectContaining({ type: 'PROPOSAL_ACCEPTED', subjectKey: deal.proposalKey }),
  ]);
  await waiting.close();
});

// @spec MC34
it('should return events before a move of the clock with sinceMinutes, and go on after their cursor', async () => {
  const { provider, consumer } = await twoParties(app);
  const { proposalKey } = await propose(provider, consumer);
  await eventsRelayed();
  app.clock.advance(3_600);
  const late = await startMcp(app, consumer);
  const types = ['PROPOSAL_CREATED', 'PROPOSAL_COUNTERED'];
  const none = await late.done<Waited>('ats_wait', { types, timeoutSeconds: 1 });
  // The newest event is of another type.
  expect(none).toEqual({ events: [], cursor: expect.any(String) as unknown });
  const { events, cursor } = await late.done<Waited>('ats_wait', { types, sinceMinutes: 61, timeoutSeconds: 1 });
  expect(events).toEqual([expect.objectContaining({ type: 'PROPOSAL_CREATED', subjectKey: proposalKey })]);
  expect(await late.done('ats_wait', { types, after: cursor, timeoutSeconds: 1 })).toEqual({ events: [], cursor });
  await late.close();
});

// @spec MC39
it('should return the events of the trade alone, and a cursor after those of other trades', async () => {
  const { provider, consumer } = await twoParties(app);
  const [own, other] = [
    (await startTrade(provider, consumer)).tradeKey,
    (await startTrade(provider, consumer)).tradeKey,
  ];
  const mcp = await startMcp(app, consumer);
  const types = ['TRADE_CREATED'];
  await eventsRelayed();
  const all = await mcp.done<Waited>('ats_wait', { types });
  expect(all.events.map(({ subjectKey }) => subjectKey)).toEqual([own, other]);
  for (const start of [{}, { after: eventCursor(0n) }]) {
    const { events, cursor } = await mcp.done<Waited>('ats_wait', { types, tradeKey: other, ...start });
    expect(events.map(({ subjectKey }) => subjectKey)).toEqual([other]);
    expect(cursor).toBe(all.cursor);
  }
  const first = await mcp.done<Waited>('ats_wait', { types, tradeKey: own });
  const none = await mcp.done('ats_wait', { types, tradeKey: own, after: first.cursor, timeoutSeconds: 2 });
  expect(none).toEqual({ events: [], cursor: all.cursor });
  await mcp.close();
});

/** Far more than a call takes that does not wait. */
const LONG_SECONDS = 50;

// @spec MC45
it('should end the wait for one event of a trade when the trade ends with another, and say so at once later', async () => {
  const { provider, consumer } = await twoParties(app);
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  const { tradeKey } = trade;
  const mcp = await startMcp(app, consumer);
  const { cursor } = await mcp.done<Waited>('ats_wait', { tradeKey });
  const args = { tradeKey, types: ['TRADE_COMPLETED'], timeoutSeconds: LONG_SECONDS };
  const startedAt = performance.now();
  const waiting = mcp.done<Waited>('ats_wait', { ...args, after: cursor });
  await mutate(provider.api, 'withdrawFromTrade', { tradeKey }, 'trade { id }');
  const ended = { endedWith: 'TRADE_FAILED', nextStep: expect.stringContaining('ats_settlement') as unknown };
  const first = await waiting;
  expect(first).toMatchObject({ events: [{ type: 'TRADE_FAILED', subjectKey: tradeKey }], ...ended });
  // Behind the last event of the trade, and after more than the default minutes.
  const behind = await mcp.done<Waited>('ats_wait', { ...args, after: first.cursor });
  expect(behind).toEqual({ events: [], cursor: first.cursor, ...ended });
  expect(await mcp.done('ats_wait', { ...args, after: cursor })).toMatchObject({ events: first.events, ...ended });
  expect(await mcp.done('ats_wait', args)).toMatchObject({ events: first.events, ...ended });
  app.clock.advance(3_600);
  expect(await mcp.done('ats_wait', args)).toMatchObject({ events: [], ...ended });
  expect(performance.now() - startedAt).toBeLessThan(LONG_SECONDS * 1000);
  await mcp.close();
});

// @spec MC45
it('should refuse to wait for a trade that the principal does not have', async () => {
  const mcp = await startMcp(app, await createParty(app, 'Stranger'));
  const tradeKey = 'trd_00000000000000000000000000';
  for (const start of [{}, { after: eventCursor(0n) }])
    expect((await mcp.call('ats_wait', { tradeKey, ...start })).body).toMatchObject({ code: 'trade_not_found' });
  await mcp.close();
});

// @spec MC8
it.each([
  [{ types: ['TRADE_DONE'] }, 'TRADE_COMPLETED'],
  [{ after: eventCursor(0n), sinceMinutes: 1 }, 'either after or sinceMinutes'],
])('should refuse the arguments %j of ats_wait and name %s', async (args, words) => {
  const mcp = await startMcp(app, await createParty(app, 'Wrong'));
  const { isError, body } = await mcp.call('ats_wait', args);
  await mcp.close();
  expect([isError, body['code'], body['remedy']]).toEqual([true, 'invalid_arguments', expect.stringContaining(words)]);
});

// @spec MC8
it('should name the argument that the service refuses, outside of the remedy', async () => {
  const mcp = await startMcp(app, await createParty(app, 'Wrong'));
  const { body } = await mcp.call('ats_wait', { after: 'nowhere' });
  await mcp.close();
  expect(body).toMatchObject({ code: 'validation_failed', remedy: expect.stringContaining('`fields`') as unknown });
  expect(body['untrusted']).toContainEqual({ field: 'fields', text: expect.stringMatching(/^after /) as unknown });
});

// @spec MC45
it('should say that a trade has ended only when the event of its end can be read', async () => {
  const { provider, consumer } = await twoParties(app);
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  const { tradeKey } = trade;
  const mcp = await startMcp(app, consumer);
  const relay = await Connection.open(app.ownerUrl);
  await mcp.done<Waited>('ats_wait', { tradeKey });
  await relay.sql('BEGIN');
  await relay.sql('SELECT FROM event_head WHERE principal_id = $1 FOR UPDATE', idOf('prn', consumer.principalKey));
  await mutate(provider.api, 'withdrawFromTrade', { tradeKey }, 'trade { id }');
  const args = { tradeKey, types: ['TRADE_FAILED'] };
  const early = await mcp.done<Waited>('ats_wait', { ...args, timeoutSeconds: 1 });
  expect(early).toEqual({ events: [], cursor: expect.any(String) as unknown });
  await relay.sql('ROLLBACK');
  const ended = { events: [{ type: 'TRADE_FAILED' }], endedWith: 'TRADE_FAILED' };
  expect(await mcp.done('ats_wait', args)).toMatchObject(ended);
  expect(await mcp.done('ats_wait', { ...args, after: early.cursor })).toMatchObject(ended);
  await relay.close();
  await mcp.close();
});
