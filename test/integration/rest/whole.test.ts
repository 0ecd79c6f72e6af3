import { createHash, randomUUID } from 'node:crypto';
import { Browser, refresh, signIn } from '../sign-in/support';
import { replaceAndRetire } from './agent-changes';
import { decideApprovals } from './approvals';
import { type Company, createCompany, credentialOf, type Method, practise, readFigures, setMandates } from './company';
import { startTestApp, type TestApp } from '../../support/app';
import { departures, routeOf, routes } from '../../support/conforms';
import { type Receiver, startReceiver } from '../../support/receiver';
import { API, type List, operatorRest, type Rest, restAs, withoutActions } from '../../support/rest';
import { until } from '../../support/actors';

/** Two companies use only REST. Every path answers as its compiled route says. */

type Json = Record<string, unknown>;

let app: TestApp;
let receiver: Receiver;
let operator: Rest;
const calledRoutes = new Set<string>();

beforeAll(async () => {
  receiver = await startReceiver();
  app = await startTestApp({ ATS_WEBHOOK_ALLOW_PRIVATE: 'true', ATS_WEBHOOK_RETRY_SCHEDULE_SECONDS: '1' });
  operator = operatorRest(app);
});
afterAll(async () => {
  await receiver.stop();
  await app.stop();
});

/** Sends a request and compares status, members and types of the answer with the route. */
async function call<T = Json>(rest: Rest, method: Method, path: string, body?: unknown, status?: number): Promise<T> {
  const sent = await (method === 'get' ? rest.get(path) : rest[method](path, body));
  const route = routeOf(method.toUpperCase(), `${API}${path}`);
  const wanted = status ?? route.statuses[0];
  expect([route.path, sent.status, sent.text]).toEqual([route.path, wanted, sent.text]);
  expect(sent.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect([route.path, departures(route.response, sent.json)]).toEqual([route.path, []]);
  calledRoutes.add(`${route.method} ${route.path}`);
  return sent.json as T;
}

async function buy(rest: Rest, purchase: object): Promise<void> {
  const bought = await call<{ session_id: string; checkout_url: string }>(rest, 'post', '/tickets/purchase', purchase);
  await fetch(bought.checkout_url, { method: 'POST', redirect: 'manual' });
  const path = `/tickets/purchase-status?session_id=${bought.session_id}`;
  await until(
    () => call<{ status: string }>(rest, 'get', path),
    ({ status }) => status === 'credited',
  );
}

let seller: Company;
let buyer: Company;

// @spec P4
it('Principals, bindings, anchors and credentials', async () => {
  const found = (name: string) =>
    createCompany(app, call, { name, subject: `${name}-${randomUUID()}`, notificationUrl: receiver.url(`/${name}`) });
  seller = await found('Seller');
  buyer = await found('Buyer');
  const { p, owner } = seller;
  const again = await call(owner, 'post', '/principals', { display_name: 'Again' }, 200);
  expect(again['credential']).toBeNull();
  expect(await call(owner, 'get', '/principals/acting')).toEqual(again['principal']);
  expect(await call(owner, 'patch', p, { display_name: 'Selling Ltd' })).toMatchObject({ display_name: 'Selling Ltd' });
  expect(await call(seller.agent, 'get', p)).toMatchObject({ display_name: 'Selling Ltd' });
  const anchored = await call(operator, 'patch', `${p}/economic-anchor`, { max_open_trades: 7 });
  expect(anchored['economic_anchor']).toMatchObject({ max_open_trades: 7, bond_limit_stamps: 1_000_000 });

  const viewer = { provider: 'test', subject: `viewer-${randomUUID()}`, role: 'viewer' };
  const bound = await call(owner, 'put', `${p}/bindings`, viewer);
  expect(bound).toMatchObject(viewer);
  expect((await call<List>(owner, 'get', `${p}/bindings`)).data).toHaveLength(2);
  expect(await call(owner, 'delete', `${p}/bindings/${String(bound['binding_id'])}`)).toEqual(bound);

  await setMandates(call, seller);
  const second = await call(owner, 'post', `${p}/credentials`);
  const listed = await call<List>(owner, 'get', `${p}/credentials`);
  expect(listed.data.map(({ credential_id: id }) => id)).toContain(second['credential_id']);
  const revoked = await call(owner, 'post', `${p}/credentials/${String(second['credential_id'])}/revoke`, {});
  expect(revoked['status']).toBe('revoked');
  const rotated = await call(seller.agent, 'post', `${p}/credentials/rotate`);
  seller = { ...seller, agent: restAs(app, { credential: credentialOf(rotated), agentId: seller.agentId }) };
});

it('Agents and their webhook keys', async () => {
  const { p, owner, agent, agentKey } = seller;
  const a = `${p}/agents/${agentKey}`;
  expect((await call<List>(agent, 'get', `${p}/agents`)).data).toHaveLength(1);
  const url = receiver.url('/elsewhere');
  expect(await call(owner, 'patch', a, { notification_url: url })).toMatchObject({ notification_url: url });
  const types = ['tickets.credited', 'trade.completed'];
  expect(await call(agent, 'put', `${a}/event-types`, { event_types: types })).toMatchObject({ event_types: types });
  expect(await call(agent, 'get', a)).toMatchObject({ notification_url: url, event_types: types });
  expect(await call(agent, 'post', `${a}/webhook-signing-keys/rotate`)).toMatchObject({ version: 2 });
  const keys = await call<List>(agent, 'get', `${a}/webhook-signing-keys`);
  expect(keys.data.map(({ version, current }) => [version, current])).toEqual([
    [2, true],
    [1, false],
  ]);
});

// @spec LE2, LE3
it('Tickets, wallet, bond and postings', async () => {
  const packs = await call<List>(seller.agent, 'get', '/tickets/packs');
  expect([packs.data.map(({ pack }) => pack), packs.next_cursor]).toEqual([['starter', 'growth', 'scale'], null]);
  expect((await call<List>(seller.agent, 'get', '/policies')).data).toHaveLength(2);
  const effectiveAt = { effective_at: '2100-01-01T00:00:00.000Z' };
  expect(await call(operator, 'post', '/policies/slash_policy_v1.1/activation', effectiveAt)).toMatchObject({
    version: 'slash_policy_v1.1',
    is_current: true,
  });
  for (const { agent } of [seller, buyer]) await buy(agent, { pack: 'growth' });
  const { p, owner, agent } = seller;
  await buy(owner, { pack: 'starter', to: 'wallet' });
  expect(await call(owner, 'get', '/wallet')).toEqual({ balance_stamps: 1_000 });
  const funded = await call(owner, 'post', `${p}/wallet/fund`, { amount_stamps: 300 });
  expect(funded).toMatchObject({ wallet_balance_stamps: 700, principal: { ticket_balance_stamps: 10_300 } });
  expect(await call(owner, 'post', `${p}/wallet/return`, { amount_stamps: 300 })).toMatchObject({
    wallet_balance_stamps: 1_000,
  });
  expect(await call(agent, 'post', `${p}/bond/reserve`, { amount_stamps: 50 })).toMatchObject({
    bond_available_stamps: 50,
  });
  expect(await call(agent, 'post', `${p}/bond/release`, { amount_stamps: 50 })).toMatchObject({
    bond_available_stamps: 0,
  });
  const postings = await call<List>(agent, 'get', `${p}/ledger/postings?limit=4`);
  expect(postings.data).toHaveLength(4);
  expect(postings.data[0]).toMatchObject({ kind: 'bond_release' });
  const purchases = await call<List>(agent, 'get', `${p}/tickets/purchases?status=credited`);
  expect(purchases.data).toMatchObject([{ pack: 'growth' }]);
});

async function propose(): Promise<string> {
  const listing = {
    trade_profile: `p.${randomUUID().slice(0, 8)}`,
    title: 'Work',
    tags: ['work'],
    price_stamps: 1_000,
  };
  await call(seller.agent, 'post', `${seller.p}/listings`, { ...listing, agent_id: seller.agentId, side: 'provide' });
  const wanted = await call(buyer.agent, 'post', `${buyer.p}/listings`, {
    ...listing,
    agent_id: buyer.agentId,
    side: 'consume',
  });
  const path = `${buyer.p}/listings/${String(wanted['listing_key'])}`;
  expect(await call(buyer.agent, 'patch', path, { lifecycle_action: 'pause' })).toMatchObject({ state: 'paused' });
  await call(buyer.agent, 'patch', path, { lifecycle_action: 'resume' });
  expect(await call(buyer.agent, 'get', path)).toMatchObject({ state: 'active', side: 'consume' });
  const run = await call(buyer.agent, 'post', `${buyer.p}/match-runs`, { listing_key: wanted['listing_key'] });
  expect(await call(buyer.agent, 'get', `${buyer.p}/match-runs/${String(run['match_run_id'])}`)).toEqual(run);
  const [proposal] = run['proposals'] as Json[];
  return String(proposal?.['proposal_key']);
}

async function trade(): Promise<string> {
  const proposal = await propose();
  for (const { agent, p } of [seller, buyer]) {
    await call(agent, 'post', `${p}/proposals/${proposal}/respond`, { decision: 'accept', expected_revision_no: 1 });
  }
  const created = await call(buyer.agent, 'post', `${buyer.p}/trades`, { proposal_key: proposal });
  expect(created['state']).toBe('bond_reserved');
  const key = String(created['trade_key']);
  const activated = await call(buyer.agent, 'post', `${buyer.p}/trades/${key}/activate`, {});
  expect(withoutActions(await call(seller.agent, 'get', `${seller.p}/trades/${key}`))).toEqual(activated);
  return key;
}

it('Listings, match runs and proposals', async () => {
  const key = await propose();
  const listed = await call<List>(seller.agent, 'get', `${seller.p}/proposals`);
  const proposal = await call<{ proposal_key: string; current_revision: { terms: { steps: object[] } } }>(
    seller.agent,
    'get',
    `${seller.p}/proposals/${key}`,
  );
  expect(listed.data[0]).toEqual(withoutActions(proposal));
  const preview = await call(
    seller.agent,
    'get',
    `${seller.p}/proposals/${key}/settlement-preview?of=complete&step_no=1`,
  );
  expect(preview).toMatchObject({ outcome: 'completed' });
  await decideApprovals(call, seller, key);
  const [step] = proposal.current_revision.terms.steps;
  const terms = { coverage_threshold_bps: 5_000, steps: [{ ...step, price_stamps: 900 }] };
  const countered = await call(seller.agent, 'post', `${seller.p}/proposals/${key}/respond`, {
    decision: 'counter',
    terms,
  });
  expect(countered).toMatchObject({ state: 'countered', current_revision: { revision_no: 2, terms } });
  const listings = await call<List>(seller.agent, 'get', `${seller.p}/listings`);
  expect(listings.data).toHaveLength(1);
  const listingKey = String(listings.data[0]?.['listing_key']);
  const patched = await call(seller.agent, 'patch', `${seller.p}/listings/${listingKey}`, { visibility: 'market' });
  expect(patched).toMatchObject({ visibility: 'market' });
  const offers = await call<List>(
    buyer.agent,
    'get',
    '/market?side=provide&max_price_stamps=1000&order_by=price_stamps',
  );
  expect(offers.data).toMatchObject([{ listing_key: listingKey, price_stamps: 1_000, agent: { name: 'Seller' } }]);
  const profiles = await call<List>(buyer.agent, 'get', '/trade-profiles?prefix=p.&limit=1');
  expect(profiles.data).toMatchObject([{ sides: [{ side: 'provide', active_listings: null }, { side: 'consume' }] }]);
  const publicPath = seller.p.replace('/principals', '/public-principals');
  expect(await call(buyer.agent, 'get', publicPath)).toMatchObject({
    display_name: 'Selling Ltd',
    reputation: { settled_trades: 0, first_trade_at: null },
  });
  expect((await call<List>(buyer.agent, 'get', `${publicPath}/agents`)).data).toMatchObject([{ name: 'Seller' }]);
});

// @spec T11, SE39
it('A trade through contract, failed checkpoint, rebuttal and verdict to its settlement', async () => {
  const key = await trade();
  const [sold, bought] = [`${seller.p}/trades/${key}`, `${buyer.p}/trades/${key}`];
  const waitingFor = await call<List>(seller.agent, 'get', `${seller.p}/attention`);
  expect(waitingFor.data.map((item) => item['subject_key'])).toContain(key);
  expect(await call(seller.agent, 'get', `${sold}/settlement-preview?of=complete`)).toMatchObject({
    outcome: 'completed',
  });
  const items = [{ item_id: 'a', description: 'All of it', weight: 10 }];
  const contract = { summary: 'Everything.', items };
  const published = await call(seller.agent, 'post', `${sold}/steps/1/delivery-contract`, contract);
  expect(published).toMatchObject({ step_no: 1, contract: { summary: 'Everything.' } });
  const failed = await call(buyer.agent, 'post', `${bought}/steps/1/checkpoint`, { status: 'failed' });
  expect(failed).toMatchObject({ checkpoint_status: 'failed' });
  const evidence = [{ uri: 'https://seller.example/proof' }];
  const rebuttal = await call(seller.agent, 'post', `${sold}/steps/1/rebuttal`, {
    statement: 'It is there.',
    evidence,
  });
  expect(rebuttal).toMatchObject({ rebuttal: { statement: 'It is there.' } });

  const waiting = await call<List>(operator, 'get', '/trades?awaiting=verdict');
  expect(waiting.data.map(({ trade_key: tradeKey }) => tradeKey)).toEqual([key]);
  const filter = `principal_key=${seller.p.slice('/principals/'.length)}&state=executing`;
  const ofSeller = await call<List>(operator, 'get', `/trades?${filter}`);
  expect(ofSeller.data).toEqual(waiting.data);
  expect(await call(operator, 'get', `/trades/${key}`)).toMatchObject({ trade_key: key, state: 'executing' });
  await call(operator, 'post', `/trades/${key}/evaluation`, { verdict: 'pass', reason: 'It is there.' });
  const settled = await call(operator, 'post', `/trades/${key}/settle`);
  expect(settled).toMatchObject({ trade_key: key, own: null });
  expect(await call(operator, 'post', `/trades/${key}/settle`)).toEqual(settled);
  const own = await call<{ own: object; evidence_sha256: string }>(seller.agent, 'get', `${sold}/settlement`);
  expect(own).toMatchObject({ ...settled, own: { received_stamps: 1_000 } });
  await readFigures(call, operator);
  const inputs = await call(seller.agent, 'get', `${sold}/settlement/evidence`);
  expect(Object.keys(inputs).length).toBeGreaterThan(3);
  // The bytes of the answer are those that were hashed.
  const { text } = await seller.agent.get(`${sold}/settlement/evidence`);
  expect(createHash('sha256').update(text).digest('hex')).toBe(own.evidence_sha256);
});

it('A trade from which its provider withdraws, in lists, trade graph and events', async () => {
  const key = await trade();
  const withdrawn = await call(seller.agent, 'post', `${seller.p}/trades/${key}/withdraw`);
  expect(withdrawn).toMatchObject({ trade_key: key, state: expect.stringMatching(/^(failed|compensated)$/) as string });
  const trades = await call<List>(buyer.agent, 'get', `${buyer.p}/trades`);
  expect(trades.data).toHaveLength(2);
  expect(trades.data[0]).toMatchObject({ trade_key: key, steps: [{ step_no: 1, state: 'failed' }] });
  const graph = await call(buyer.agent, 'get', `${buyer.p}/trade-graph`);
  expect(graph['edges']).toMatchObject([{ trades: 2, open: 0 }]);
  const events = await until(
    () => call<List>(seller.agent, 'get', `${seller.p}/events?types=trade.created,trade.failed`),
    ({ data }) => data.length >= 3,
  );
  expect(events.data.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['trade.created', 'trade.failed']) as string[],
  );
});

it('Webhook deliveries and a manual redelivery', async () => {
  const { p, agent, agentKey } = seller;
  const path = `${p}/agents/${agentKey}/webhook-deliveries`;
  const { data } = await until(
    () => call<List>(agent, 'get', path),
    (list) => list.data.some(({ state }) => state === 'delivered'),
  );
  const delivered = data.find(({ state }) => state === 'delivered');
  const again = await call(agent, 'post', `${path}/${String(delivered?.['delivery_key'])}/redeliver`);
  expect(again).toMatchObject({ delivery_key: delivered?.['delivery_key'], state: 'pending' });
});

it('The session of a signed-in human', async () => {
  const browser = new Browser();
  const subject = `human-${randomUUID()}`;
  await signIn(browser, app, subject);
  const { jwt, account, session_id: sessionId } = await refresh(browser, app);
  const backend = restAs(app, { credential: app.console });
  const sent = await backend.get('/session', { headers: { authorization: `Bearer ${jwt}` } });
  expect([sent.status, departures(routeOf('GET', `${API}/session`).response, sent.json)]).toEqual([200, []]);
  expect(sent.json).toMatchObject({ session_id: sessionId, account, principals: [] });
  calledRoutes.add('GET /api/v1/session');
});

it('A replaced card, and the retirement of an agent', () => replaceAndRetire(call, seller));

it('Tickets and the clock of a sandbox', () => practise(call));

// @spec R1
it('should have called every path', () => {
  expect([...calledRoutes].toSorted()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).toSorted());
});
