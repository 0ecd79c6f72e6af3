import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '../../../src/domain/errors/catalogue';
import { useTestApp } from '../../support/app';
import { routes } from '../../support/conforms';
import { twoParties } from '../../support/trades';
import { codeOf, mutation, refusedAs, send, type Sent, signerOf } from '../../support/exchange';
import { API, body, operatorRest, ownerRest, type Rest, restAs, restOf, under } from '../../support/rest';
import { createParty, type Party, startTrade, type StartedTrade } from '../../support/actors';

/** Order of refusals, access, and missing objects over REST. */

const app = useTestApp();
let party: Party;
let other: Party;
let rest: Rest;
let p: string;
let trade: StartedTrade;

beforeAll(async () => {
  const { provider, consumer } = await twoParties(app);
  [party, other] = [provider, consumer];
  trade = await startTrade(provider, consumer);
  rest = restOf(app, party);
  p = under(party);
});

const BAD = '{"nonsense": ';

// @spec E9
describe('Order of refusals', () => {
  it('404 route_not_found and 405 before 413', async () => {
    const large = 'x'.repeat(256 * 1024 + 1);
    refusedAs(await send(app, null, { path: `${API}/nothing`, body: large }), 'route_not_found');
    refusedAs(await send(app, null, { path: `${API}/wallet`, body: large }), 'method_not_allowed');
    refusedAs(await send(app, null, { method: 'PUT', body: large }), 'method_not_allowed');
  });

  it('413 before 415 before 406 before 401', async () => {
    const sending = { path: `${API}/principals`, headers: { accept: 'text/html', 'content-type': 'text/plain' } };
    refusedAs(await send(app, null, { ...sending, body: 'x'.repeat(256 * 1024 + 1) }), 'payload_too_large');
    refusedAs(await send(app, null, { ...sending, body: '{}' }), 'unsupported_media_type');
    refusedAs(await send(app, null, { ...sending, body: '{}', headers: { accept: 'text/html' } }), 'not_acceptable');
    refusedAs(await send(app, null, { ...sending, body: '{}', headers: {} }), 'signature_missing');
  });

  it('401 before any error of the request', async () => {
    const wrongSecret = { credential: { ...party.credential, signingSecret: ['sk_live', '0'.repeat(52)].join('_') } };
    for (const path of [p, under(other), '/wallet', '/tickets/purchase-status?x=1']) {
      expect(codeOf(await restAs(app, wrongSecret).get(path))).toBe('credential_invalid');
    }
    expect(codeOf(await restAs(app, wrongSecret).post(`${p}/bond/reserve`, BAD, { key: undefined }))).toBe(
      'credential_invalid',
    );
  });

  it('400 acting_headers_required before 400 idempotency_key_required', async () => {
    const console = restAs(app, { credential: app.console });
    expect(codeOf(await console.post('/principals', BAD, { key: undefined }))).toBe('acting_headers_required');
    expect(codeOf(await console.get(`${p}?x=1`))).toBe('acting_headers_required');
  });

  it('400 idempotency_key_required before 403', async () => {
    expect(codeOf(await rest.post(`${under(other)}/bond/reserve`, BAD, { key: undefined }))).toBe(
      'idempotency_key_required',
    );
  });

  it('403 before a stored answer, and before 400', async () => {
    const key = randomUUID();
    const purchase = { pack: 'starter', principal_key: party.principalKey };
    body(await rest.post('/tickets/purchase', purchase, { key }), 201);
    const theirs = { ...purchase, principal_key: other.principalKey };
    expect(codeOf(await rest.post('/tickets/purchase', theirs, { key }))).toBe('principal_access_denied');
    expect(codeOf(await rest.post('/tickets/purchase', { ...theirs, pack: 'none', x: 1 }))).toBe(
      'principal_access_denied',
    );
    expect(codeOf(await rest.post(`${under(other)}/bond/reserve?x=1`, BAD))).toBe('principal_access_denied');
    expect(codeOf(await rest.get(`${under(other)}/trades?limit=0`))).toBe('principal_access_denied');
    expect(codeOf(await rest.get('/trades'))).toBe('platform_only');
    expect(codeOf(await rest.get('/wallet?x=1'))).toBe('platform_only');
    expect(codeOf(await rest.get('/session?x=1'))).toBe('platform_only');
    expect(codeOf(await rest.post(`/trades/${trade.tradeKey}/settle`, BAD))).toBe('platform_only');
    expect(codeOf(await rest.patch(p, BAD))).toBe('principal_owner_required');
    expect(codeOf(await rest.put(`${p}/bindings`, BAD))).toBe('platform_only');
  });

  it('a stored answer before 400; 422 before 400', async () => {
    const key = randomUUID();
    const path = `${p}/bond/reserve`;
    const first = await rest.post(path, { amount_stamps: 1 }, { key });
    expect((await rest.post(path, { amount_stamps: 1 }, { key })).text).toBe(first.text);
    expect(codeOf(await rest.post(path, BAD, { key }))).toBe('idempotency_key_reused');
    expect(codeOf(await rest.post(`${path}?x=1`, { amount_stamps: 1 }, { key }))).toBe('idempotency_key_reused');
  });

  it('400 before 404; 404 in path order; 404 before 403 trade_access_denied and 409', async () => {
    const step = (key: string, no: string): string => `${p}/trades/${key}/steps/${no}/checkpoint`;
    expect(codeOf(await rest.post(step('trd_x', 'x'), { status: 'done' }))).toBe('validation_failed');
    expect(codeOf(await rest.get(`${p}/agents/agt_x/webhook-deliveries?limit=500`))).toBe('validation_failed');
    expect(codeOf(await rest.post(step('trd_x', 'x'), { status: 'confirmed' }))).toBe('trade_not_found');
    for (const no of ['x', '0', '-1', '2', '01', '1.0', '99999999999', '%31x']) {
      expect([no, codeOf(await rest.post(step(trade.tradeKey, no), { status: 'confirmed' }))]).toEqual([
        no,
        'step_not_found',
      ]);
    }
    expect(codeOf(await rest.post(step(trade.tradeKey, '1'), { status: 'confirmed' }))).toBe('trade_access_denied');
  });
});

describe('An X-Agent-Id of another agent than the step’s', () => {
  // @spec ST8
  it('is 403 trade_access_denied, stored for its key', async () => {
    const without = restAs(app, { credential: party.credential });
    const path = `${p}/trades/${trade.tradeKey}/steps/1/delivery-contract`;
    const contract = { summary: 'All.', items: [{ item_id: 'a', description: 'It', weight: 1 }] };
    const key = randomUUID();
    const sent = await without.post(path, contract, { key });
    expect(refusedAs(sent, 'trade_access_denied')['retry_with_new_key']).toBe(true);
    const again = await without.post(path, contract, { key });
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([sent.text, 'true']);
  });
});

/** The 404 code of the object that a path parameter names. */
const NOT_FOUND_CODES: Readonly<Record<string, ErrorCode>> = {
  binding_id: 'binding_not_found',
  credential_id: 'credential_not_found',
  agent_key: 'agent_not_found',
  delivery_key: 'webhook_delivery_not_found',
  listing_key: 'listing_not_found',
  match_run_id: 'match_run_not_found',
  approval_key: 'approval_not_found',
  proposal_key: 'proposal_not_found',
  trade_key: 'trade_not_found',
};

/** Valid bodies, so that only the path is wrong. */
const BODIES: Readonly<Record<string, unknown>> = {
  respond: { decision: 'accept' },
  'delivery-contract': { summary: 'All.', items: [{ item_id: 'a', description: 'It', weight: 1 }] },
  checkpoint: { status: 'confirmed' },
  rebuttal: { statement: 'No.' },
  decision: { decision: 'deny' },
  evaluation: { verdict: 'pass', reason: 'So.' },
  'event-types': { event_types: [] },
  card: { card: { capabilities: {} } },
  '{agent_key}': { notification_url: null },
  '{listing_key}': { title: 'New' },
};

/** Valid queries, so that only the path is wrong. */
const QUERIES: Readonly<Record<string, string>> = {
  'proposal_key settlement-preview': '?of=complete&step_no=1',
  'trade_key settlement-preview': '?of=complete',
};

// @spec C6
describe('A missing object within the caller’s scope is 404 of its type', () => {
  const named = routes
    .map((route) => ({
      route,
      name: route.parameters.find(({ in: where, name }) => where === 'path' && name in NOT_FOUND_CODES)?.name,
    }))
    .filter(({ name }) => name !== undefined)
    .map(({ route, name }) => [`${route.method} ${route.path}`, route, name ?? ''] as const);

  it.each(named)('%s', async (_, { method, path, notFound }, name) => {
    const code = notFound.includes('settlement_not_found') ? 'settlement_not_found' : NOT_FOUND_CODES[name];
    const isForOwner =
      (['binding_id', 'agent_key'].includes(name) && ['DELETE', 'PATCH'].includes(method)) ||
      (path.endsWith('/mandate') && method === 'PUT') ||
      /\/(card|retirement|decision)$/.test(path);
    const caller = !path.includes('{principal_key}') ? operatorRest(app) : isForOwner ? ownerRest(app, party) : rest;
    const own: Readonly<Record<string, string>> = { principal_key: party.principalKey, step_no: '1' };
    const query = QUERIES[`${name} ${path.split('/').at(-1) ?? ''}`] ?? '';
    const sendTo = (value: string): Promise<Sent> =>
      send(app, caller.signer, {
        method,
        path: path.replace(/\{(\w+)\}/g, (__, parameter: string) => own[parameter] ?? value) + query,
        ...(method !== 'GET' && {
          key: randomUUID(),
          body: JSON.stringify(BODIES[path.split('/').at(-1) ?? ''] ?? {}),
        }),
      });
    // Another prefix, no prefix, an unknown key, a text that is too long, and the UUID of another object.
    for (const value of [
      party.principalKey,
      'x',
      'trd_00000000000000000000000000',
      '%20',
      'y'.repeat(900),
      other.agentId,
    ]) {
      expect([value, codeOf(await sendTo(value))]).toEqual([value, code]);
    }
  });

  // @spec T29
  it('An object of another principal is 404, like an object that does not exist', async () => {
    const third = await createParty(app, 'Third');
    const theirs = restOf(app, third);
    refusedAs(await theirs.get(`${under(third)}/trades/${trade.tradeKey}`), 'trade_not_found');
    refusedAs(await theirs.get(`${under(third)}/proposals/${trade.proposalKey}`), 'proposal_not_found');
    refusedAs(await theirs.get(`${under(third)}/agents/${party.agentKey}`), 'agent_not_found');
    refusedAs(await theirs.get('/tickets/purchase-status?session_id=cs_none'), 'checkout_session_not_found');
  });

  it('should answer 403 for another principal, whether or not it exists', async () => {
    for (const key of [other.principalKey, 'prn_00000000000000000000000000', 'x', trade.tradeKey]) {
      for (const path of ['', '/trades', `/trades/${trade.tradeKey}/settlement`]) {
        refusedAs(await rest.get(`/principals/${key}${path}`), 'principal_access_denied');
      }
    }
    refusedAs(await operatorRest(app).get('/principals/prn_00000000000000000000000000'), 'principal_not_found');
  });

  // @spec C9
  it('An operator may call every read under a principal', async () => {
    for (const { method, path, parameters } of routes) {
      if (method !== 'GET' || !path.includes('{principal_key}')) continue;
      if (parameters.filter(({ in: where }) => where === 'path').length > 1) continue;
      const sent = await operatorRest(app).get(path.replace(API, '').replace('{principal_key}', party.principalKey));
      expect([path, sent.status]).toEqual([path, 200]);
    }
  });
});

// @spec E3
it('The same refusal over GraphQL and REST has the same code, status, detail and members', async () => {
  const graphql = await send(app, signerOf(party), {
    body: mutation('activateTrade', { tradeKey: trade.tradeKey, proposalKey: trade.proposalKey }, 'trade { id }'),
    key: randomUUID(),
  });
  refusedAs(graphql, 'validation_failed');
  const again = { proposalKey: trade.proposalKey };
  const ofGraphql = (
    await send(app, signerOf(party), { body: mutation('createTrade', again, 'trade { id }'), key: randomUUID() })
  ).json.errors?.[0];
  const ofRest = (await rest.post(`${p}/trades`, { proposal_key: trade.proposalKey })).json;
  expect(ofRest).toMatchObject({
    code: 'trade_state_conflict',
    status: 409,
    detail: ofGraphql?.message,
    trade_key: trade.tradeKey,
    current_state: 'bond_reserved',
    retry_with_new_key: true,
  });
  expect(ofGraphql?.extensions).toMatchObject({
    code: 'trade_state_conflict',
    tradeKey: trade.tradeKey,
    currentState: 'BOND_RESERVED',
    retryWithNewKey: true,
  });
});
