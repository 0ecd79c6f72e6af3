import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startTestApp, type TestApp } from '../../support/app';
import { type BuiltProcess, builtWorker } from '../../support/built';
import { type Issued, newAuthority } from '../../support/certificates';
import { credit, deliveriesEnded, pushedParty, verified } from '../../support/webhook-agents';
import type { Received } from '../../support/receiver';

/** Deliveries over https. The worker trusts a private authority by NODE_EXTRA_CA_CERTS. */

let app: TestApp;
let worker: BuiltProcess;
const servers: Server[] = [];
const received: Received[] = [];
const authority = newAuthority('A private authority');

/** Starts an https receiver with this certificate; returns its port. */
async function receiverWith({ certificate, key }: Issued): Promise<number> {
  const server = createServer({ cert: certificate, key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      received.push({ path: request.url ?? '', headers: request.headers, body, at: performance.now() });
      response.writeHead(204).end();
    });
  });
  servers.push(server);
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  const settings = {
    ATS_WEBHOOK_ALLOW_PRIVATE: 'true',
    ATS_WEBHOOK_RETRY_SCHEDULE_SECONDS: '1',
    ATS_WEBHOOK_TIMEOUT_SECONDS: '10',
  };
  app = await startTestApp({ ATS_ROLE: 'api', ...settings });
  const trusted = join(app.dataDir, 'authority.pem');
  writeFileSync(trusted, authority.certificate);
  worker = await builtWorker({
    ...settings,
    DATABASE_URL: app.ownerUrl,
    ATS_DATA_DIR: app.dataDir,
    NODE_EXTRA_CA_CERTS: trusted,
  });
}, 120_000);
afterAll(async () => {
  await worker.kill('SIGTERM');
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  await app.stop();
});

async function deliverTo(port: number) {
  const party = await pushedParty(app, `https://localhost:${String(port)}/hook-${String(port)}`, ['TICKETS_CREDITED']);
  await credit(app, party);
  const [delivery] = await deliveriesEnded(party, 1);
  return { party, delivery, sent: received.filter(({ path }) => path === `/hook-${String(port)}`) };
}

test('should send a verifiable delivery to a receiver with a trusted certificate for its name', async () => {
  const { party, delivery, sent } = await deliverTo(await receiverWith(authority.issue('localhost')));
  expect(delivery).toMatchObject({ state: 'DELIVERED', attempts: [{ status: 204, error: null }] });
  expect(sent).toHaveLength(1);
  for (const one of sent) expect(verified(one, party.secrets)).toMatchObject({ type: 'tickets.credited' });
});

test.each([
  ['for another name', authority.issue('elsewhere.test')],
  ['by an authority that nobody trusts', newAuthority('A private authority').issue('localhost')],
])('a certificate %s fails the attempt, and no request is sent', async (_what, issued) => {
  const { delivery, sent } = await deliverTo(await receiverWith(issued));
  const failed = { status: null, error: 'TLS_FAILED' };
  expect(delivery).toMatchObject({ state: 'DEAD', attempts: [failed, failed] });
  expect(sent).toEqual([]);
});
