import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { signConnectionParams, type Signer } from '../../../src/client';
import { AttentionPoller } from '../../../src/api/subscriptions/attention-poller';
import type { Database } from '../../../src/database/transactions/database';
import type { Statement } from '../../../src/database/transactions/statement';
import { idOf } from '../../../src/domain/keys';
import { useTestApp } from '../../support/app';
import { newId } from '../../support/ledger';
import { twoParties } from '../../support/trades';
import { signerOf } from '../../support/exchange';
import { openStore, testServices, until } from '../../support/service';
import {
  accept,
  activate,
  createParty,
  mutate,
  type Party,
  propose,
  publishContract,
  startTrade,
} from '../../support/actors';

/** The subscription to what waits for a principal. No worker ends anything. */

interface Item {
  readonly kind: string;
  readonly subjectKey: string;
}

interface Watched {
  readonly lists: (readonly Item[])[];
  readonly times: number[];
  readonly errors: { readonly path?: unknown; readonly extensions: Readonly<Record<string, unknown>> }[];
  readonly closed: Promise<number>;
}

const app = useTestApp({ ATS_ROLE: 'api' });
let provider: Party;
let consumer: Party;
const stops: (() => void)[] = [];

beforeAll(async () => {
  ({ provider, consumer } = await twoParties(app));
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const QUERY = `subscription ($p: ID, $first: Int) { attentionChanged(principalKey: $p, first: $first) {
  kind dueAt subjectKey subject { __typename id } agent { agentKey } action { operation } } }`;

/** Watches in a socket of its own. */
function watch(signer: Signer, variables: Record<string, unknown> = {}): Watched {
  const http = `${app.url}/graphql`;
  let close: (code: number) => void;
  const closed = new Promise<number>((resolve) => (close = resolve));
  const client = createClient({
    url: http.replace(/^http/, 'ws'),
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    connectionParams: () => ({ ...signConnectionParams(http, signer) }),
    on: { closed: (event) => close((event as { code: number }).code) },
  });
  const watched: Watched = { lists: [], times: [], errors: [], closed };
  client.subscribe<{ attentionChanged: readonly Item[] }>(
    { query: QUERY, variables },
    {
      next: ({ data }) => {
        watched.times.push(performance.now());
        watched.lists.push(data?.attentionChanged ?? []);
      },
      error: (errors) => {
        if (Array.isArray(errors)) watched.errors.push(...(errors as never[]));
      },
      complete: () => undefined,
    },
  );
  stops.push(() => void client.dispose());
  return watched;
}

const acting = (subject: string): Signer => ({ credential: app.console, acting: { provider: 'test', subject } });
const kinds = (list: readonly Item[] | undefined) => list?.map(({ kind, subjectKey }) => [kind, subjectKey]);

async function nextList({ lists }: Watched, count: number): Promise<readonly Item[] | undefined> {
  await until(() => lists.length >= count, `list ${String(count)}`);
  return lists.at(-1);
}

// @spec SU24
test('attentionChanged sends what waits for the principal at the start and after each change', async () => {
  const watched = watch(signerOf(provider));
  expect(await nextList(watched, 1)).toEqual([]);
  const deal = await propose(provider, consumer);
  expect(kinds(await nextList(watched, 2))).toEqual([['RESPOND', deal.proposalKey]]);
  expect(watched.lists[1]?.[0]).toMatchObject({
    subject: { __typename: 'Proposal', id: deal.proposalKey },
    agent: { agentKey: provider.agentKey },
    action: { operation: 'respondToProposal' },
  });
  await accept(deal, provider);
  expect(await nextList(watched, 3)).toEqual([]);
  await accept(deal, consumer);
  expect(kinds(await nextList(watched, 4))).toEqual([['CREATE_TRADE', deal.proposalKey]]);
  const { trade } = await mutate<{ trade: { tradeKey: string } }>(
    provider.api,
    'createTrade',
    { proposalKey: deal.proposalKey },
    'trade { tradeKey }',
  );
  expect(await nextList(watched, 5)).toEqual([]);
  const started = { ...deal, tradeKey: trade.tradeKey };
  await activate(started);
  expect(kinds(await nextList(watched, 6))).toEqual([['PUBLISH_CONTRACT', trade.tradeKey]]);
  await publishContract(started);
  expect(await nextList(watched, 7)).toEqual([]);
  expect(watched.errors).toEqual([]);
}, 60_000);

test('attentionChanged sends a change that no event reports and that time makes', async () => {
  const party = await createParty(app, 'Alone');
  const watched = watch(signerOf(party));
  expect(await nextList(watched, 1)).toEqual([]);
  await app.sql('UPDATE agent SET notifications_disabled_at = now() WHERE agent_id = $1', [party.agentId]);
  expect(kinds(await nextList(watched, 2))).toEqual([['WEBHOOK_DISABLED', party.agentKey]]);
  const deal = await propose(provider, consumer);
  const other = watch(signerOf(consumer));
  expect(kinds(await nextList(other, 1))).toContainEqual(['RESPOND', deal.proposalKey]);
  await app.sql(`UPDATE proposal SET expires_at = now() + interval '2 s' WHERE state IN ('proposed', 'countered')`);
  const hasExpired = (): boolean =>
    other.lists.at(-1)?.every(({ subjectKey }) => subjectKey !== deal.proposalKey) === true;
  await until(hasExpired, 'the expiry');
});

// @spec SU24
test('attentionChanged sends at most one list a second, and the last one shows the last state', async () => {
  const watched = watch(signerOf(consumer));
  await nextList(watched, 1);
  const before = watched.lists[0]?.length ?? 0;
  for (let count = 0; count < 8; count += 1) await startTrade(provider, consumer);
  // A list can show the proposal of a trade that is not created yet.
  const shown = () => watched.lists.at(-1) ?? [];
  const toActivate = () => shown().filter(({ kind }) => kind === 'ACTIVATE');
  await until(() => toActivate().length === 8, 'all trades');
  const gaps = watched.times.slice(1).map((time, index) => time - (watched.times[index] ?? 0));
  // Timers and the way of a message differ by some milliseconds.
  for (const gap of gaps) expect(gap).toBeGreaterThan(950);
  expect(shown()).toHaveLength(before + 8);
}, 60_000);

test('attentionChanged has the scope and the limits of the other subscriptions', async () => {
  const { principalKey: p, subject, credential } = consumer;
  const outsider = await createParty(app, 'Outsider');
  const isOwner = watch(acting(subject), { p });
  const isOperator = watch({ credential: app.operatorCredential }, { p, first: 1 });
  await Promise.all([nextList(isOwner, 1), nextList(isOperator, 1)]);
  expect(isOperator.lists[0]).toHaveLength(1);
  const refusals = [
    [watch(signerOf(outsider), { p }), 'principal_access_denied'],
    [watch(acting(outsider.subject), { p }), 'principal_access_denied'],
    [watch(acting(subject)), 'validation_failed'],
    [watch({ credential }, { first: 0 }), 'validation_failed'],
    [watch({ credential }, { first: 201 }), 'validation_failed'],
  ] as const;
  await until(() => refusals.every(([{ errors }]) => errors.length > 0), 'each refusal');
  expect(refusals.map(([{ errors }]) => errors[0]?.extensions['code'])).toEqual(refusals.map(([, code]) => code));
  const [problem] = refusals[3][0].errors;
  expect(problem?.extensions).toMatchObject({ fields: [{ path: ['first'], detail: 'must be 1 to 200' }] });
});

// @spec SU25
test('attentionChanged ends when the credential is revoked or the human is no longer bound', async () => {
  const party = await createParty(app, 'Leaving');
  const { principalKey } = party;
  const viewer = `viewer-${principalKey}`;
  const binding = { principalKey, provider: 'test', subject: viewer, role: 'VIEWER' };
  const { binding: added } = await mutate<{ binding: { id: string } }>(
    party.owner,
    'putBinding',
    binding,
    'binding { id }',
  );
  const byViewer = watch(acting(viewer), { p: principalKey });
  const byAgent = watch(signerOf(party));
  await Promise.all([nextList(byViewer, 1), nextList(byAgent, 1)]);
  await mutate(party.owner, 'removeBinding', { principalKey, bindingId: added.id }, 'binding { id }');
  await until(() => byViewer.errors.length > 0, 'the refusal');
  expect(byViewer.errors[0]?.extensions['code']).toBe('principal_access_denied');
  await mutate(party.api, 'rotateCredential', {}, 'credential { apiKey }');
  expect(await byAgent.closed).toBe(4401);
  expect([byViewer.lists, byAgent.lists]).toEqual([[[]], [[]]]);
});

// @spec SU26
test('one poll serves all subscriptions of a process with a constant number of statements', async () => {
  const store = await openStore(app.ownerUrl);
  let statements = 0;
  const counting = Object.create(store, {
    query: {
      value: (statement: Statement) => {
        statements += 1;
        return store.query(statement);
      },
    },
  }) as Database;
  const poller = new AttentionPoller(counting, testServices().log, 20);
  const controller = new AbortController();
  const authorization = { credentialId: newId(), humanId: null, principalId: idOf('prn', consumer.principalKey) ?? '' };
  const poll = async (subscriptions: number): Promise<number> => {
    statements = 0;
    const all = Array.from({ length: subscriptions }, (_, at) =>
      poller.next(at === 0 ? authorization : { ...authorization, principalId: newId() }, new AbortController().signal),
    );
    const [first] = await Promise.all(all);
    // The credential of this test does not exist.
    expect(first).toMatchObject({ isLost: true, mark: expect.stringMatching(/^[0-9a-f]{32}$/) as string });
    return statements;
  };
  const few = await poll(1);
  expect(await poll(200)).toBe(few);
  const pending = poller.next(authorization, controller.signal);
  controller.abort();
  expect([await pending, await poller.next(authorization, controller.signal)]).toEqual([undefined, undefined]);
  await poller.stop();
  await store.close();
});
