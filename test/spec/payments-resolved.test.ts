import { randomUUID } from 'node:crypto';
import { databaseClock } from '../../src/database/connection/clock';
import { readDatabaseStats } from '../../src/database/repositories/database-stats';
import type { Database } from '../../src/database/transactions/database';
import { startTestApp, type TestApp } from '../support/app';
import { codeOf, mutate, provisioned, refusalOf, ticketsIn } from '../support/parties';
import { checkout, deliver, sessionEvent, WEBHOOK_SECRET } from '../support/payments';
import { openStore } from '../support/service';

/** Operators resolve parked and flagged payments, which then leave the lists. */
let app: TestApp;
let store: Database;
beforeAll(async () => {
  app = await startTestApp({ ATS_ROLE: 'api', STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET });
  store = await openStore(app.ownerUrl, databaseClock, 1);
});
afterAll(async () => {
  await store.close();
  await app.stop();
});

interface Act {
  readonly id: string;
  readonly operation: string;
  readonly subjectKey: string;
  readonly before: Record<string, unknown>;
  readonly after: Record<string, unknown>;
}

const ACT = 'operatorAct { id operation subjectKey before after }';

async function resolve(input: Record<string, unknown>, key: string = randomUUID()): Promise<Act> {
  return (await mutate<{ operatorAct: Act }>(app.operator, 'resolvePayment', input, ACT, key)).operatorAct;
}

/** Buys tickets with a payment that is too small. */
async function parked() {
  const party = await provisioned(app);
  const sessionId = await checkout(party.agent);
  await deliver(app, sessionEvent({ id: sessionId, client_reference_id: party.principalKey, amount_total: 1 }));
  return { ...party, sessionId };
}

interface Lists {
  readonly parkedPurchases: { readonly nodes: { readonly sessionId: string }[] };
  readonly flaggedPayments: { readonly nodes: { readonly eventId: string }[] };
}

/** The ids in both lists. */
async function listed(): Promise<string[]> {
  const { parkedPurchases, flaggedPayments } = await app.operator.queryOrThrow<Lists>(
    '{ parkedPurchases(first: 50) { nodes { sessionId } } flaggedPayments(first: 50) { nodes { eventId } } }',
  );
  return [
    ...parkedPurchases.nodes.map(({ sessionId }) => sessionId),
    ...flaggedPayments.nodes.map(({ eventId }) => eventId),
  ];
}

/** The metric ats_payments_attention for this reason. */
async function attention(reason: string): Promise<number> {
  const { payments } = await readDatabaseStats(store);
  return payments.find((one) => one.reason === reason)?.count ?? 0;
}

// @spec TK11
test('Payments that do not match are parked, and operators list them newest first, page by page', async () => {
  const { agent } = await provisioned(app);
  const sessions: string[] = [];
  for (const amount of [1, 2, 3]) {
    const sessionId = await checkout(agent);
    sessions.unshift(sessionId);
    await deliver(app, sessionEvent({ id: sessionId, amount_total: amount }));
  }
  interface Parked {
    readonly nodes: { readonly sessionId: string; readonly status: string; readonly parkedReason: string }[];
    readonly pageInfo: { readonly endCursor: string };
  }
  const page = async (after: string | null) =>
    (
      await app.operator.queryOrThrow<{ parkedPurchases: Parked }>(
        'query ($after: String) { parkedPurchases(first: 2, after: $after) { nodes { sessionId status parkedReason } pageInfo { endCursor } } }',
        { after },
      )
    ).parkedPurchases;
  const first = await page(null);
  const second = await page(first.pageInfo.endCursor);
  const all = [...first.nodes, ...second.nodes];
  expect(all.map(({ sessionId }) => sessionId)).toEqual(sessions);
  expect(new Set(all.map(({ status, parkedReason }) => `${status} ${parkedReason}`))).toEqual(
    new Set(['PARKED AMOUNT_MISMATCH']),
  );
  const own = `{ ticketPurchase(sessionId: "${sessions[0] ?? ''}") { status parkedReason } }`;
  expect(await agent.queryOrThrow(own)).toEqual({ ticketPurchase: { status: 'PARKED', parkedReason: null } });
});

test('a resolved parked purchase leaves the list and the metric, and stays parked and in the operators’ log', async () => {
  const { sessionId, agent } = await parked();
  const before = await attention('amount_mismatch');
  expect(await listed()).toContain(sessionId);
  const act = await resolve({ sessionId, reason: 'Refunded at Stripe.' });
  expect(act).toMatchObject({
    operation: 'RESOLVE_PAYMENT',
    subjectKey: sessionId,
    before: { attention: 'amount_mismatch', reason: null },
    after: { attention: null, reason: 'Refunded at Stripe.' },
  });
  expect(await listed()).not.toContain(sessionId);
  expect(await attention('amount_mismatch')).toBe(before - 1);
  const { operatorLog } = await app.operator.queryOrThrow<{ operatorLog: { nodes: Act[] } }>(
    'query ($key: ID) { operatorLog(subjectKey: $key) { nodes { id operation subjectKey before after } } }',
    { key: sessionId },
  );
  expect(operatorLog.nodes).toEqual([act]);
  expect(await agent.queryOrThrow(`{ ticketPurchase(sessionId: "${sessionId}") { status } }`)).toEqual({
    ticketPurchase: { status: 'PARKED' },
  });
});

test('a paid session without a purchase, and a flagged payment, are resolved by the id of their event', async () => {
  const { principalKey, sessionId } = await parked();
  const [lost, late] = [`evt_${randomUUID()}`, `evt_${randomUUID()}`];
  await deliver(app, sessionEvent({ id: `cs_${lost}`, client_reference_id: principalKey }, undefined, lost));
  await deliver(app, sessionEvent({ id: sessionId }, 'checkout.session.async_payment_failed', late));
  expect(await listed()).toEqual(expect.arrayContaining([lost, late]));
  const before = await attention('no_purchase');
  expect(await resolve({ eventId: lost, reason: 'Refunded.' })).toMatchObject({ before: { attention: 'no_purchase' } });
  expect(await attention('no_purchase')).toBe(before - 1);
  await resolve({ eventId: late, reason: 'Nothing to do.' });
  const left = await listed();
  expect(left).not.toContain(lost);
  expect(left).not.toContain(late);
});

test('should return the first record to a second call, and store one record for two concurrent calls', async () => {
  const { sessionId } = await parked();
  const [one, other] = await Promise.all([
    resolve({ sessionId, reason: 'By one.' }),
    resolve({ sessionId, reason: 'By the other.' }),
  ]);
  expect(one).toEqual(other);
  expect(await resolve({ sessionId, reason: 'Once more.' })).toEqual(one);
  expect(await app.sql('SELECT FROM operator_act WHERE subject_key = $1', [sessionId])).toHaveLength(1);
});

test('should list a payment again only when it is parked for another reason, and credit it when it is paid later', async () => {
  const { sessionId, principalKey, principalId } = await parked();
  await resolve({ sessionId, reason: 'Refunded.' });
  await deliver(app, sessionEvent({ id: sessionId, client_reference_id: principalKey, currency: 'eur' }));
  expect(await listed()).toContain(sessionId);
  await resolve({ sessionId, reason: 'Refunded too.' });
  expect(await listed()).not.toContain(sessionId);
  await deliver(app, sessionEvent({ id: sessionId, client_reference_id: principalKey, amount_total: 1 }));
  expect(await listed()).not.toContain(sessionId);
  await deliver(app, sessionEvent({ id: sessionId, client_reference_id: principalKey }));
  expect(await ticketsIn(app, principalId)).toBe(1000n);
});

test('should answer 404 payment_not_found for every id that needs no attention, in any text', async () => {
  const { agent } = await provisioned(app);
  for (const input of [{ sessionId: await checkout(agent) }, { sessionId: 'cs_none' }, { eventId: 'evt_none' }]) {
    expect(await refusalOf(resolve({ ...input, reason: 'x' }))).toMatchObject({
      status: 404,
      code: 'payment_not_found',
    });
  }
  expect(await codeOf(resolve({ eventId: 'no\0ne', reason: 'x' }))).toBe('payment_not_found');
});

test('neither id or both, and an empty or too long reason, are 400 validation_failed', async () => {
  const { sessionId } = await parked();
  for (const input of [
    { reason: 'x' },
    { sessionId, eventId: 'evt_1', reason: 'x' },
    { sessionId, reason: '' },
    { sessionId, reason: 'x'.repeat(2001) },
  ]) {
    expect(await codeOf(resolve(input))).toBe('validation_failed');
  }
  expect(await listed()).toContain(sessionId);
});

test('should not be changed or deleted, even by the owner of the schema', async () => {
  const { sessionId } = await parked();
  await resolve({ sessionId, reason: 'Refunded.' });
  for (const text of [`UPDATE payment_resolution SET reason = 'x'`, 'DELETE FROM payment_resolution']) {
    await expect(app.sql(text)).rejects.toMatchObject({ code: 'AT003' });
  }
});

test('a resolution is no finding of the audit', async () => {
  const [resolved] = await app.sql<{ n: string }>('SELECT count(*) AS n FROM payment_resolution');
  expect(Number(resolved?.n)).toBeGreaterThan(0);
  expect(await app.sql('SELECT detail FROM audit_i7_resolved')).toEqual([]);
});
