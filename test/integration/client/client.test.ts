import type { IncomingMessage, ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  ApiError,
  createClient,
  createMemoryStore,
  createSigningFetch,
  type Client,
  type ClientOptions,
  type ServiceUnreachable,
} from '../../../src/client';
import { bodyOf, closeAll, credential, judge, listen } from './support';

interface Seen {
  readonly key: string | undefined;
  readonly signature: string;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

type Answer = (response: ServerResponse) => void;

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const refusal = (code: string, status: number, more: object = {}): unknown => ({
  errors: [{ message: `because ${code}`, extensions: { code, status, ...more } }],
});
const data = json(200, { data: { createTrade: { trade: { state: 'BOND_RESERVED' } } } });
const hangUp: Answer = (response) => response.destroy();
const cutOff: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"data":', () => response.destroy());
};

/** A server that sends the responses in order, repeats the last, and verifies every signature independently. */
async function serving(
  answers: Answer[],
  options: Partial<ClientOptions> = {},
): Promise<{ client: Client; seen: Seen[]; url: string }> {
  const seen: Seen[] = [];
  const { url } = await listen((request, response) => {
    void (async () => {
      const body = await bodyOf(request);
      const verdict = await judge(request, body).catch(() => undefined);
      const key = request.headers['idempotency-key'];
      seen.push({
        key: key === undefined ? undefined : String(key),
        signature: String(request.headers['signature-input']),
        body: body.toString(),
        headers: request.headers,
      });
      if (!verdict?.ours || !verdict.independent) json(401, refusal('credential_invalid', 401))(response);
      else (answers[Math.min(seen.length, answers.length) - 1] ?? data)(response);
    })();
  });
  const retry = { attempts: 5, baseMs: 1, maximumMs: 2000, ...options.retry };
  return { client: createClient({ url, credential, ...options, retry }), seen, url };
}

const MUTATION = 'mutation ($input: CreateTradeInput!) { createTrade(input: $input) { trade { state } } }';
const CARD = { card: { idempotencyKey: 'of the card' } };
const INPUT = { input: { proposalKey: 'prp_ø' } };

afterEach(closeAll);

describe('createClient', () => {
  it('signs so that the service and an independent library verify the request', async () => {
    const { client, seen } = await serving([data], { agentId: 'agt_1', acting: { provider: 'google', subject: '7' } });
    expect(await client.mutate(MUTATION, INPUT)).toEqual({ createTrade: { trade: { state: 'BOND_RESERVED' } } });
    expect(seen).toHaveLength(1);
    expect(seen[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(seen[0]?.headers).toMatchObject({
      'x-agent-id': 'agt_1',
      'x-acting-provider': 'google',
      'x-acting-subject': '7',
    });
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ query: MUTATION, variables: INPUT });
  });

  it('sends no idempotency key with a query', async () => {
    const { client, seen } = await serving([data]);
    await client.queryOrThrow('{ actingPrincipal { principalKey } }');
    expect(seen[0]?.key).toBeUndefined();
  });

  it('sends more headers and signs the authorization', async () => {
    const { client, seen } = await serving([data]);
    const headers = { authorization: 'Bearer of-a-human', 'x-more': 'said' };
    await client.queryOrThrow('{ sessionCheck { sessionId } }', {}, { headers });
    await client.mutate(MUTATION, INPUT, {
      headers: { ...headers, 'idempotency-key': 'not this' },
      idempotencyKey: 'this',
    });
    for (const request of seen) {
      expect(request.headers).toMatchObject(headers);
      expect(request.signature).toContain('"authorization"');
    }
    expect(seen.map(({ key }) => key)).toEqual([undefined, 'this']);
  });

  it.each<[string, string, object, boolean]>([
    ['a scalar with such a member', MUTATION, { input: { card: { idempotencyKey: 'of the card' } } }, true],
    ['a variable of a scalar', 'mutation ($card: JSONObject!) { a(input: {card: $card}) { b } }', CARD, true],
    ['an unset variable', 'mutation ($k: String) { a(input: {idempotencyKey: $k}) { b } }', {}, true],
    ['a variable that is null', 'mutation ($k: String) { a(input: {idempotencyKey: $k}) { b } }', { k: null }, true],
    ['a set variable', 'mutation ($k: String) { a(input: {idempotencyKey: $k}) { b } }', { k: 'mine' }, false],
    ['a default', 'mutation ($k: String = "mine") { a(input: {idempotencyKey: $k}) { b } }', {}, false],
    ['a text', 'mutation { a(input: {idempotencyKey: "mine"}) { b } }', {}, false],
    ['an input', MUTATION, { input: { proposalKey: 'prp_1', idempotencyKey: 'mine' } }, false],
    ['another name', 'mutation ($x: AInput!) { a(input: $x) { b } }', { x: { idempotencyKey: 'mine' } }, false],
  ])('looks for an idempotency key in the input only: %s', async (_name, document, variables, isMade) => {
    const { client, seen } = await serving([data]);
    await client.mutate(document, { ...variables });
    expect(seen[0]?.key !== undefined).toBe(isMade);
  });

  it('sends the idempotency key of the headers, whatever the case of its name', async () => {
    const { client, seen } = await serving([data]);
    await client.mutate(MUTATION, INPUT, { headers: { 'Idempotency-Key': 'mine' } });
    await client.mutate(MUTATION, INPUT, { headers: { 'Idempotency-Key': 'not this' }, idempotencyKey: 'this' });
    expect(seen.map(({ key }) => key)).toEqual(['mine', 'this']);
  });

  it.each<[string, Answer]>([
    ['the connection is lost', hangUp],
    ['the answer is cut off', cutOff],
    ['the first is still in progress', json(409, refusal('idempotency_key_in_progress', 409))],
    ['there are too many requests', json(429, refusal('rate_limited', 429), { 'retry-after': '0' })],
    ['an internal error comes under a 200', json(200, refusal('internal_error', 500))],
    ['the processor is unavailable', json(502, refusal('payment_processor_unavailable', 502))],
    ['a proxy answers with a page', (response) => response.writeHead(503).end('<html>')],
  ])('repeats a mutation with the same key and body and a new signature when %s', async (_name, bad) => {
    let time = Date.now() - 10_000;
    const clock = (): Date => new Date((time += 1000));
    const { client, seen } = await serving([bad, bad, data], { clock });
    await client.mutate(MUTATION, INPUT, { idempotencyKey: 'k-1' });
    expect(seen).toHaveLength(3);
    expect(new Set(seen.map(({ key, body }) => `${key} ${body}`)).size).toBe(1);
    expect(seen[0]?.key).toBe('k-1');
    expect(new Set(seen.map(({ signature }) => signature)).size).toBe(3);
  });

  it('waits as long as Retry-After says', async () => {
    const { client, seen } = await serving([json(429, refusal('rate_limited', 429), { 'retry-after': '1' }), data]);
    const began = performance.now();
    await client.queryOrThrow('{ x }');
    expect(seen).toHaveLength(2);
    expect(performance.now() - began).toBeGreaterThan(950);
  });

  // @spec CL12
  it.each<[string, Answer, string]>([
    ['is lost in every attempt', hangUp, 'ServiceUnreachable'],
    ['is 503 in every attempt', json(503, refusal('service_unavailable', 503)), 'ApiError'],
  ])('names the idempotency key that it has made in the error if the answer %s', async (_name, bad, name) => {
    const { client, seen } = await serving([bad, bad, bad, bad, bad, data]);
    const failure: unknown = await client.mutate(MUTATION, INPUT).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name, idempotencyKey: seen[0]?.key });
    const { idempotencyKey } = failure as ServiceUnreachable;
    expect(await client.mutate(MUTATION, INPUT, idempotencyKey === undefined ? {} : { idempotencyKey })).toBeDefined();
    expect(new Set(seen.map(({ key, body }) => `${key} ${body}`)).size).toBe(1);
    expect(seen).toHaveLength(6);
  });

  // @spec CL12
  it('names no idempotency key in the error of a query', async () => {
    const { client } = await serving([hangUp]);
    const failure: unknown = await client.queryOrThrow('{ x }').catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'ServiceUnreachable', idempotencyKey: undefined });
  });

  it('throws the last error after the attempts of the policy', async () => {
    const { client, seen } = await serving([json(503, refusal('service_unavailable', 503))]);
    await expect(client.mutate(MUTATION, INPUT)).rejects.toMatchObject({ code: 'service_unavailable', status: 503 });
    expect(seen).toHaveLength(5);
  });

  it('throws a refusal at once, with all its members', async () => {
    const extensions = { recovery: 'terminal', requestId: 'req_1', title: 't', tradeKey: 'trd_1' };
    const { client, seen } = await serving([json(200, refusal('trade_state_conflict', 409, extensions))]);
    const error: unknown = await client.mutate(MUTATION, INPUT).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      ...{ code: 'trade_state_conflict', status: 409, detail: 'because trade_state_conflict', recovery: 'terminal' },
      requestId: 'req_1',
      members: { tradeKey: 'trd_1' },
    });
    expect(seen).toHaveLength(1);
  });

  it('returns the data and the errors of a query, and repeats it while one of them is transient', async () => {
    const refused = refusal('platform_only', 403, {}) as { errors: object[] };
    const errors = refused.errors.map((error) => ({ ...error, path: ['wallet'] }));
    const partial = { data: { service: { version: '1' }, wallet: null } };
    const busy = json(200, { ...(refusal('service_unavailable', 503) as object), ...partial });
    const { client, seen } = await serving([busy, json(200, { errors, ...partial })]);
    const answer = await client.query('{ service { version } wallet { balanceStamps } }');
    expect(answer.data).toEqual(partial.data);
    expect(answer.errors).toMatchObject([{ code: 'platform_only', path: ['wallet'] }]);
    expect(seen).toHaveLength(2);
    const { client: withLongTimeout } = await serving([busy]);
    expect((await withLongTimeout.query('{ x }')).errors).toMatchObject([{ code: 'service_unavailable' }]);
    const { client: wrong } = await serving([json(401, refusal('credential_invalid', 401))]);
    await expect(wrong.query('{ x }')).rejects.toMatchObject({ code: 'credential_invalid' });
  });

  it('does not follow a redirect, because the signature is for one address', async () => {
    const { client, seen } = await serving([(response) => response.writeHead(307, { location: '/elsewhere' }).end()]);
    await expect(client.queryOrThrow('{ x }')).rejects.toMatchObject({ code: 'invalid_response', status: 307 });
    expect(seen).toHaveLength(1);
  });

  it('retries an attempt without a response', async () => {
    const silent: Answer = () => undefined;
    const { client, seen } = await serving([silent, data], { timeoutMs: 200 });
    await client.mutate(MUTATION, INPUT);
    expect(seen).toHaveLength(2);
  });

  it('stops when the caller aborts', async () => {
    const controller = new AbortController();
    const { client, seen } = await serving([() => controller.abort(new Error('enough'))]);
    await expect(client.queryOrThrow('{ x }', {}, { signal: controller.signal })).rejects.toThrow('enough');
    expect(seen).toHaveLength(1);
  });
});

describe('Time limits and signals after a garbage collection', () => {
  const silent: Answer = () => undefined;
  const half: Answer = (response) => void response.writeHead(200).write('{"data":');
  const once = { timeoutMs: 300, retry: { attempts: 1, baseMs: 1, maximumMs: 1 } };
  const call = { signal: new AbortController().signal };
  let collecting: NodeJS.Timeout;

  beforeAll(() => {
    setFlagsFromString('--expose-gc');
    collecting = setInterval(runInNewContext('gc') as () => void, 20);
  });
  afterAll(() => clearInterval(collecting));

  it.each<[string, Answer, object]>([
    ['the headers', silent, {}],
    ['the body', half, {}],
    ['the headers of a call with a signal', silent, call],
    ['the body of a call with a signal', half, call],
  ])('ends an attempt that waits for %s', async (_name, answer, options) => {
    const { client } = await serving([answer], once);
    await expect(client.query('{ x }', {}, options)).rejects.toMatchObject({ cause: { name: 'TimeoutError' } });
  });

  it.each<[string, Answer]>([
    ['the headers', silent],
    ['the body', half],
  ])('ends a call that waits for %s when the caller aborts', async (_name, answer) => {
    const { client } = await serving([answer]);
    const signal = AbortSignal.timeout(300);
    await expect(client.mutate(MUTATION, INPUT, { signal })).rejects.toMatchObject({ cause: { name: 'TimeoutError' } });
  });

  it('ends `follow` and a request of the signing fetch', async () => {
    const { client, url } = await serving([silent]);
    await client.follow(() => undefined, { store: createMemoryStore(), signal: AbortSignal.timeout(300) });
    const sent = createSigningFetch({ credential })(url, { signal: AbortSignal.timeout(300) });
    await expect(sent).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

describe('createSigningFetch', () => {
  it.each<[string, string, RequestInit]>([
    ['a GET with a query', '/api/v1/tickets/purchase-status?session_id=a%2Fb&x=1%202', {}],
    ['a POST of JSON', '/api/v1/x', { method: 'POST', body: '{"a":"ø"}', headers: { 'Idempotency-Key': '"k"' } }],
    ['a PUT of bytes', '/api/v1/x?', { method: 'PUT', body: Buffer.from([0, 1, 255]) }],
    ['a POST without a body', '/api/v1/x', { method: 'POST' }],
    ['a form', '/api/v1/x', { method: 'POST', body: new URLSearchParams({ a: 'b c' }) }],
  ])('signs %s as it goes over the wire', async (_name, path, init) => {
    const { url } = await serving([data]);
    const response = await createSigningFetch({ credential })(`${url}${path}`, init);
    expect(response.status).toBe(200);
  });

  it('accepts a Request', async () => {
    const { url, seen } = await serving([data]);
    const request = new Request(`${url}/api/v1/x`, { method: 'POST', body: 'abc' });
    expect((await createSigningFetch({ credential })(request)).status).toBe(200);
    expect(seen[0]?.body).toBe('abc');
  });
});
