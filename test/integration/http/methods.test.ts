import { randomUUID } from 'node:crypto';
import type { Signer } from '../../../src/client';
import { useTestApp } from '../../support/app';
import { codeOf, refusedAs, send, signerOf } from '../../support/exchange';
import { createParty, type Party } from '../../support/actors';

/** The paths, their methods, and the responses to others. */

const app = useTestApp({ ATS_ROLE: 'api' });
let party: Party;
let signer: Signer;

beforeAll(async () => {
  party = await createParty(app, 'Caller');
  signer = signerOf(party);
});

it.each(['/graphq', '/graphql/', '/api/v1/nothing'])('%s: 404 route_not_found', async (path) => {
  const sent = await send(app, null, { method: 'GET', path });
  expect(refusedAs(sent, 'route_not_found')).toMatchObject({
    type: expect.stringMatching(/^http:.*\/errors\/route_not_found$/) as string,
    instance: path,
    request_id: sent.headers.get('x-request-id'),
  });
  expect([sent.status, sent.headers.get('content-type')]).toEqual([404, 'application/problem+json; charset=utf-8']);
});

it.each([
  ['PUT', '/graphql', 'GET, POST'],
  ['DELETE', '/graphql', 'GET, POST'],
  ['OPTIONS', '/graphql', 'GET, POST'],
  ['GET', '/api/v1/webhooks/stripe', 'POST'],
  ['POST', '/api/v1/health', 'GET'],
  ['PATCH', '/livez', 'GET'],
])('%s %s: 405 method_not_allowed, Allow: %s', async (method, path, allow) => {
  const sent = await send(app, null, { method, path });
  refusedAs(sent, 'method_not_allowed');
  expect([sent.status, sent.headers.get('allow')]).toEqual([405, allow]);
});

it.each([
  ['405', { method: 'PUT', body: '{}' }, 'method_not_allowed', {}],
  ['413', { body: 'x'.repeat(256 * 1024 + 1) }, 'payload_too_large', { maximumBytes: 256 * 1024 }],
] as const)('%s at /graphql has the error format of GraphQL', async (status, sending, code, members) => {
  const sent = await send(app, null, sending);
  const requestId = sent.headers.get('x-request-id');
  expect([sent.status, sent.headers.get('content-type')]).toEqual([Number(status), 'application/json; charset=utf-8']);
  expect(sent.json).toMatchObject({
    errors: [{ extensions: { code, status: Number(status), requestId, ...members } }],
  });
  const media = 'application/graphql-response+json';
  const accepting = await send(app, null, { ...sending, headers: { accept: media } });
  expect(accepting.headers.get('content-type')).toBe(`${media}; charset=utf-8`);
});

// @spec G2
it('A mutation over GET is refused', async () => {
  const path = `/graphql?query=${encodeURIComponent('mutation { reserveBond(input: { amountStamps: 1 }) { __typename } }')}`;
  const sent = await send(app, signer, { method: 'GET', path, key: randomUUID() });
  expect(codeOf(sent)).toBe('method_not_allowed');
  expect(sent.status).toBe(405);
});

// @spec G2
it('A query may come over GET, with variables', async () => {
  const text = 'query ($key: ID) { principal(principalKey: $key) { principalKey } }';
  const variables = JSON.stringify({ key: party.principalKey });
  const path = `/graphql?query=${encodeURIComponent(text)}&variables=${encodeURIComponent(variables)}`;
  const sent = await send(app, signer, { method: 'GET', path });
  expect(sent.json.data).toEqual({ principal: { principalKey: party.principalKey } });
});
