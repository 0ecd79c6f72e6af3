import { createSigningFetch } from '../../../src/client';
import { eventCursor } from '../../../src/domain/events/event-cursor';
import { createParty, mutate, type Party, principal, propose, until } from '../../support/actors';
import { startTestApp, useTestApp } from '../../support/app';
import { connectHosted, type RawAnswer, sendMessage, toolCall } from '../../support/hosted-mcp';
import { answerOf } from '../../support/mcp';
import { scrape } from '../../support/scrape';
import { twoParties } from '../../support/trades';

/** `ats_wait` over `POST /mcp`: it holds no connection to the database, and it ends with its client and its service. */

// Fewer connections to the database than waits.
const app = useTestApp({ ATS_DATABASE_POOL_SIZE: '4' }, { freeMetricsPort: true });
let provider: Party;
let consumer: Party;

const SECONDS = 50;
// Other events, such as those of a purchase, may still arrive.
const TYPES = ['PROPOSAL_CREATED'];
/** As many as one credential may have open sockets. */
const MAX_WAITS = 20;

beforeAll(async () => {
  ({ provider, consumer } = await twoParties(app));
});

/** The answer of a tool call. */
const answered = ({ json }: RawAnswer) => answerOf(json['result'] as Parameters<typeof answerOf>[0]);

const newestCursor = async ({ api }: Party): Promise<string> => {
  const { events } = await principal<{ events: { nodes: { cursor: string }[] } }>(
    api,
    'events(first: 200) { nodes { cursor } }',
  );
  return events.nodes.at(-1)?.cursor ?? eventCursor(0n);
};

const openWaits = async (): Promise<number> => (await scrape(app.metricsUrl)).get('ats_subscriptions_open') ?? 0;

interface Waits {
  readonly answers: Promise<PromiseSettledResult<RawAnswer>[]>;
  readonly abort: () => void;
}

/** Begins waits for events that have not happened, and resolves when all of them are open. */
async function beginWaits(party: Party, count: number): Promise<Waits> {
  const controller = new AbortController();
  const { credential } = party;
  const signing = createSigningFetch({
    credential,
    fetch: (url, init) => fetch(url, { ...init, signal: controller.signal }),
  });
  const call = toolCall('ats_wait', { after: await newestCursor(party), types: TYPES, timeoutSeconds: SECONDS });
  const answers = Promise.allSettled(Array.from({ length: count }, () => sendMessage(app, signing, call)));
  await until(openWaits, (open) => open === count);
  return { answers, abort: () => controller.abort() };
}

// @spec MC14
test('20 waits hold no connection to the database, and the next event ends them', async () => {
  const { answers } = await beginWaits(consumer, MAX_WAITS);
  const busy = "SELECT 1 FROM pg_stat_activity WHERE state <> 'idle' AND pid <> pg_backend_pid()";
  await until(
    () => app.sql(busy),
    (rows) => rows.length === 0,
  );
  const { proposalKey } = await propose(provider, consumer);
  for (const answer of await answers) {
    if (answer.status === 'rejected') throw answer.reason;
    expect(answered(answer.value).body['events']).toContainEqual(expect.objectContaining({ subjectKey: proposalKey }));
  }
  expect(await openWaits()).toBe(0);
});

// @spec MC14
test('a wait above the limit of sockets is refused, and a client that goes away ends its waits', async () => {
  const { answers, abort } = await beginWaits(consumer, MAX_WAITS);
  const mcp = await connectHosted(app, consumer.credential);
  const args = { after: await newestCursor(consumer), types: TYPES, timeoutSeconds: 1 };
  expect((await mcp.call('ats_wait', args)).body).toMatchObject({ code: 'rate_limited', limit: 'sockets' });
  abort();
  for (const { status } of await answers) expect(status).toBe('rejected');
  await until(openWaits, (open) => open === 0);
  expect(await mcp.done('ats_wait', args)).toEqual({ events: [], cursor: args.after });
  await mcp.close();
});

// @spec MC14
test('a revoked credential ends its wait with what to do', async () => {
  const party = await createParty(app, 'Revoked');
  const { answers } = await beginWaits(party, 1);
  const { nodes } = await party.api.credentials.list();
  const credentialId = nodes.find(({ apiKey }) => apiKey === party.credential.apiKey)?.credentialId;
  const { owner, principalKey } = party;
  await mutate(owner, 'revokeCredential', { principalKey, credentialId }, 'credential { status }');
  const [answer] = await answers;
  if (answer?.status !== 'fulfilled') throw new Error('the wait has no answer');
  expect(answered(answer.value)).toMatchObject({ isError: true, body: { code: 'credential_invalid' } });
});

// @spec MC14
test('a cursor that the log never issued is refused', async () => {
  const mcp = await connectHosted(app, consumer.credential);
  for (const after of [eventCursor(1_000_000n), 'not a cursor'])
    expect((await mcp.call('ats_wait', { after })).body).toMatchObject({ code: 'validation_failed' });
  await mcp.close();
});

// @spec MC14
test('a stop of the service ends the waits, and their clients get an answer', async () => {
  const stopping = await startTestApp({ ATS_STOP_GRACE_SECONDS: '60' }, { freeMetricsPort: true });
  const { credential } = await createParty(stopping, 'Stopping');
  const call = toolCall('ats_wait', { after: eventCursor(0n), types: TYPES, timeoutSeconds: SECONDS });
  const withoutCursor = toolCall('ats_wait', { types: TYPES, timeoutSeconds: SECONDS });
  const answers = [withoutCursor, call].map((one) => sendMessage(stopping, createSigningFetch({ credential }), one));
  const isOpen = async () => (await scrape(stopping.metricsUrl)).get('ats_subscriptions_open');
  await until(isOpen, (open) => open === 1);
  const startedAt = performance.now();
  await stopping.stop();
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  for (const { status, headers, ...raw } of await Promise.all(answers)) {
    expect([status, headers.get('connection')]).toEqual([200, 'close']);
    expect(answered({ status, headers, ...raw })).toMatchObject({ isError: false, body: { events: [] } });
  }
});
