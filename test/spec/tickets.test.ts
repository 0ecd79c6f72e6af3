import { randomUUID } from 'node:crypto';
import type { Client } from '../../src/client';
import { audit } from '../../src/ledger/audit';
import { useTestApp } from '../support/app';
import { codeOf, mutate, provisioned, refusalOf, ticketsIn, withOwnerConnection } from '../support/parties';
import { deliver, sessionEvent, signature, WEBHOOK_SECRET } from '../support/payments';

/** Specification "Ticket pack and checkout" and Events 4. The stand-in for Stripe serves. */
const app = useTestApp({ STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET });

const PURCHASE = 'sessionId checkoutUrl status pack ticketsStamps principalKey createdAt creditedAt';

interface Purchase {
  readonly sessionId: string;
  readonly checkoutUrl: string | null;
  readonly status: string;
  readonly principalKey: string | null;
  readonly creditedAt: string | null;
}

async function buy(client: Client, input: object = {}, key?: string): Promise<Purchase> {
  const defaulted = { pack: 'STARTER', ...input };
  return (await mutate<{ purchase: Purchase }>(client, 'purchaseTickets', defaulted, `purchase { ${PURCHASE} }`, key))
    .purchase;
}

async function poll(client: Client, sessionId: string): Promise<Purchase> {
  const document = `query ($id: String!) { ticketPurchase(sessionId: $id) { ${PURCHASE} } }`;
  return (await client.queryOrThrow<{ ticketPurchase: Purchase }>(document, { id: sessionId })).ticketPurchase;
}

/** Presses the only button of the checkout page. */
async function pay(purchase: Purchase): Promise<void> {
  const response = await fetch(purchase.checkoutUrl ?? '', { method: 'POST', redirect: 'manual' });
  expect([302, 303]).toContain(response.status);
}

async function credited(client: Client, sessionId: string): Promise<Purchase> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline;) {
    const purchase = await poll(client, sessionId);
    if (purchase.status !== 'OPEN') return purchase;
  }
  throw new Error('the credit never landed');
}

const outcomes = async (sessionId: string): Promise<string[]> =>
  (
    await app.sql<{ outcome: string }>('SELECT outcome FROM stripe_event WHERE session_id = $1 ORDER BY 1', [sessionId])
  ).map(({ outcome }) => outcome);

describe('A purchase', () => {
  // @spec TK1
  test('lists the self-serve packs: Starter, Growth and Scale', async () => {
    const { agent } = await provisioned(app);
    expect(await agent.queryOrThrow('{ ticketPacks { pack name ticketsStamps priceMinor currency } }')).toEqual({
      ticketPacks: [
        { pack: 'STARTER', name: 'Starter', ticketsStamps: 1000, priceMinor: 1000, currency: 'USD' },
        { pack: 'GROWTH', name: 'Growth', ticketsStamps: 10_000, priceMinor: 9000, currency: 'USD' },
        { pack: 'SCALE', name: 'Scale', ticketsStamps: 100_000, priceMinor: 80_000, currency: 'USD' },
      ],
    });
  });

  // @spec N5, TK3, TK4, TK5
  test('yields a checkout session and grants nothing; after payment the verified webhook credits it', async () => {
    const { agent, principalId, principalKey } = await provisioned(app);
    const purchase = await buy(agent, { pack: 'GROWTH' });
    expect(purchase).toMatchObject({
      status: 'OPEN',
      pack: 'GROWTH',
      ticketsStamps: 10_000,
      principalKey,
      creditedAt: null,
    });
    expect(await ticketsIn(app, principalId)).toBe(0n);
    expect(await poll(agent, purchase.sessionId)).toEqual(purchase);
    await pay(purchase);
    expect(await credited(agent, purchase.sessionId)).toMatchObject({ status: 'CREDITED', checkoutUrl: null });
    expect(await ticketsIn(app, principalId)).toBe(10_000n);
    const events = await app.sql(`SELECT type, data FROM event WHERE principal_id = $1`, [principalId]);
    expect(events).toEqual([
      {
        type: 'tickets.credited',
        data: { principal_key: principalKey, session_id: purchase.sessionId, tickets_stamps: 10_000 },
      },
    ]);
  });

  // @spec TK15
  test('credits the human’s wallet if the console requests it', async () => {
    const { owner, principalKey, principalId } = await provisioned(app);
    const purchase = await buy(owner, { to: 'WALLET' });
    expect(purchase.principalKey).toBeNull();
    await pay(purchase);
    await credited(owner, purchase.sessionId);
    expect(await owner.queryOrThrow('{ wallet { balanceStamps } }')).toEqual({ wallet: { balanceStamps: 1000 } });
    expect(await ticketsIn(app, principalId)).toBe(0n);
    const both = await refusalOf(buy(owner, { to: 'WALLET', principalKey }));
    expect(both).toMatchObject({ code: 'validation_failed', fields: [{ pointer: '/principal_key' }] });
    expect((await buy(owner, { to: 'PRINCIPAL', principalKey })).principalKey).toBe(principalKey);
    expect(await codeOf(buy(app.consoleFor('unheard-of'), { to: 'WALLET' }))).toBe('principal_not_found');
  });

  test('is for the principal itself and its owners; a wallet needs the console', async () => {
    const { agent, principalKey } = await provisioned(app);
    const other = await provisioned(app);
    expect(await codeOf(buy(other.agent, { principalKey }))).toBe('principal_access_denied');
    expect(await codeOf(buy(other.owner, { principalKey }))).toBe('principal_access_denied');
    expect(await codeOf(buy(app.operator, { principalKey }))).toBe('principal_access_denied');
    expect(await codeOf(buy(agent, { to: 'WALLET' }))).toBe('platform_only');
    expect(await codeOf(buy(app.operator, { to: 'WALLET' }))).toBe('platform_only');
  });

  // @spec TK9, ID3
  test('repeated with its key is the same session, also for the processor; another key makes another one', async () => {
    const { owner, principalKey } = await provisioned(app);
    const key = randomUUID();
    const first = await buy(owner, { principalKey }, key);
    expect(await buy(owner, { principalKey }, key)).toEqual(first);
    await app.sql('DELETE FROM idempotency_answer WHERE key = $1', [key]);
    expect(await buy(owner, { principalKey }, key)).toEqual(first);
    expect((await buy(owner, { principalKey })).sessionId).not.toBe(first.sessionId);
  });

  // @spec TK14
  test('is visible to its principal, the owners and operators; others get 404', async () => {
    const { agent, owner, principalKey } = await provisioned(app);
    const other = await provisioned(app);
    const { sessionId } = await buy(agent);
    for (const client of [agent, owner, app.operator])
      expect(await poll(client, sessionId)).toMatchObject({ principalKey });
    for (const client of [other.agent, other.owner]) {
      expect(await refusalOf(poll(client, sessionId))).toMatchObject({
        status: 404,
        code: 'checkout_session_not_found',
      });
    }
    const wallet = await buy(owner, { to: 'WALLET' });
    expect(await codeOf(poll(agent, wallet.sessionId))).toBe('checkout_session_not_found');
    for (const unknown of ['cs_test_unknown', '', '\0', 'x'.repeat(300)]) {
      expect(await codeOf(poll(agent, unknown))).toBe('checkout_session_not_found');
    }
  });

  // @spec TK17
  test.each([
    'http://shop.example/done',
    'javascript:alert(1)',
    '/done',
    'https://user:secret@shop.example/',
    'https://a b/',
  ])('goes back to https, or to http on this machine, never to %s', async (url) => {
    const { agent } = await provisioned(app);
    const refused = await refusalOf(buy(agent, { successUrl: url, cancelUrl: 'http://127.0.0.1:9/no' }));
    expect(refused).toMatchObject({ status: 400, code: 'validation_failed', fields: [{ pointer: '/success_url' }] });
  });

  test('must be the only mutation of its request', async () => {
    const { agent } = await provisioned(app);
    const two = `mutation { a: purchaseTickets(input: { pack: STARTER }) { purchase { sessionId } }
      b: purchaseTickets(input: { pack: STARTER }) { purchase { sessionId } } }`;
    expect(await codeOf(agent.mutate(two))).toBe('query_refused');
  });
});

describe('The processor’s webhook', () => {
  // @spec TK8
  // @id credit-once-concurrent
  test('credits once under 20 concurrent deliveries of one event and 20 of others about the same session', async () => {
    const { agent, principalId, principalKey } = await provisioned(app);
    const { sessionId } = await buy(agent);
    const same = sessionEvent({ id: sessionId, client_reference_id: principalKey });
    const others = Array.from({ length: 20 }, () => sessionEvent({ id: sessionId, client_reference_id: principalKey }));
    const bodies = [...Array.from({ length: 20 }, () => same), ...others];
    const answers = await Promise.all(bodies.map((body) => deliver(app, body)));
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { received: true } });
    expect(await ticketsIn(app, principalId)).toBe(1000n);
    expect(await outcomes(sessionId)).toEqual(['credited', ...Array.from({ length: 20 }, () => 'recorded')]);
    expect(await app.sql(`SELECT 1 FROM event WHERE principal_id = $1`, [principalId])).toHaveLength(1);
  });

  // @spec TK10
  // @id stripe-signature-invalid
  test('should answer 400 stripe_signature_invalid to a forged, missing, stale or altered signature, and store nothing', async () => {
    const { agent, principalId, principalKey } = await provisioned(app);
    const { sessionId } = await buy(agent);
    const body = sessionEvent({ id: sessionId, client_reference_id: principalKey });
    const headers = [
      null,
      'nonsense',
      signature(body, { secret: ['whsec_', 'another'].join('') }),
      signature(body, { secondsAgo: 301 }),
      signature(`${body} `),
    ];
    for (const header of headers) {
      expect(await deliver(app, body, header)).toMatchObject({
        status: 400,
        type: 'application/problem+json; charset=utf-8',
        body: { code: 'stripe_signature_invalid', status: 400, request_id: expect.stringMatching(/^req_/) as unknown },
      });
    }
    expect(await outcomes(sessionId)).toEqual([]);
    expect(await ticketsIn(app, principalId)).toBe(0n);
  });

  // @spec TK6, TK11
  test.each([
    ['unpaid', { payment_status: 'unpaid' }, 'checkout.session.completed', 'PARKED', 'parked'],
    ['of another amount', { amount_total: 999 }, 'checkout.session.completed', 'PARKED', 'parked'],
    ['in another currency', { currency: 'eur' }, 'checkout.session.completed', 'PARKED', 'parked'],
    ['that names another', { client_reference_id: 'prn_other' }, 'checkout.session.completed', 'PARKED', 'parked'],
    ['of a late payment', {}, 'checkout.session.async_payment_succeeded', 'PARKED', 'flagged'],
    ['that names nobody', { client_reference_id: null }, 'checkout.session.completed', 'PARKED', 'parked'],
    ['of expiry', { payment_status: 'unpaid' }, 'checkout.session.expired', 'EXPIRED', 'recorded'],
    ['of another kind', {}, 'charge.succeeded', 'OPEN', undefined],
  ])('%s grants nothing', async (_, data, type, status, outcome) => {
    const { agent, principalId, principalKey } = await provisioned(app);
    const { sessionId } = await buy(agent);
    expect(
      await deliver(app, sessionEvent({ id: sessionId, client_reference_id: principalKey, ...data }, type)),
    ).toMatchObject({ status: 200 });
    expect(await poll(agent, sessionId)).toMatchObject({ status, creditedAt: null });
    expect(await ticketsIn(app, principalId)).toBe(0n);
    if (outcome !== undefined) expect(await outcomes(sessionId)).toEqual([outcome]);
  });

  test('should credit a paid completion after an expiry or an unpaid completion', async () => {
    const { agent, principalId, principalKey } = await provisioned(app);
    const { sessionId } = await buy(agent);
    await deliver(
      app,
      sessionEvent(
        { id: sessionId, client_reference_id: principalKey, payment_status: 'unpaid' },
        'checkout.session.expired',
      ),
    );
    await deliver(app, sessionEvent({ id: sessionId, client_reference_id: principalKey, payment_status: 'unpaid' }));
    await deliver(app, sessionEvent({ id: sessionId, client_reference_id: principalKey }));
    await deliver(
      app,
      sessionEvent(
        { id: sessionId, client_reference_id: principalKey, payment_status: 'unpaid' },
        'checkout.session.expired',
      ),
    );
    expect(await poll(agent, sessionId)).toMatchObject({ status: 'CREDITED' });
    expect(await ticketsIn(app, principalId)).toBe(1000n);
  });

  test('should answer 200 and record events about unknown sessions and of other kinds', async () => {
    const foreign = `cs_test_${randomUUID()}`;
    expect(await deliver(app, sessionEvent({ id: foreign, client_reference_id: 'order 7' }))).toMatchObject({
      status: 200,
    });
    expect(await outcomes(foreign)).toEqual(['foreign']);
    const body = JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'payment_intent.created',
      data: { object: { id: 'pi_1', note: '\u0000 \ud800' } },
    });
    expect(await deliver(app, body)).toMatchObject({ status: 200 });
  });

  test('should leave a ledger without audit findings', async () => {
    expect(await withOwnerConnection(app, (db) => audit(db))).toEqual([]);
  });
});
