import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { startStripeMock, type StripeMock } from '../../src/adapters/stripe/mock';
import type { Client } from '../../src/client';
import { audit } from '../../src/ledger/audit';
import { startTestApp, type TestApp } from '../support/app';
import { mutate, plainClient, provisioned, refusalOf, ticketsIn, withOwnerConnection } from '../support/parties';
import { chargeEvent, deliver, type Gate, gateTo, sessionEvent, WEBHOOK_SECRET } from '../support/payments';
import { newFolder } from '../support/folder';

/** Purchases and Stripe webhooks while the service calls the payment processor. */
let app: TestApp;
let gate: Gate;
let standIn: StripeMock;
let dataDir: string;
beforeAll(async () => {
  dataDir = newFolder('gate');
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  standIn = await startStripeMock({ dataDir, webhookUrl: () => undefined, log });
  gate = await gateTo(() => standIn.apiBase);
  app = await startTestApp({
    ATS_ROLE: 'api',
    STRIPE_SECRET_KEY: standIn.secretKey,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: gate.url,
  });
});
afterAll(async () => {
  await app.stop();
  await gate.close();
  await standIn.stop();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(() => {
  gate.closed = false;
  gate.before = () => Promise.resolve();
});

interface Purchase {
  readonly sessionId: string;
  readonly status: string;
}

async function buy(client: Client, key?: string, input: object = {}): Promise<Purchase> {
  const defaulted = { pack: 'STARTER', ...input };
  const answer = await mutate<{ purchase: Purchase }>(
    client,
    'purchaseTickets',
    defaulted,
    'purchase { sessionId status }',
    key,
  );
  return answer.purchase;
}

function gatedBy(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

async function waitFor(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline;) {
    if (await condition()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error('waited in vain');
}

describe('While the processor is down', () => {
  // @spec TK12
  test('a purchase is 502 payment_processor_unavailable, nothing is stored, and the same key can be retried', async () => {
    const { agent, principalId } = await provisioned(app);
    const key = randomUUID();
    gate.closed = true;
    expect(await refusalOf(buy(agent, key))).toMatchObject({ status: 502, code: 'payment_processor_unavailable' });
    expect(await app.sql('SELECT 1 FROM ticket_purchase WHERE principal_id = $1', [principalId])).toEqual([]);
    gate.closed = false;
    expect(await buy(agent, key)).toMatchObject({ status: 'OPEN' });
  });

  // @spec TK18
  test('should find the lost session again, because the service sends its own key to the processor', async () => {
    const { owner, principalKey, principalId } = await provisioned(app);
    const key = randomUUID();
    const first = await buy(owner, key, { principalKey });
    await app.sql('DELETE FROM idempotency_answer WHERE key = $1', [key]);
    await app.sql('DELETE FROM ticket_purchase WHERE principal_id = $1', [principalId]);
    expect(await buy(owner, key, { principalKey })).toEqual(first);
    const [one, two] = gate.keys.slice(-2);
    expect(one).toBe(two);
    expect(one).toMatch(/^[\x21-\x7e]{1,255}$/);
  });
});

describe('An event whose purchase has not committed yet', () => {
  // @spec TK16
  test('is stored, and credited after the commit', async () => {
    const { agent, principalId, principalKey } = await provisioned(app);
    gate.before = async ({ id = '' }) => {
      const event = sessionEvent({ id, client_reference_id: principalKey });
      expect(await deliver(app, event)).toMatchObject({ status: 200, body: { received: true } });
      expect(await deliver(app, event)).toMatchObject({ status: 200 });
      expect(await app.sql('SELECT outcome FROM stripe_event WHERE session_id = $1', [id])).toEqual([
        { outcome: 'waiting' },
      ]);
      expect(await ticketsIn(app, principalId)).toBe(0n);
    };
    const purchase = await buy(agent);
    expect(purchase.status).toBe('CREDITED');
    expect(await ticketsIn(app, principalId)).toBe(1000n);
    const event = sessionEvent({ id: purchase.sessionId, client_reference_id: principalKey });
    expect(await deliver(app, event)).toMatchObject({ status: 200 });
    expect(await ticketsIn(app, principalId)).toBe(1000n);
  });

  // @id credit-in-either-order
  test('is credited once in either order, also when both arrive at the same moment', async () => {
    const { agent, principalId, principalKey } = await provisioned(app);
    const racing: Promise<unknown>[] = [];
    gate.before = ({ id = '' }) => {
      const body = sessionEvent({ id, client_reference_id: principalKey });
      racing.push(
        deliver(app, body),
        deliver(app, body),
        deliver(app, sessionEvent({ id, client_reference_id: principalKey })),
      );
      return Promise.resolve();
    };
    const sessions: string[] = [];
    for (let round = 0; round < 15; round += 1) sessions.push((await buy(agent)).sessionId);
    await Promise.all(racing);
    expect(await ticketsIn(app, principalId)).toBe(15_000n);
    for (const session of sessions) {
      const credited = await app.sql(`SELECT 1 FROM stripe_event WHERE session_id = $1 AND outcome = 'credited'`, [
        session,
      ]);
      expect(credited).toHaveLength(1);
    }
  });

  // @spec TK20
  test('is not credited if its payment was fully refunded before the commit', async () => {
    const { agent, principalId, principalKey } = await provisioned(app);
    gate.before = async ({ id = '' }) => {
      const paymentIntent = `pi_${id}`;
      await deliver(app, sessionEvent({ id, client_reference_id: principalKey, payment_intent: paymentIntent }));
      await deliver(app, chargeEvent('charge.refunded', { payment_intent: paymentIntent, refunded: true }));
    };
    expect(await buy(agent)).toMatchObject({ status: 'PARKED' });
    expect(await ticketsIn(app, principalId)).toBe(0n);
  });

  test('stays waiting and grants nothing if the purchase never commits', async () => {
    const { principalId, principalKey } = await provisioned(app);
    const id = `cs_test_${randomUUID()}`;
    await deliver(app, sessionEvent({ id, client_reference_id: principalKey }));
    expect(await app.sql('SELECT outcome FROM stripe_event WHERE session_id = $1', [id])).toEqual([
      { outcome: 'waiting' },
    ]);
    expect(await ticketsIn(app, principalId)).toBe(0n);
  });
});

describe('While the processor is slow', () => {
  // @id purchase-during-rotation
  test('should lock only the key of the purchase: a rotation does not wait, and the revoked pair buys nothing', async () => {
    const { agent, owner, principalKey, principalId } = await provisioned(app);
    const { opened, open } = gatedBy();
    gate.before = () => opened;
    const callsBefore = gate.keys.length;
    const key = randomUUID();
    const purchase = refusalOf(buy(agent, key));
    await waitFor(() => gate.keys.length > callsBefore);
    expect(await refusalOf(buy(agent, key))).toMatchObject({ status: 409, code: 'idempotency_key_in_progress' });
    const { credential } = await mutate<{ credential: { apiKey: string; signingSecret: string } }>(
      owner,
      'rotateCredential',
      { principalKey },
      'credential { apiKey signingSecret }',
    );
    open();
    expect(await purchase).toEqual({ status: 401, code: 'credential_invalid' });
    expect(await app.sql('SELECT 1 FROM ticket_purchase WHERE principal_id = $1', [principalId])).toEqual([]);
    expect(await buy(plainClient(app, credential), key)).toMatchObject({ status: 'OPEN' });
  });

  test('should leave a ledger without audit findings', async () => {
    expect(await withOwnerConnection(app, (db) => audit(db))).toEqual([]);
  });
});
