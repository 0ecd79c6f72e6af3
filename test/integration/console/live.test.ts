import { startTestApp, useTestApp } from '../../support/app';
import { busyTable } from '../../support/busy-table';
import { buyTickets, createParty, mutate, type Party, until } from '../../support/actors';
import { signIn, Browser } from '../sign-in/support';

/** The server-sent events of the console. */

const app = useTestApp({ ATS_CONSOLE: 'on' });
let party: Party;
let browser: Browser;
beforeAll(async () => {
  party = await createParty(app, 'Watcher');
  browser = new Browser();
  await signIn(browser, app, 'watcher');
  await mutate(
    party.owner,
    'putBinding',
    { principalKey: party.principalKey, provider: 'local', subject: 'watcher', role: 'VIEWER' },
    'binding { role }',
  );
});

const path = (): string => `/console/events/${party.principalKey}`;

interface Message {
  /** The name of the message; a plain one has none. */
  readonly event?: string | undefined;
  readonly id?: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Reads a stream like an EventSource, until `close`. */
async function open(path: string, headers: Record<string, string> = {}) {
  const response = await browser.send(`${app.url}${path}`, { headers: { accept: 'text/event-stream', ...headers } });
  const messages: Message[] = [];
  const state = { isClosed: false, isReady: false };
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async (): Promise<void> => {
    let text = '';
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done) break;
      text += value;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (data === undefined) continue;
        const id = /^id: (.*)$/m.exec(block)?.[1];
        const event = /^event: (.*)$/m.exec(block)?.[1];
        const message = { id, event, data: JSON.parse(data) as Message['data'] };
        if (event === 'ready') state.isReady = true;
        else messages.push(message);
      }
    }
    state.isClosed = true;
  };
  void read().catch(() => (state.isClosed = true));
  return { status: response.status, messages, state, close: () => void reader?.cancel().catch(() => undefined) };
}

const events = (messages: readonly Message[]) =>
  messages.filter(({ event }) => event === undefined).map(({ data }) => data['type']);
const first = async (from: { readonly messages: readonly Message[] }, count: number) =>
  until(
    () => Promise.resolve(from.messages),
    (messages) => messages.length >= count,
  );

test('the events of a principal arrive, and continue after the last event of the browser', async () => {
  const stream = await open(path());
  expect(stream.status).toBe(200);
  await until(() => Promise.resolve(stream.state.isReady), Boolean);
  await buyTickets(party, 'STARTER');
  const [message] = await first(stream, 1);
  expect(message).toMatchObject({
    data: { type: 'TICKETS_CREDITED', principalKey: party.principalKey, tradeKey: null },
  });
  stream.close();
  // While no stream is open, two more events happen.
  await buyTickets(party, 'STARTER');
  await buyTickets(party, 'STARTER');
  const id = String(message?.id);
  for (const again of [await open(path(), { 'last-event-id': id }), await open(`${path()}?after=${id}`)]) {
    expect(events(await first(again, 2))).toEqual(['TICKETS_CREDITED', 'TICKETS_CREDITED']);
    again.close();
  }
});

test('a stream of the principal of others is refused, so that the browser does not try again', async () => {
  const other = await createParty(app, 'Other');
  const stream = await open(`/console/events/${other.principalKey}`);
  expect((await first(stream, 1))[0]?.event).toBe('refused');
  await until(() => Promise.resolve(stream.state.isClosed), Boolean);
});

test('a stream that the database cannot begin is not refused, so that the browser tries again', async () => {
  const endBusy = await busyTable((text) => app.sql(text), 'event_head');
  const stream = await open(path());
  await until(() => Promise.resolve(stream.state.isClosed), Boolean);
  await endBusy();
  expect(stream.messages).toEqual([]);
  const again = await open(path());
  await until(() => Promise.resolve(again.state.isReady), Boolean);
  again.close();
});

test('the 21st stream of a human says that it is limited, and a later one begins', async () => {
  const streams = await Promise.all(Array.from({ length: 20 }, () => open(path())));
  await until(() => Promise.resolve(streams.every(({ state }) => state.isReady)), Boolean);
  const further = await open(path());
  await until(() => Promise.resolve(further.state.isClosed), Boolean);
  expect([further.state.isReady, further.messages.map(({ event }) => event)]).toEqual([false, ['limited']]);
  streams.forEach(({ close }) => close());
  await until(async () => {
    const again = await open(path());
    await until(() => Promise.resolve(again.state.isReady || again.state.isClosed), Boolean);
    again.close();
    return again.state.isReady;
  }, Boolean);
});

test('a stream ends soon after the sign-out, and another is refused', async () => {
  const stream = await open(path());
  const jar = browser.jar();
  await browser.post(`${app.url}/auth/logout`);
  await until(() => Promise.resolve(stream.state.isClosed), Boolean, 10_000);
  expect(stream.messages.at(-1)?.event).toBe('ended');
  browser.put(jar);
  expect((await open(path())).status).toBe(401);
  browser.put(new Map());
  expect((await open(path())).status).toBe(401);
});

test('the state of a queue arrives at once for an operator, and is refused to others', async () => {
  await signIn(browser, app, 'visitor');
  expect((await open('/console/queues/VERDICT')).status).toBe(403);
  await signIn(browser, app, 'operator');
  const stream = await open('/console/queues/VERDICT');
  expect((await first(stream, 1))[0]?.data).toMatchObject({ queue: 'VERDICT', count: 0 });
  stream.close();
  expect((await open('/console/queues/OTHER')).status).toBe(404);
});

// @spec SU11
test('the operators of a console have more than 20 streams, although they share its credential', async () => {
  await signIn(browser, app, 'operator');
  const streams = await Promise.all(Array.from({ length: 30 }, () => open('/console/queues/VERDICT')));
  await until(() => Promise.resolve(streams.every(({ state: { isReady, isClosed } }) => isReady || isClosed)), Boolean);
  expect(streams.filter(({ state }) => state.isReady)).toHaveLength(30);
  streams.forEach(({ close }) => close());
});

test('a stop of the service ends the open streams before its grace', async () => {
  const own = await startTestApp({ ATS_CONSOLE: 'on', ATS_STOP_GRACE_SECONDS: '60' });
  await signIn(browser, own, 'operator');
  const response = await browser.send(`${own.url}/console/queues/VERDICT`, {});
  const reader = response.body?.getReader();
  await reader?.read();
  const startedAt = performance.now();
  await own.stop();
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  while (reader && !(await reader.read()).done);
});
