import { randomUUID } from 'node:crypto';
import { useTestApp } from '../support/app';
import { until } from '../support/actors';
import { Connection } from '../support/ledger';
import { provisioned, ticketsIn } from '../support/parties';
import { buySession, chargeEvent, deliver, sessionEvent, signature, WEBHOOK_SECRET } from '../support/payments';

/** Stripe events that the service records, flags or parks. The stand-in for Stripe serves. */
const OTHER_SECRET = ['whsec_', 'next', '1'.repeat(28)].join('');
const app = useTestApp({ STRIPE_WEBHOOK_SECRET: `${WEBHOOK_SECRET},${OTHER_SECRET}` });

const attention = (where: string, value: string): Promise<Record<string, unknown>[]> =>
  app.sql(
    `SELECT session_id, type, reason, purchase_status, principal_id, reference FROM payment_review_queue WHERE ${where} = $1 ORDER BY since`,
    [value],
  );

const purchaseOf = (sessionId: string): Promise<{ status: string; parked_reason: string | null }[]> =>
  app.sql('SELECT status, parked_reason FROM ticket_purchase WHERE session_id = $1', [sessionId]);

describe('Parked for an operator', () => {
  test.each([
    ['unpaid', { payment_status: 'unpaid' }, false, 'not_paid'],
    ['of another amount', { amount_total: 999 }, false, 'amount_mismatch'],
    ['in another currency', { currency: 'eur' }, false, 'currency_mismatch'],
    ['of another mode', {}, true, 'livemode_mismatch'],
    ['of another reference', { client_reference_id: 'prn_other' }, false, 'reference_mismatch'],
  ])('should park a completed session %s, with the reason, and count it', async (_, data, livemode, reason) => {
    const party = await provisioned(app);
    const { sessionId } = await buySession(party);
    const event = { id: sessionId, client_reference_id: party.principalKey, ...data };
    const body = sessionEvent(event).replace('"livemode":false', `"livemode":${String(livemode)}`);
    const before = await counted(reason);
    for (let time = 0; time < 3; time += 1) expect(await deliver(app, body)).toMatchObject({ status: 200 });
    expect(await ticketsIn(app, party.principalId)).toBe(0n);
    expect(await attention('session_id', sessionId)).toEqual([
      expect.objectContaining({ reason, purchase_status: 'parked', principal_id: party.principalId }),
    ]);
    expect(await counted(reason)).toBe(before + 1);
    expect(await deliver(app, sessionEvent({ id: sessionId, client_reference_id: party.principalKey }))).toMatchObject({
      status: 200,
    });
    expect(await ticketsIn(app, party.principalId)).toBe(1000n);
    expect(await attention('session_id', sessionId)).toEqual([]);
  });

  async function counted(reason: string): Promise<number> {
    const [row] = await app.sql<{ events: string }>(
      `SELECT sum(events) AS events FROM payment_count WHERE reason = $1`,
      [reason],
    );
    return Number(row?.events ?? 0);
  }
});

// @spec TK6
test.each(['checkout.session.async_payment_succeeded', 'checkout.session.async_payment_failed'])(
  '%s is recorded and flagged and never grants, nor takes what was granted',
  async (type) => {
    const party = await provisioned(app);
    const { sessionId } = await buySession(party);
    const data = { id: sessionId, client_reference_id: party.principalKey };
    await deliver(app, sessionEvent(data, type));
    expect(await ticketsIn(app, party.principalId)).toBe(0n);
    await deliver(app, sessionEvent(data));
    await deliver(app, sessionEvent(data, type));
    expect(await ticketsIn(app, party.principalId)).toBe(1000n);
    expect(await attention('session_id', sessionId)).toEqual(
      [1, 2].map(
        () => expect.objectContaining({ type, reason: 'async_payment', purchase_status: 'credited' }) as unknown,
      ),
    );
  },
);

// @spec TK19
test('should not credit, park or flag anything for an event of another Stripe account', async () => {
  const party = await provisioned(app);
  const { sessionId } = await buySession(party);
  const data = { id: sessionId, client_reference_id: party.principalKey };
  const ofOther = (body: string): string => JSON.stringify({ ...JSON.parse(body), account: 'acct_other' });
  for (const body of [
    sessionEvent(data),
    sessionEvent({ ...data, amount_total: 1 }),
    sessionEvent(data, 'checkout.session.expired'),
    chargeEvent('charge.dispute.created', { metadata: { principal_key: party.principalKey } }),
  ]) {
    expect(await deliver(app, ofOther(body))).toMatchObject({ status: 200 });
  }
  expect(await ticketsIn(app, party.principalId)).toBe(0n);
  expect(await attention('session_id', sessionId)).toEqual([]);
  expect(await attention('reference', party.principalKey)).toEqual([]);
  await deliver(app, sessionEvent(data));
  expect(await ticketsIn(app, party.principalId)).toBe(1000n);
});

describe('Refunds and disputes', () => {
  // @spec TK13
  test('are recorded and flagged with the principal they concern, and never silently take tickets', async () => {
    const party = await provisioned(app);
    const { sessionId } = await buySession(party);
    const paymentIntent = `pi_${randomUUID()}`;
    const credit = { id: sessionId, client_reference_id: party.principalKey, payment_intent: paymentIntent };
    const dispute = { object: 'dispute', payment_intent: paymentIntent, metadata: {} };
    // The dispute names neither session nor principal, and arrives before the payment is recorded.
    await deliver(app, chargeEvent('charge.dispute.created', dispute));
    await deliver(app, sessionEvent(credit));
    const metadata = { purchase_for: 'principal', principal_key: party.principalKey };
    const charge = { payment_intent: paymentIntent, metadata };
    await deliver(app, chargeEvent('charge.refunded', { ...charge, refunded: false }));
    const whole = chargeEvent('charge.refunded', { ...charge, refunded: true });
    for (let time = 0; time < 3; time += 1) await deliver(app, whole);
    await deliver(app, chargeEvent('charge.dispute.closed', dispute));
    const about = { session_id: sessionId, purchase_status: 'credited', principal_id: party.principalId };
    const reference = party.principalKey;
    expect(await attention('payment_intent_id', paymentIntent)).toEqual([
      { ...about, type: 'charge.dispute.created', reason: 'dispute', reference: null },
      { ...about, type: 'charge.refunded', reason: 'partial_refund', reference },
      { ...about, type: 'charge.refunded', reason: 'refund', reference },
      { ...about, type: 'charge.dispute.closed', reason: 'dispute', reference: null },
    ]);
    expect(await ticketsIn(app, party.principalId)).toBe(1000n);
  });

  // @spec TK26
  test('should flag a failed refund, because the buyer got no money back', async () => {
    const party = await provisioned(app);
    const { sessionId } = await buySession(party);
    const paymentIntent = `pi_${randomUUID()}`;
    await deliver(
      app,
      sessionEvent({ id: sessionId, client_reference_id: party.principalKey, payment_intent: paymentIntent }),
    );
    const refund = { id: `re_${randomUUID()}`, object: 'refund', payment_intent: paymentIntent, status: 'failed' };
    await deliver(app, chargeEvent('refund.failed', refund));
    expect(await attention('payment_intent_id', paymentIntent)).toEqual([
      expect.objectContaining({ session_id: sessionId, reason: 'refund_failed', principal_id: party.principalId }),
    ]);
    const { flaggedPayments } = await app.operator.queryOrThrow<{ flaggedPayments: { nodes: { reason: string }[] } }>(
      '{ flaggedPayments(first: 1) { nodes { reason } } }',
    );
    expect(flaggedPayments.nodes).toEqual([{ reason: 'REFUND_FAILED' }]);
    expect(await ticketsIn(app, party.principalId)).toBe(1000n);
  });

  // @spec TK20
  test.each([
    ['a full refund', true, 0n, 'parked', 'refunded'],
    ['a partial refund', false, 1000n, 'credited', null],
  ])('%s decides whether a later completion is credited', async (_, full, ...end) => {
    const party = await provisioned(app);
    const { sessionId } = await buySession(party);
    const paymentIntent = `pi_${randomUUID()}`;
    await deliver(app, chargeEvent('charge.refunded', { payment_intent: paymentIntent, refunded: full }));
    const paid = { id: sessionId, client_reference_id: party.principalKey, payment_intent: paymentIntent };
    for (let time = 0; time < 2; time += 1) await deliver(app, sessionEvent(paid));
    const [row] = await purchaseOf(sessionId);
    expect([await ticketsIn(app, party.principalId), row?.status, row?.parked_reason]).toEqual(end);
  });

  // @id refund-and-completion
  test('should wait for a full refund that is not committed yet, and then not credit', async () => {
    const party = await provisioned(app);
    const { sessionId } = await buySession(party);
    const paymentIntent = `pi_${randomUUID()}`;
    const paid = { id: sessionId, client_reference_id: party.principalKey, payment_intent: paymentIntent };
    const refund = await Connection.open(app.ownerUrl);
    try {
      await refund.sql('BEGIN');
      await refund.sql(`SELECT pg_advisory_xact_lock(hashtextextended('stripe payment ' || $1, 0))`, paymentIntent);
      await refund.sql(
        `INSERT INTO stripe_event (stripe_event_id, type, payload, outcome, reason, received_at, payment_intent_id)
         VALUES ($1, 'charge.refunded', '', 'flagged', 'refund', now(), $2)`,
        `evt_${randomUUID()}`,
        paymentIntent,
      );
      const [backend] = await refund.sql<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const completion = deliver(app, sessionEvent(paid));
      await until(
        () => app.sql('SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))', [backend?.pid]),
        ({ length }) => length > 0,
        10_000,
      );
      await refund.sql('COMMIT');
      await completion;
    } finally {
      await refund.close();
    }
    expect(await purchaseOf(sessionId)).toEqual([{ status: 'parked', parked_reason: 'refunded' }]);
    expect(await ticketsIn(app, party.principalId)).toBe(0n);
  });

  test('should lead to the principal in the metadata when the purchase of the charge is unknown', async () => {
    const { principalKey } = await provisioned(app);
    const paymentIntent = `pi_${randomUUID()}`;
    const metadata = { principal_key: principalKey };
    await deliver(app, chargeEvent('charge.refunded', { payment_intent: paymentIntent, refunded: true, metadata }));
    expect(await attention('payment_intent_id', paymentIntent)).toEqual([
      expect.objectContaining({ session_id: null, principal_id: null, reference: principalKey, reason: 'refund' }),
    ]);
  });
});

test('should accept both endpoint secrets during a rotation, and refuse a third', async () => {
  const party = await provisioned(app);
  for (const secret of [WEBHOOK_SECRET, OTHER_SECRET]) {
    const { sessionId } = await buySession(party);
    const body = sessionEvent({ id: sessionId, client_reference_id: party.principalKey });
    expect((await deliver(app, body, signature(body, { secret: ['whsec_', 'third'].join('') }))).status).toBe(400);
    expect((await deliver(app, body, signature(body, { secret }))).status).toBe(200);
  }
  expect(await ticketsIn(app, party.principalId)).toBe(2000n);
});

test('should answer 200 to events of other kinds, which need no attention', async () => {
  for (const type of ['charge.succeeded', 'payment_intent.created', 'invoice.paid', 'customer.created', 'unheard.of']) {
    const id = `evt_${randomUUID()}`;
    expect(await deliver(app, chargeEvent(type, {}, id))).toMatchObject({ status: 200, body: { received: true } });
    expect(await app.sql('SELECT outcome, reason FROM stripe_event WHERE stripe_event_id = $1', [id])).toEqual([
      { outcome: 'recorded', reason: null },
    ]);
  }
});

describe('any verified event 200', () => {
  const NUL = 'a\u0000b';
  const storedEvents = (where: string): Promise<unknown[]> =>
    app.sql(`SELECT outcome, reason FROM stripe_event WHERE payload LIKE '%' || $1 || '%'`, [where]);

  test.each([
    ['an id', { id: NUL }, {}],
    ['a type', { type: NUL }, {}],
    ['a session', {}, { id: NUL }],
    ['a session of 10,000 characters and', {}, { id: `cs_${randomUUID().repeat(280)}` }],
    ['a reference', {}, { client_reference_id: NUL }],
    ['a payment', {}, { payment_intent: `${NUL}${'x'.repeat(10_000)}` }],
    ['a currency', {}, { currency: '\ud800' }],
  ])('should record an event with %s that no row can hold once, as foreign', async (_, more, data) => {
    const mark = randomUUID();
    const event = JSON.parse(sessionEvent({ id: `cs_${mark}`, ...data })) as object;
    const body = JSON.stringify({ ...event, ...more, mark });
    for (let time = 0; time < 2; time += 1) {
      expect(await deliver(app, body)).toMatchObject({ status: 200, body: { received: true } });
    }
    expect(await storedEvents(mark)).toEqual([{ outcome: 'foreign', reason: null }]);
  });

  test('should record a thin event, which names its object and nothing else', async () => {
    const id = `evt_${randomUUID()}`;
    const body = JSON.stringify({
      id,
      object: 'v2.core.event',
      type: 'v1.billing.meter.no_meter_found',
      livemode: false,
    });
    expect(await deliver(app, body)).toMatchObject({ status: 200, body: { received: true } });
    expect(await storedEvents(id)).toEqual([{ outcome: 'recorded', reason: null }]);
  });
});
