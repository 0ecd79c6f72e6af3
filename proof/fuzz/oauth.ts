import fc from 'fast-check';
import type { Attack } from './attack';
import { PropertyViolation } from './reply-check';
import { property } from './property';
import { anything, hostileText, json, type Value, wellFormed } from './values';
import type { Outgoing } from './wire';

/**
 * Requests to the authorization server: its metadata, registrations, authorizations, consents, tokens and revocations.
 * Their parameters vary around those of a registered application. No human consents, so no code and no token is valid.
 */

interface OauthRequest {
  readonly route: readonly [string, string];
  /** Replaces the method. */
  readonly otherMethod: string | undefined;
  /** `{client}` stands for the id of the application, and `{url}` for the address of the service. */
  readonly parameters: readonly (readonly [string, string])[];
  readonly place: 'query' | 'form' | 'json' | 'both';
  readonly contentType: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Replaces the body. */
  readonly body: string | undefined;
}

const REDIRECT = 'http://127.0.0.1:33418/callback';
const UID = 'uid-uid-uid-uid-uid-u';

const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  client_id: ['{client}', '{client}', '{client}', 'https://127.0.0.1/client.json', 'x', ''],
  redirect_uri: [REDIRECT, REDIRECT, 'http://127.0.0.1:1/callback', 'javascript:alert(1)', 'https://evil.example/'],
  response_type: ['code', 'code', 'token', 'code id_token', 'none'],
  scope: ['ats:read', 'ats:read ats:trade', 'ats:money', 'openid', 'offline_access', 'ats:read ats:read', ''],
  resource: ['{url}/mcp', '{url}/mcp', '{url}', 'https://evil.example/mcp', '/mcp', 'urn:x'],
  code_challenge: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', 'x', ''],
  code_challenge_method: ['S256', 'plain', 's256'],
  state: ['a state', 'x'.repeat(2_000), '"><script>'],
  prompt: ['none', 'login', 'consent', 'none login'],
  max_age: ['0', '-1', '1e9', 'x'],
  request: ['e30.e30.', 'x'],
  request_uri: ['urn:x', 'https://169.254.169.254/'],
  claims: ['{}', '{"userinfo":{"__proto__":null}}', '['],
  response_mode: ['query', 'fragment', 'form_post', 'jwt'],
  grant_type: ['authorization_code', 'refresh_token', 'client_credentials', 'password', 'implicit'],
  code: ['x', 'a'.repeat(43)],
  code_verifier: ['a'.repeat(43), 'x'],
  refresh_token: ['a'.repeat(43), ''],
  token: ['a'.repeat(43), 'ats', ''],
  token_type_hint: ['access_token', 'refresh_token', 'x'],
  client_secret: ['x'],
  client_assertion: ['e30.e30.'],
  client_assertion_type: ['urn:ietf:params:oauth:client-assertion-type:jwt-bearer'],
  decision: ['allow', 'deny'],
  choice: ['prn_00000000000000000000000000', 'agt_x'],
  redirect_uris: [REDIRECT, 'x'],
  client_name: ['An application', 'x'.repeat(300)],
};

/** The paths with the method that each accepts. */
const ROUTES: readonly (readonly [string, string])[] = [
  ['GET', '/oauth/authorize'],
  ['GET', '/oauth/authorize'],
  ['GET', `/oauth/authorize/${UID}`],
  ['GET', `/oauth/consent/${UID}`],
  ['POST', `/oauth/consent/${UID}`],
  ['POST', '/oauth/token'],
  ['POST', '/oauth/token'],
  ['POST', '/oauth/token'],
  ['POST', '/oauth/revoke'],
  ['POST', '/oauth/register'],
  ['POST', '/oauth/register'],
  ['GET', '/oauth/jwks'],
  ['GET', '/oauth'],
  ['GET', '/oauth/x'],
  ['GET', '/.well-known/oauth-authorization-server'],
  ['GET', '/.well-known/oauth-protected-resource'],
  ['GET', '/.well-known/oauth-protected-resource/mcp'],
  ['GET', '/.well-known/openid-configuration'],
];

// Longer request lines are refused before any route.
const MAX_TEXT = 800;
const textOf = (value: Value): string =>
  'text' in value ? wellFormed(value.text.slice(0, MAX_TEXT)) : json(value).slice(0, MAX_TEXT);

const parameter = fc
  .constantFrom(...Object.keys(PARAMETERS))
  .chain((name) =>
    fc.tuple(
      fc.constant(name),
      fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...(PARAMETERS[name] ?? [''])) },
        { weight: 1, arbitrary: hostileText.map(textOf) },
      ),
    ),
  );

/** The parameters of an authorization that a human could consent to, and of the exchange of its code. */
const FITTING: readonly (readonly [string, string])[] = [
  ['client_id', '{client}'],
  ['redirect_uri', REDIRECT],
  ['response_type', 'code'],
  ['scope', 'ats:read'],
  ['resource', '{url}/mcp'],
  ['code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
  ['code_challenge_method', 'S256'],
  ['grant_type', 'authorization_code'],
  ['code', 'a'.repeat(43)],
  ['code_verifier', 'a'.repeat(43)],
];

const oauthRequests: fc.Arbitrary<OauthRequest> = fc.record({
  route: fc.constantFrom(...ROUTES),
  otherMethod: fc.oneof(
    { weight: 9, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH') },
  ),
  parameters: fc
    .tuple(fc.subarray([...FITTING], { minLength: FITTING.length - 2 }), fc.array(parameter, { maxLength: 5 }))
    .map(([fitting, more]) => [...fitting, ...more]),
  place: fc.constantFrom('query', 'query', 'form', 'form', 'json', 'both'),
  contentType: fc.constantFrom('', '', '', 'application/json', 'text/plain', 'multipart/form-data; boundary=x', ';'),
  headers: fc.array(
    fc.constantFrom<readonly [string, string]>(
      ['cookie', '_interaction=x; _session=y'],
      ['cookie', `_session=${'a'.repeat(3_000)}; ats_oauth=;;`],
      ['origin', 'null'],
      ['origin', 'https://evil.example'],
      ['accept', 'text/html'],
      ['accept', 'application/json'],
      ['authorization', 'Basic eDp5'],
      ['authorization', 'Basic ='],
      ['authorization', 'Bearer x'],
      ['x-forwarded-host', 'evil.example'],
      ['content-encoding', 'gzip'],
    ),
    { maxLength: 3 },
  ),
  body: fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: anything.map(json) },
    { weight: 1, arbitrary: fc.constantFrom('', '%', '&&==&', 'x'.repeat(40_000)) },
  ),
});

// One application for each service.
const clients = new WeakMap<Attack, string>();

async function clientOf(attack: Attack): Promise<string> {
  const existing = clients.get(attack);
  if (existing !== undefined) return existing;
  const { reply } = await attack.once({
    method: 'POST',
    target: '/oauth/register',
    headers: ['content-type', 'application/json'],
    body: JSON.stringify({ client_name: 'Fuzz', redirect_uris: [REDIRECT] }),
  });
  const { client_id: id } = JSON.parse(reply.text) as { readonly client_id: string };
  clients.set(attack, id);
  return id;
}

function outgoingOf(request: OauthRequest, url: string, client: string): Outgoing {
  const { route, place, headers } = request;
  const [method, path] = [request.otherMethod ?? route[0], route[1]];
  const filled = request.parameters.map(([name, value]): [string, string] => [
    name,
    value.replaceAll('{client}', client).replaceAll('{url}', url),
  ]);
  const form = new URLSearchParams(filled).toString();
  const isJson = place === 'json';
  const target = place === 'query' || place === 'both' ? `${path}?${form}` : path;
  const text = isJson ? JSON.stringify(Object.fromEntries(filled)) : place === 'query' ? '' : form;
  const type = request.contentType || (isJson ? 'application/json' : 'application/x-www-form-urlencoded');
  const body = method === 'GET' || method === 'HEAD' ? undefined : (request.body ?? text);
  return { method, target, headers: [...(body === undefined ? [] : ['content-type', type]), ...headers.flat()], body };
}

export const oauth = property(
  'the authorization server',
  () => oauthRequests,
  async (attack, _, request) => {
    const outgoing = outgoingOf(request, attack.service.url, await clientOf(attack));
    const first = await attack.once(outgoing);
    if (outgoing.target.startsWith('/oauth/token') && outgoing.method === 'POST' && first.reply.status < 400)
      throw new PropertyViolation('a token for an invented grant', first.reply);
    await attack.assertSameRefusal(outgoing, first);
  },
);
