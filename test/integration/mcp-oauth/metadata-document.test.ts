import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { builtServer, type BuiltServer } from '../../support/built';
import { newAuthority } from '../../support/certificates';
import { freshDatabase } from '../../support/database';
import { newFolder } from '../../support/folder';
import { openConsent } from '../../support/oauth-application';
import { openConsole, run } from '../console/support';
import { Browser } from '../sign-in/support';

/** An application whose client id is the address of its metadata document (Client ID Metadata Documents). */

/** Without a port, as documents of programs have it. */
const REDIRECT = 'http://127.0.0.1/callback';

let documents: Server;
let origin: string;
let service: BuiltServer;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let requests: string[];

beforeAll(async () => {
  const authority = newAuthority('Test authority');
  const { certificate, key } = authority.issue('localhost');
  requests = [];
  documents = createServer({ cert: certificate, key }, (request, response) => {
    const path = request.url ?? '/';
    requests.push(path);
    const redirect = path === '/foreign.json' ? 'http://example.com/callback' : REDIRECT;
    const body = {
      client_id: `${origin}${path}`,
      client_name: path === '/invisible.json' ? '\u3164\u2800' : 'A documented assistant',
      redirect_uris: [redirect],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => documents.listen(0, 'localhost', resolve));
  origin = `https://localhost:${String((documents.address() as AddressInfo).port)}`;
  const file = join(newFolder('authority'), 'authority.pem');
  writeFileSync(file, authority.certificate);
  database = await freshDatabase();
  service = await builtServer({
    DATABASE_URL: database.ownerUrl,
    ATS_WEBHOOK_ALLOW_PRIVATE: 'true',
    NODE_EXTRA_CA_CERTS: file,
  });
});
afterAll(async () => {
  await service.kill('SIGTERM');
  await database.drop();
  documents.close();
});

function authorizationUrl(url: string, clientId: string): string {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: 'http://127.0.0.1:33418/callback',
    response_type: 'code',
    scope: 'ats:read',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  return `${url}/oauth/authorize?${query.toString()}`;
}

const authorize = (url: string, clientId: string): Promise<Response> =>
  new Browser().get(authorizationUrl(url, clientId));

// @spec MC22
test('an application is known by its metadata document, at any port, and the document is read once', async () => {
  const first = await authorize(service.url, `${origin}/client.json`);
  expect([first.status, first.headers.get('location')]).toEqual([303, expect.stringContaining('/oauth/consent/')]);
  await authorize(service.url, `${origin}/client.json`);
  expect(requests).toEqual(['/client.json']);
});

// @spec MC22
test('a document with an address that could not register is refused', async () => {
  const response = await authorize(service.url, `${origin}/foreign.json`);
  expect([response.status, response.headers.get('location')]).toEqual([400, null]);
});

// @spec MC23
test.each([
  ['client', 'A documented assistant'],
  ['invisible', 'An application'],
])('the consent to the document %s.json names %s', async (document, name) => {
  const ada = await openConsole(service, 'ada');
  const input = { displayName: 'Ada' };
  await run(service, ada, 'WelcomeProvision', { input }, { headers: { 'idempotency-key': 'ada' } });
  const url = authorizationUrl(service.url, `${origin}/${document}.json`);
  const { page } = await openConsent(ada.browser, url, 'ada');
  expect(page).toContain(`Connect ${name}?`);
});

// @spec MC22
test('a document in our own network is not read', async () => {
  const other = await freshDatabase();
  const own = await builtServer({ DATABASE_URL: other.ownerUrl });
  try {
    requests = [];
    const { port } = new URL(origin);
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      const response = await authorize(own.url, `https://${host}:${port}/client.json`);
      expect([host, response.status]).toEqual([host, 400]);
    }
    expect(requests).toEqual([]);
  } finally {
    await own.kill('SIGTERM');
    await other.drop();
  }
});
