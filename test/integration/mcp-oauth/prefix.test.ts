import { startTestApp, type TestApp } from '../../support/app';
import { freePort } from '../../support/free-port';
import { sendMessage, toolCall } from '../../support/hosted-mcp';
import { Application, connectApplication } from '../../support/oauth-application';
import { createOwnedParty } from '../../support/oauth-owner';

/** A service with a path in ATS_PUBLIC_URL: all addresses of the authorization server have it. */

let app: TestApp;
let publicUrl: string;

beforeAll(async () => {
  const port = String(await freePort());
  publicUrl = `http://127.0.0.1:${port}/trading`;
  app = await startTestApp({
    ATS_ROLE: 'api',
    PORT: port,
    ATS_PUBLIC_URL: publicUrl,
    ATS_RATE_LIMIT_PER_MINUTE: '1000',
  });
});
afterAll(() => app.stop());

// @spec MC22
test('the official client connects to the address with the path, and every address of the metadata has it', async () => {
  const { human, principalKey } = await createOwnedParty(app, 'Prefixed');
  const tools = await connectApplication({ url: `${publicUrl}/` }, new Application({ subject: human }));
  expect(JSON.stringify(await tools.done('ats_overview'))).toContain(principalKey);
  await tools.close();
  const { origin } = new URL(publicUrl);
  for (const path of ['/.well-known/oauth-authorization-server/trading', '/trading/.well-known/openid-configuration']) {
    const metadata = (await (await fetch(`${origin}${path}`)).json()) as Readonly<Record<string, unknown>>;
    const addresses = Object.entries(metadata).filter(([name]) => /(_endpoint|_uri|issuer)$/.test(name));
    expect(addresses.length).toBeGreaterThan(4);
    for (const [name, address] of addresses)
      expect([name, address]).toEqual([name, expect.stringContaining(publicUrl)]);
  }
  const resource = await fetch(`${origin}/.well-known/oauth-protected-resource/trading/mcp`);
  expect(await resource.json()).toMatchObject({ resource: `${publicUrl}/mcp`, authorization_servers: [publicUrl] });
  expect(resource.headers.get('access-control-allow-origin')).toBe('*');
});

// @spec MC21
test('an address that sends many unknown tokens is 429', async () => {
  const send = () => sendMessage({ url: app.url }, fetch, toolCall('ats_overview'), { authorization: 'Bearer wrong' });
  const statuses = new Set<number>();
  for (let sent = 0; sent < 110; sent += 1) statuses.add((await send()).status);
  expect([...statuses]).toEqual([401, 429]);
});
