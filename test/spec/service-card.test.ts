import { type AgentCard, verifyAgentCardSignature } from '@a2a-js/sdk';
import { DefaultAgentCardResolver } from '@a2a-js/sdk/client';
import type { JWK } from 'jose';
import { parseCard } from '../../src/domain/parties/agent-card';
import { useTestApp } from '../support/app';

/** The signed A2A card of the service itself, and the extension that it declares. */
const app = useTestApp({ ATS_ROLE: 'api' });

const get = (init: RequestInit = {}): Promise<Response> => fetch(`${app.url}/.well-known/agent-card.json`, init);

interface Extension {
  readonly uri: string;
  readonly required: boolean;
  readonly params: Readonly<Record<string, string>>;
}

const read = async (): Promise<AgentCard> => (await get()).json() as Promise<AgentCard>;

function extensionOf({ capabilities }: AgentCard): Extension {
  const [extension] = capabilities?.extensions ?? [];
  if (!extension) throw new Error('the card has no extension');
  return extension as unknown as Extension;
}

/** The keys of the key sets that were asked for. */
const retrieveKey = async (kid: string, jku = ''): Promise<JWK> => {
  const { keys } = (await (await fetch(jku)).json()) as { keys: JWK[] };
  const key = keys.find((one) => one.kid === kid);
  if (!key) throw new Error('the key set lacks the key');
  return key;
};
const verify = verifyAgentCardSignature(retrieveKey);

// @spec A25
test('The service has a complete A2A 1.0 card, which scripts of every origin may read', async () => {
  const answer = await get();
  expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([200, 'application/json']);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
  const card = (await answer.json()) as Record<string, unknown>;
  expect(parseCard(card, null).conformance).toEqual({ version: '1.0', missing: [] });
  expect(await new DefaultAgentCardResolver().resolve(app.url)).toMatchObject({ name: 'Agent Trading Service' });
});

// @spec A26
test('The A2A SDK verifies the card with the key set of the service, and refuses a changed card', async () => {
  const card = await read();
  await expect(verify(card)).resolves.toBeUndefined();
  const [signature] = card.signatures;
  const header = JSON.parse(Buffer.from(signature?.protected ?? '', 'base64url').toString('utf8')) as object;
  const { signingKeyId } = extensionOf(card).params;
  expect(header).toEqual({ alg: 'EdDSA', typ: 'JOSE', kid: signingKeyId, jku: `${app.url}/.well-known/jwks.json` });
  // The SDK reports each refused signature there.
  const debug = jest.spyOn(console, 'debug').mockImplementation(() => undefined);
  for (const changed of [
    { ...card, description: 'Another.' },
    { ...card, skills: [] },
    { ...card, provider: undefined },
  ]) {
    await expect(verify(changed)).rejects.toThrow('No valid signatures');
  }
  debug.mockRestore();
});

// @spec A25
test('A client that has the current card of the service gets 304', async () => {
  const etag = (await get()).headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{43}"$/);
  const cached = await get({ headers: { 'if-none-match': etag } });
  expect([cached.status, await cached.text()]).toEqual([304, '']);
  expect((await get({ headers: { 'if-none-match': '"other"' } })).headers.get('etag')).toBe(etag);
});

// @spec A27
test('The extension names the addresses of the APIs and the policy, and its address is a page', async () => {
  const card = await read();
  const extension = extensionOf(card);
  const endpoints = { graphql: `${app.url}/graphql`, rest: `${app.url}/api/v1`, mcp: `${app.url}/mcp` };
  expect(extension).toMatchObject({
    uri: `${app.url}/ext/bonded-trade/v1`,
    required: true,
    params: { ...endpoints, keySet: `${app.url}/.well-known/jwks.json` },
  });
  const page = await fetch(extension.uri);
  expect([page.status, page.headers.get('content-type')?.split(';')[0]]).toEqual([200, 'text/html']);
  const text = await page.text();
  for (const name of Object.keys(extension.params)) expect(text).toContain(`<code>${name}</code>`);
  expect(card.supportedInterfaces.map(({ url }) => url)).toEqual(Object.values(endpoints));
  const [policy] = await app.sql<{ version: string }>('SELECT active_policy(now()) AS version');
  expect(extension.params['policyVersion']).toBe(policy?.version);
});

test('other methods are 405 with Allow', async () => {
  const answer = await get({ method: 'POST' });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
});
