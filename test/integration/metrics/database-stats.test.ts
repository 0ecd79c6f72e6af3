import { randomUUID } from 'node:crypto';
import { idOf } from '../../../src/domain/keys';
import { startTestApp, type TestApp } from '../../support/app';
import { mutate, provisioned } from '../../support/parties';
import { checkout, deliver, sessionEvent } from '../../support/payments';
import { credit, pushedParty } from '../../support/webhook-agents';
import { expectMoved, scrape } from '../../support/scrape';
import { until } from '../../support/service';
import { buyTickets, createParty, startTrade } from '../../support/actors';

/** Issue 4 §6, issue 3 §6: what waits in the database, told by a process that does none of it itself. */

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ ATS_ROLE: 'api', ATS_WEBHOOK_ALLOW_PRIVATE: 'true' }, { freeMetricsPort: true });
});
afterAll(() => app.stop());

const gauge = (name: string, by: number) => [name, {}, by] as const;

/** The gauge, once it has been read again. */
async function ageOf(name: string): Promise<number> {
  let age = 0;
  await until(async () => {
    age = (await scrape(app.metricsUrl)).get(name) ?? 0;
    return age > 0;
  }, `${name} above 0`);
  return age;
}

test('events the relay has not numbered, and the age of the oldest', async () => {
  const party = await createParty(app, 'unheard');
  await expectMoved(app.metricsUrl, () => credit(app, party, 3), [gauge('ats_events_unstamped', 3)]);
  await app.sql(`UPDATE event SET created_at = created_at - interval '90 s' WHERE sequence IS NULL`);
  await until(async () => ((await scrape(app.metricsUrl)).get('ats_relay_lag_seconds') ?? 0) >= 90, 'the older events');
  expect(await ageOf('ats_relay_lag_seconds')).toBeLessThan(150);
  await app.sql(`DELETE FROM event WHERE sequence IS NULL`);
  await until(async () => (await scrape(app.metricsUrl)).get('ats_relay_lag_seconds') === 0, 'no lag');
});

test('webhook deliveries that wait, those that are due, and for how long an endpoint has waited', async () => {
  const party = await pushedParty(app, 'http://127.0.0.1:8080/');
  const [eventId] = await credit(app, party);
  const put = async (): Promise<void> => {
    await app.sql(`UPDATE event SET sequence = 1000, payload = '{}' WHERE event_id = $1`, [eventId]);
    await app.sql(
      `INSERT INTO webhook_delivery (delivery_id, event_id, agent_id, sequence, state, tries, attempts, due_at, created_at, ended_at)
       VALUES (gen_random_uuid(), $1, $2, 1000, 'pending', 0, 0, now() - interval '60 s', now(), NULL)`,
      [eventId, party.agentId],
    );
    await app.sql(
      `INSERT INTO webhook_endpoint (agent_id, due_at) VALUES ($1, now() - interval '40 s')
       ON CONFLICT (agent_id) DO UPDATE SET due_at = excluded.due_at`,
      [party.agentId],
    );
  };
  const waiting = [gauge('ats_webhook_deliveries_pending', 1), gauge('ats_webhook_deliveries_due', 1)];
  await expectMoved(app.metricsUrl, put, waiting);
  expect(await ageOf('ats_webhook_oldest_due_seconds')).toBeGreaterThanOrEqual(60);
  const wait = await ageOf('ats_webhook_endpoint_wait_seconds');
  expect(wait).toBeGreaterThanOrEqual(40);
  expect(wait).toBeLessThan(60);
  const later = () =>
    app.sql(`UPDATE webhook_delivery SET due_at = now() + interval '1 hour' WHERE event_id = $1`, [eventId]);
  await expectMoved(app.metricsUrl, later, [
    gauge('ats_webhook_deliveries_pending', 0),
    gauge('ats_webhook_deliveries_due', -1),
  ]);
  expect((await scrape(app.metricsUrl)).get('ats_webhook_oldest_due_seconds')).toBe(0);
});

test('trades that are due, and those whose settlement was set aside', async () => {
  const [one, two] = [await createParty(app, 'one'), await createParty(app, 'two')];
  for (const party of [one, two]) {
    await buyTickets(party);
    await mutate(party.api, 'reserveBond', { amountStamps: 2000 }, 'principal { id }');
  }
  const { tradeKey } = await startTrade(one, two);
  const due = (ago: string) =>
    app.sql(`UPDATE trade SET due_at = now() - $2::interval WHERE trade_id = $1`, [idOf('trd', tradeKey), ago]);
  await expectMoved(app.metricsUrl, () => due('30 s'), [gauge('ats_trades_due', 1), gauge('ats_trades_set_aside', 0)]);
  expect(await ageOf('ats_sweep_lag_seconds')).toBeGreaterThanOrEqual(30);
  const aside = () =>
    app.sql(`UPDATE trade SET settlement_error = 'it threw', settlement_error_at = now() WHERE trade_id = $1`, [
      idOf('trd', tradeKey),
    ]);
  await expectMoved(app.metricsUrl, aside, [gauge('ats_trades_due', -1), gauge('ats_trades_set_aside', 1)]);
  expect((await scrape(app.metricsUrl)).get('ats_sweep_lag_seconds')).toBe(0);
});

test('the ledger: what is not folded, its age, and whether it is stopped', async () => {
  const { agent } = await provisioned(app);
  const before = (await scrape(app.metricsUrl)).get('ats_ledger_unfolded_rows') ?? 0;
  const { purchase } = await mutate<{ purchase: { checkoutUrl: string } }>(
    agent,
    'purchaseTickets',
    { pack: 'STARTER' },
    'purchase { checkoutUrl }',
  );
  const pay = () => fetch(purchase.checkoutUrl, { method: 'POST', redirect: 'manual' });
  await expectMoved(app.metricsUrl, pay, [gauge('ats_ledger_unfolded_rows', 1), gauge('ats_ledger_stopped', 0)]);
  expect(await ageOf('ats_ledger_unfolded_seconds')).toBeLessThan(120);
  const folded = () => app.sql('SELECT ledger_fold_deferred(1000)');
  await expectMoved(app.metricsUrl, folded, [gauge('ats_ledger_unfolded_rows', -before - 1)]);
  expect((await scrape(app.metricsUrl)).get('ats_ledger_unfolded_seconds')).toBe(0);
  const stop = () => app.sql(`SELECT ledger_halt_postings('I1: a test')`);
  await expectMoved(app.metricsUrl, stop, [gauge('ats_ledger_stopped', 1)]);
  await expectMoved(app.metricsUrl, () => app.sql('DELETE FROM ledger_halt'), [gauge('ats_ledger_stopped', -1)]);
});

test('what the guard of the books found when it last looked, and how long ago that was', async () => {
  await app.sql('SELECT ledger_record_guard(0)');
  const found = () => app.sql('SELECT ledger_record_guard(2)');
  await expectMoved(app.metricsUrl, found, [gauge('ats_ledger_violations', 2)]);
  await app.sql(`UPDATE ledger_guard SET looked_at = now() - interval '300 s'`);
  await until(async () => (await ageOf('ats_ledger_guard_seconds')) >= 300, 'the look of five minutes ago');
  await expectMoved(app.metricsUrl, () => app.sql('SELECT ledger_record_guard(0)'), [
    gauge('ats_ledger_violations', -2),
  ]);
});

test('what the last audit of a worker found, check by check, and how long ago that was', async () => {
  const audited = (findings: object) => app.sql('SELECT ledger_record_audit($1, now())', [JSON.stringify(findings)]);
  const ofCheck = (check: string, by: number) => ['ats_audit_findings', { check }, by] as const;
  expect((await scrape(app.metricsUrl)).get('ats_audit_seconds')).toBeUndefined();
  await audited({ I1: 0, E1: 0 });
  await expectMoved(app.metricsUrl, () => audited({ I1: 0, E1: 3 }), [ofCheck('I1', 0), ofCheck('E1', 3)]);
  await app.sql(`UPDATE ledger_audit SET audited_at = now() - interval '2 hours'`);
  await until(async () => (await ageOf('ats_audit_seconds')) >= 7200, 'the audit of two hours ago');
  await expectMoved(app.metricsUrl, () => audited({ I1: 0 }), [ofCheck('I1', 0), ofCheck('E1', -3)]);
  expect((await scrape(app.metricsUrl)).get('ats_audit_findings', { check: 'E1' })).toBeUndefined();
});

describe('Parked for an operator and counted in a metric', () => {
  let own: TestApp;
  beforeAll(async () => {
    const secret = ['whsec_', 'test', '0'.repeat(28)].join('');
    own = await startTestApp({ ATS_ROLE: 'api', STRIPE_WEBHOOK_SECRET: secret }, { freeMetricsPort: true });
  });
  afterAll(() => own.stop());

  test('a purchase whose payment does not fit; once, however often it is delivered, and no longer when it is paid', async () => {
    const party = await provisioned(own);
    const facts = { id: await checkout(party.agent), client_reference_id: party.principalKey };
    const parked = ['ats_payments_attention', { reason: 'amount_mismatch' }] as const;
    const wrong = sessionEvent({ ...facts, amount_total: 1 });
    const thrice = async (): Promise<void> => {
      for (let time = 0; time < 3; time += 1) expect(await deliver(own, wrong)).toMatchObject({ status: 200 });
    };
    await expectMoved(own.metricsUrl, thrice, [
      ['ats_payments_parked_total', { reason: 'amount_mismatch' }, 1],
      ['ats_payments_parked_total', { reason: 'not_paid' }, 0],
      ['ats_payment_events_total', { outcome: 'parked', reason: 'amount_mismatch' }, 1],
      [...parked, 1],
      ['ats_http_request_duration_seconds_count', { route: 'stripe_webhook', status: '2xx' }, 3],
    ]);
    await expectMoved(own.metricsUrl, () => deliver(own, sessionEvent(facts)), [
      ['ats_payments_parked_total', { reason: 'amount_mismatch' }, 0],
      ['ats_payment_events_total', { outcome: 'credited', reason: 'none' }, 1],
      [...parked, -1],
    ]);
  });

  test('refunds and disputes that are flagged, and a paid session that has no purchase', async () => {
    const event = (type: string, object: object) =>
      JSON.stringify({
        id: `evt_${randomUUID()}`,
        object: 'event',
        type,
        created: 1,
        livemode: false,
        data: { object },
      });
    const charge = { id: `ch_${randomUUID()}`, object: 'charge', payment_intent: 'pi_1' };
    const { principalKey } = await provisioned(own);
    const work = async (): Promise<void> => {
      await deliver(own, event('charge.refunded', { ...charge, refunded: true }));
      await deliver(own, event('charge.dispute.created', { ...charge, object: 'dispute' }));
      await deliver(own, sessionEvent({ id: `cs_${randomUUID()}`, client_reference_id: principalKey }));
    };
    await expectMoved(own.metricsUrl, work, [
      ['ats_payment_events_total', { outcome: 'flagged', reason: 'refund' }, 1],
      ['ats_payment_events_total', { outcome: 'flagged', reason: 'dispute' }, 1],
      ['ats_payment_events_total', { outcome: 'waiting', reason: 'none' }, 1],
      ['ats_payments_attention', { reason: 'no_purchase' }, 1],
    ]);
  });

  test('all of them since ever, from the database, for a process that was not there', async () => {
    const counted = await own.sql<{ type: string; outcome: string; reason: string | null; events: string }>(
      'SELECT * FROM payment_count',
    );
    const later = await startTestApp({ ATS_ROLE: 'api', DATABASE_URL: own.ownerUrl }, { freeMetricsPort: true });
    try {
      const page = await scrape(later.metricsUrl);
      for (const { type, outcome, reason, events } of counted) {
        const labels = { type, outcome, reason: reason ?? 'none' };
        expect([labels, page.get('ats_payment_events_recorded', labels)]).toEqual([labels, Number(events)]);
      }
      expect(counted.length).toBeGreaterThan(3);
      expect(page.get('ats_payment_events_total', { outcome: 'flagged', reason: 'refund' })).toBe(0);
    } finally {
      await later.stop();
    }
  });
});
