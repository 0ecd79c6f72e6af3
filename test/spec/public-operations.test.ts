import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { useTestApp } from '../support/app';
import { refusedAs, send, type Sent } from '../support/exchange';

/** Operations without authentication. */

const app = useTestApp({ ATS_ROLE: 'api' });

const PUBLIC = ['GET /api/v1/health', 'GET /api/v1/openapi.json', 'POST /api/v1/webhooks/stripe'];

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const description = JSON.parse(readFileSync(join(__dirname, '..', '..', 'openapi.json'), 'utf8')) as Description;
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
);

/** Sends the operation without a signature. */
function unsigned(operation: string): Promise<Sent> {
  const [method = '', path = ''] = operation.split(' ');
  const sending = { method, path: path.replaceAll(/\{\w+\}/g, 'x') };
  return send(app, null, method === 'GET' ? sending : { ...sending, body: '{}' });
}

// @spec C12
test('The health check, the API description and the payment webhook need no authentication', async () => {
  expect(operations).toEqual(expect.arrayContaining(PUBLIC));
  const [health, openapi, webhook] = await Promise.all(PUBLIC.map(unsigned));
  expect([health?.status, openapi?.status]).toEqual([200, 200]);
  // The processor's own signature authenticates the webhook.
  expect(webhook && refusedAs(webhook, 'stripe_signature_invalid')).toBeDefined();
});

// @spec C13
test('Every other operation expects a signed request', async () => {
  const signed = operations.filter((operation) => !PUBLIC.includes(operation));
  expect(signed.length).toBeGreaterThan(50);
  for (const operation of signed) {
    const sent = await unsigned(operation);
    expect([operation, sent.status, sent.json['code']]).toEqual([operation, 401, 'signature_missing']);
  }
  const body = JSON.stringify({ query: '{ service { version } }' });
  expect((await send(app, null, { body })).status).toBe(401);
});
