import { useTestApp } from '../../support/app';
import { openConsent } from '../../support/oauth-application';
import { OauthByHand, REDIRECT } from '../../support/oauth-by-hand';
import { createOwnedParty, type OwnedParty } from '../../support/oauth-owner';
import { Browser, followRedirects } from '../sign-in/support';

/** The metadata of the authorization server, registrations, and authorizations with errors. */

const app = useTestApp({ ATS_ROLE: 'api' });
let party: OwnedParty;
let hand: OauthByHand;

beforeAll(async () => {
  party = await createOwnedParty(app, 'Server');
  hand = new OauthByHand(app.url, party.human);
});

// @spec MC22
test('the metadata lead from the address of the tools to the authorization server', async () => {
  for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
    expect(await hand.getJson(path)).toMatchObject({
      resource: `${app.url}/mcp`,
      authorization_servers: [app.url],
      scopes_supported: ['ats:read', 'ats:trade', 'ats:money'],
      bearer_methods_supported: ['header'],
    });
  }
  for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']) {
    expect(await hand.getJson(path)).toMatchObject({
      issuer: app.url,
      authorization_endpoint: `${app.url}/oauth/authorize`,
      token_endpoint: `${app.url}/oauth/token`,
      registration_endpoint: `${app.url}/oauth/register`,
      revocation_endpoint: `${app.url}/oauth/revoke`,
      scopes_supported: ['ats:read', 'ats:trade', 'ats:money'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      client_id_metadata_document_supported: true,
    });
  }
});

// @spec MC22
test('a registration stores nothing and gives a public client, whatever it asks for', async () => {
  const extra = { token_endpoint_auth_method: 'client_secret_post', scope: 'admin', logo_uri: 'https://example.com/x' };
  const { status, json } = await hand.register({ client_name: 'By hand', redirect_uris: [REDIRECT], ...extra });
  expect(status).toBe(201);
  expect(json).toMatchObject({ client_name: 'By hand', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' });
  expect(json).not.toHaveProperty('client_secret');
  expect(await hand.registered()).toBe(json['client_id']);
  expect(await app.sql(`SELECT model FROM oauth_record WHERE model LIKE '%Client%'`)).toEqual([]);
});

// @spec MC22
test.each([
  ['no address', {}],
  ['an empty list', { redirect_uris: [] }],
  ['a text', { redirect_uris: REDIRECT }],
  ['plain http to another machine', { redirect_uris: ['http://example.com/callback'] }],
  ['a script', { redirect_uris: ['javascript:alert(1)'] }],
  ['a scheme that a page can claim', { redirect_uris: ['web+x://example.com/callback'] }],
  [
    'addresses that are too long',
    { redirect_uris: [1, 2, 3, 4].map((at) => `https://example.com/${'x'.repeat(450)}${String(at)}`) },
  ],
  ['a fragment', { redirect_uris: ['https://example.com/#a'] }],
  ['a user name', { redirect_uris: ['https://a:b@example.com/'] }],
  ['too many addresses', { redirect_uris: Array.from({ length: 11 }, (_, at) => `https://example.com/${String(at)}`) }],
  ['a name that is no text', { redirect_uris: [REDIRECT], client_name: 7 }],
])('a registration with %s is 400', async (_, metadata) => {
  const { status, json } = await hand.register(metadata);
  expect([status, json['error']]).toEqual([400, expect.stringMatching(/^invalid_(client_metadata|redirect_uri)$/)]);
  expect(json['error_description']).toEqual(expect.any(String));
});

// @spec MC22
test('an unknown client, a foreign address and a changed client id get a page and no redirect', async () => {
  const clientId = await hand.registered();
  const wrong = [
    hand.authorizationUrl('unknown'),
    hand.authorizationUrl(`${clientId}x`),
    hand.authorizationUrl(clientId, { redirect_uri: 'https://example.com/stolen' }),
  ];
  for (const url of wrong) {
    const response = await new Browser().get(url);
    expect([url.length > 0, response.status, response.headers.get('location')]).toEqual([true, 400, null]);
    expect(await response.text()).toContain('The application was not connected');
  }
});

// @spec MC22
test.each([
  ['without a code challenge', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
  ['with a plain code challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['for another resource', { resource: 'https://example.com/mcp' }, 'invalid_target'],
  ['for a token in the address', { response_type: 'token' }, 'unsupported_response_type'],
])('an authorization %s sends the application back with an error', async (_, changes, error) => {
  const { url } = await followRedirects(new Browser(), hand.authorizationUrl(await hand.registered(), changes), (to) =>
    to.startsWith(REDIRECT),
  );
  // An answer to a request for a token is in the fragment.
  const { search, hash } = new URL(url);
  const answer = new URLSearchParams(search || hash.slice(1));
  expect([answer.get('error'), answer.get('state')]).toEqual([error, 'a state']);
});

// @spec MC22
test('an authorization without a scope is one for reads, and one with unknown scopes goes back with an error', async () => {
  const clientId = await hand.registered();
  const consent = await openConsent(new Browser(), hand.authorizationUrl(clientId, { scope: undefined }), party.human);
  expect(consent.page).toContain('value="read"');
  expect(consent.page).not.toContain('value="trade"');
  const browser = new Browser();
  await openConsent(browser, hand.authorizationUrl(clientId), party.human);
  const { url } = await followRedirects(browser, hand.authorizationUrl(clientId, { scope: 'admin' }), (to) =>
    to.startsWith(REDIRECT),
  );
  expect(new URL(url).searchParams.get('error')).toBe('invalid_scope');
});

// @spec MC22
test('the end of an unknown consent is 400, whatever its query says', async () => {
  const query = new URL(hand.authorizationUrl(await hand.registered(), { redirect_uri: undefined })).search;
  for (const search of ['', query]) {
    const response = await new Browser().get(`${app.url}/oauth/authorize/unknown${search}`);
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('was not connected')]);
  }
});

// @spec MC22
test('an address with a zero byte or of too many characters is 400, and stores nothing', async () => {
  const clientId = await hand.registered();
  const before = await app.sql('SELECT model FROM oauth_record');
  for (const state of ['\0', 'x'.repeat(6_000)]) {
    const response = await new Browser().get(hand.authorizationUrl(clientId, { state }));
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  }
  expect(await app.sql('SELECT model FROM oauth_record')).toHaveLength(before.length);
});
