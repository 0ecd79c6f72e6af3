import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { startStripeMock, type StripeMock } from '../../src/adapters/stripe/mock';
import { type LocalServer, serverOn } from '../integration/adapters/stripe-support';
import { startTestApp, type TestApp } from '../support/app';
import { mutate, type ProvisionedParty, provisioned, refusalOf } from '../support/parties';
import { WEBHOOK_SECRET } from '../support/payments';
import { newFolder } from '../support/folder';

/** Failures of Stripe, each on a real server; the buyer’s success_url selects one. */
const failures: Readonly<Record<string, (response: ServerResponse) => void>> = {
  hangs: () => undefined,
  drips: (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 200);
    response.on('close', () => clearInterval(timer));
  },
  resets: (response) => response.socket?.resetAndDestroy(),
  'answers 500': (response) => response.writeHead(500).end('{"error":{"type":"api_error","message":"inside"}}'),
  'answers 429': (response) =>
    response.writeHead(429, { 'retry-after': '60' }).end('{"error":{"type":"rate_limit_error","message":"inside"}}'),
  'ends in the middle': (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"id":"cs_test_half",');
    setTimeout(() => response.destroy(), 50);
  },
};

let app: TestApp;
let standIn: StripeMock;
let processor: LocalServer;
let dataDir: string;
let down = true;

beforeAll(async () => {
  dataDir = newFolder('down');
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  standIn = await startStripeMock({ dataDir, webhookUrl: () => undefined, log });
  processor = await serverOn(0, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      const name =
        new URL(new URLSearchParams(body).get('success_url') ?? 'http://none').searchParams.get('stripe') ?? '';
      if (down) failures[name]?.(response);
      else void passOn(request.headers, body, response);
    });
  });
  app = await startTestApp({
    ATS_ROLE: 'api',
    STRIPE_SECRET_KEY: standIn.secretKey,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: processor.url,
  });
});
afterAll(async () => {
  await app.stop();
  await processor.close();
  await standIn.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function passOn(headers: NodeJS.Dict<string | string[]>, body: string, response: ServerResponse): Promise<void> {
  const forwarded = ['authorization', 'idempotency-key', 'content-type'].map((name) => [name, String(headers[name])]);
  const answer = await fetch(`${standIn.apiBase}/v1/checkout/sessions`, {
    method: 'POST',
    headers: Object.fromEntries(forwarded) as Record<string, string>,
    body,
  });
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
}

interface Attempt {
  readonly what: string;
  readonly party: ProvisionedParty;
  readonly key: string;
}

function buy({ what, party, key }: Attempt): Promise<{ purchase: { sessionId: string; status: string } }> {
  const successUrl = `http://127.0.0.1:9/done?stripe=${encodeURIComponent(what)}`;
  const selection = 'purchase { sessionId status }';
  return mutate(party.agent, 'purchaseTickets', { pack: 'STARTER', successUrl }, selection, key);
}

/** Counts the rows that a purchase leaves in each table. */
const left = async ({ party: { principalId }, key }: Attempt): Promise<Record<string, unknown>[]> =>
  app.sql(
    `SELECT (SELECT count(*)::integer FROM ticket_purchase WHERE principal_id = $1) AS purchases,
       (SELECT count(*)::integer FROM idempotency_answer WHERE key = $2) AS answers,
       (SELECT count(*)::integer FROM ledger_account WHERE principal_id = $1 AND kind = 'ticket') AS accounts,
       (SELECT count(*)::integer FROM event WHERE principal_id = $1) AS events`,
    [principalId, key],
  );

async function leftBy(attempts: readonly Attempt[]): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const attempt of attempts) all.push(await left(attempt));
  return all;
}

const names = Object.keys(failures);

test.each([[names.slice(0, 3)], [names.slice(3)]])(
  'Stripe down or slow (%j): 502 payment_processor_unavailable within 10 s, nothing half made, the same key tries again',
  async (some) => {
    down = true;
    const attempts = await Promise.all(
      some.map(async (what) => ({ what, party: await provisioned(app), key: randomUUID() })),
    );
    const before = await leftBy(attempts);
    await Promise.all(
      attempts.map(async (attempt) => {
        const started = performance.now();
        const refusal = await refusalOf(buy(attempt));
        const tookMs = performance.now() - started;
        expect({ what: attempt.what, ...refusal }).toEqual({
          what: attempt.what,
          status: 502,
          code: 'payment_processor_unavailable',
        });
        expect(tookMs).toBeLessThan(10_000);
      }),
    );
    expect(await leftBy(attempts)).toEqual(before);
    down = false;
    for (const attempt of attempts) {
      const { purchase } = await buy(attempt);
      expect(purchase.status).toBe('OPEN');
      expect((await buy(attempt)).purchase).toEqual(purchase);
      expect(await left(attempt)).toEqual([expect.objectContaining({ purchases: 1, answers: 1 })]);
    }
  },
);
