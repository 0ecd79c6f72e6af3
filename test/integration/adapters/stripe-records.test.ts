import type { RequestListener } from 'node:http';
import { paymentRecords } from '../../../src/adapters/stripe';
import { Refusal } from '../../../src/domain/errors/errors';
import type { ProcessorSession } from '../../../src/operations/ports';
import { serverOn } from './stripe-support';

const KEY = ['sk', 'live', 'of_an_audit'].join('_');

/** A session with its expanded payment, as Stripe sends it. */
function sessionWith(id: string, charge: object): object {
  return {
    id,
    object: 'checkout.session',
    amount_total: 1_000,
    client_reference_id: `prn_${id}`,
    currency: 'usd',
    metadata: { pack: 'starter', tickets_stamps: '1000' },
    payment_intent: {
      id: `pi_${id}`,
      object: 'payment_intent',
      latest_charge: { id: `ch_${id}`, object: 'charge', ...charge },
    },
    payment_status: 'paid',
    status: 'complete',
  };
}

async function sessionsFrom(listener: RequestListener): Promise<ProcessorSession[]> {
  const stripe = await serverOn(0, listener);
  try {
    const records = paymentRecords({ secretKey: KEY, apiBase: stripe.url, dataDir: 'none' });
    const sessions: ProcessorSession[] = [];
    for await (const page of records?.pages() ?? []) sessions.push(...page);
    return sessions;
  } finally {
    await stripe.close();
  }
}

test('should read all completed sessions, page by page, with refunds and disputes', async () => {
  const whole = { amount_refunded: 1_000, refunded: true, disputed: false };
  const part = { amount_refunded: 1, refunded: false, disputed: false };
  const pages = new Map([
    [null, [sessionWith('cs_1', whole), sessionWith('cs_2', part)]],
    ['cs_2', [sessionWith('cs_3', { amount_refunded: 0, refunded: false, disputed: true })]],
  ]);
  const queries: URLSearchParams[] = [];
  const sessions = await sessionsFrom((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    queries.push(searchParams);
    const data = pages.get(searchParams.get('starting_after')) ?? [];
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ object: 'list', has_more: data.length > 1, data }));
  });
  expect(
    sessions.map(({ sessionId, paymentIntentId, refund, isDisputed }) => [
      sessionId,
      paymentIntentId,
      refund,
      isDisputed,
    ]),
  ).toEqual([
    ['cs_1', 'pi_cs_1', 'full', false],
    ['cs_2', 'pi_cs_2', 'partial', false],
    ['cs_3', 'pi_cs_3', null, true],
  ]);
  expect(queries.map((query) => [query.get('status'), query.get('expand[0]')])).toEqual([
    ['complete', 'data.payment_intent.latest_charge'],
    ['complete', 'data.payment_intent.latest_charge'],
  ]);
});

test('should repeat a page that fails, and refuse only when Stripe stays away', async () => {
  let failures = 3;
  const answer: RequestListener = (_, response) => {
    failures -= 1;
    response
      .writeHead(failures >= 0 ? 503 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ object: 'list', has_more: false, data: [] }));
  };
  expect(await sessionsFrom(answer)).toEqual([]);
  failures = Number.POSITIVE_INFINITY;
  const refusal = await sessionsFrom(answer).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({ code: 'payment_processor_unavailable' });
}, 60_000);
