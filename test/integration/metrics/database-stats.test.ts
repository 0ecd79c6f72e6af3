import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { idOf } from '../../../src/domain/keys';
import { startTestApp, useTestApp } from '../../support/app';
import { mutate, provisioned } from '../../support/parties';
import { checkout, deliver, sessionEvent } from '../../support/payments';
import { credit, pushedParty } from '../../support/webhook-agents';
import { expectMoved, scrape } from '../../support/scrape';
import { readableLog, until } from '../../support/service';
import { buyTickets, createParty, startTrade } from '../../support/actors';

/** The gauges of pending work in the database, in a process that does none of it. */

const log = readableLog();
const overrides = { freeMetricsPort: true, log: { ...log, debug: () => undefined } };
const app = useTestApp({ ATS_ROLE: 'api', ATS_WEBHOOK_ALLOW_PRIVATE: 'true' }, overrides);

const gauge = (name: string, by: number) => [name, {}, by] as const;

/** Returns a gauge after its next refresh. */
async function ageOf(name: string): Promise<number> {
  let age = 0;
  await until(async () => {
    age = (await scrape(app.metricsUrl)).get(name) ?? 0;
    return age > 0;
  }, `${name} above 0`);
  return age;
}

test('shows the events without a sequence number, and the age of the oldest', async () => {
  const party = await createParty(app, 'unheard');
  await expectMoved(app.metricsUrl, () => credit(app, party, 3), [gauge('ats_events_unstamped', 3)]);
  await app.sql(`UPDATE event SET created_at = created_at - interval '90 s' WHERE sequence IS NULL`);
  await until(async () => ((await scrape(app.metricsUrl)).get('ats_relay_lag_seconds') ?? 0) >= 90, 'the older events');
  expect(await ageOf('ats_relay_lag_seconds')).toBeLessThan(150);
  await app.sql(`DELETE FROM event WHERE sequence IS NULL`);
  await until(async () => (await scrape(app.metricsUrl)).get('ats_relay_lag_seconds') === 0, 'no lag');
});

test('shows the pending and due webhook deliveries, and the longest wait of an endpoint', async () => {
  const party = await pushedParty(app, 'http://127.0.0.1:8080/');
  const [eventId] = await credit(app, party);
  const put = async (): Promise<void> => {
    await app.sql(`UPDATE event SET sequence = 1000 WHERE event_id = $1`, [eventId]);
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

test('shows the due deliveries of an agent beside 20,000 waiting retries of another', async () => {
  const retrying = await pushedParty(app, 'http://127.0.0.1:8080/');
  const other = await pushedParty(app, 'http://127.0.0.1:8080/');
  const [eventId] = await credit(app, other);
  // Without foreign keys, because the retries need no events here.
  const put = (agentId: string, count: number, due: string) =>
    app.sql(
      `SELECT set_config('session_replication_role', 'replica', true);
       INSERT INTO webhook_delivery (delivery_id, event_id, agent_id, sequence, state, tries, attempts, due_at, created_at, ended_at)
       SELECT gen_random_uuid(), CASE n WHEN 0 THEN '${String(eventId)}' ELSE gen_random_uuid() END, '${agentId}', n, 'pending', 0, 0,
         now() + interval '${due}', now(), NULL FROM generate_series(0, ${String(count - 1)}) n;
       INSERT INTO webhook_endpoint (agent_id, due_at) VALUES ('${agentId}', now() + interval '${due}')
       ON CONFLICT (agent_id) DO UPDATE SET due_at = excluded.due_at`,
    );
  await put(retrying.agentId, 20_000, '1 hour');
  await expectMoved(app.metricsUrl, () => put(other.agentId, 2, '-70 s'), [gauge('ats_webhook_deliveries_due', 2)]);
  expect(await ageOf('ats_webhook_oldest_due_seconds')).toBeGreaterThanOrEqual(70);
  const agents = [retrying, other].map(({ agentId }) => agentId);
  await app.sql('DELETE FROM webhook_delivery WHERE agent_id = ANY ($1)', [agents]);
});

test('shows the due trades, and those in quarantine', async () => {
  const [provider, consumer] = [await createParty(app, 'one'), await createParty(app, 'two')];
  for (const party of [provider, consumer]) {
    await buyTickets(party);
    await mutate(party.api, 'reserveBond', { amountStamps: 2000 }, 'principal { id }');
  }
  const { tradeKey } = await startTrade(provider, consumer);
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

test('shows the deferred postings, their age, and whether the ledger is halted', async () => {
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

/** The gauges of the readiness probe, which has a connection of its own. */
async function probed(): Promise<(number | undefined)[]> {
  const page = await scrape(app.metricsUrl);
  return ['ats_database_up', 'ats_ready', 'ats_ledger_stopped'].map((name) => page.get(name));
}

test('shows a database that answers while the statistics cannot be read', async () => {
  const owner = new Client(app.ownerUrl);
  await owner.connect();
  try {
    await owner.query('BEGIN; LOCK TABLE webhook_delivery IN ACCESS EXCLUSIVE MODE');
    await until(
      async () => (await scrape(app.metricsUrl)).get('ats_webhook_deliveries_due') === undefined,
      'no statistics',
    );
    expect(await probed()).toEqual([1, 1, 0]);
  } finally {
    await owner.end();
  }
});

test('shows a database that can be read and not written, and logs the cause once', async () => {
  await app.sql(`CREATE FUNCTION no_space() RETURNS event_trigger LANGUAGE plpgsql AS
    $$BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END$$`);
  await app.sql(`CREATE EVENT TRIGGER no_space ON ddl_command_start WHEN TAG IN ('CREATE TABLE AS')
    EXECUTE FUNCTION no_space()`);
  const causes = () => log.lines.filter(({ fields }) => fields['reason'] === 'No space left on device');
  try {
    await until(async () => (await probed())[1] === 0, 'not ready');
    expect(await probed()).toEqual([1, 0, 0]);
    await until(async () => (await fetch(new URL('/readyz', app.url))).status === 503, 'not ready over HTTP');
    expect(causes()).toHaveLength(1);
  } finally {
    await app.sql('DROP EVENT TRIGGER no_space');
  }
  await until(async () => (await probed())[1] === 1, 'ready again');
  await until(() => log.lines.some(({ message }) => message.includes('available again')), 'the return is logged');
  expect(causes()).toHaveLength(1);
});

test('shows the findings and the age of the last invariant check', async () => {
  await app.sql('SELECT ledger_record_guard(0)');
  const found = () => app.sql('SELECT ledger_record_guard(2)');
  await expectMoved(app.metricsUrl, found, [gauge('ats_ledger_violations', 2)]);
  await app.sql(`UPDATE ledger_guard SET looked_at = now() - interval '300 s'`);
  await until(async () => (await ageOf('ats_ledger_guard_seconds')) >= 300, 'the look of five minutes ago');
  await expectMoved(app.metricsUrl, () => app.sql('SELECT ledger_record_guard(0)'), [
    gauge('ats_ledger_violations', -2),
  ]);
});

test('shows the findings of the last audit by check, and its age', async () => {
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

describe('Payments for an operator are counted in a metric', () => {
  const secret = ['whsec_', 'test', '0'.repeat(28)].join('');
  const paymentsApp = useTestApp({ ATS_ROLE: 'api', STRIPE_WEBHOOK_SECRET: secret }, { freeMetricsPort: true });

  test('should count a purchase with a wrong payment once, until it is paid', async () => {
    const party = await provisioned(paymentsApp);
    const data = { id: await checkout(party.agent), client_reference_id: party.principalKey };
    const parked = ['ats_payments_attention', { reason: 'amount_mismatch' }] as const;
    const wrong = sessionEvent({ ...data, amount_total: 1 });
    const deliverThreeTimes = async (): Promise<void> => {
      for (let time = 0; time < 3; time += 1) expect(await deliver(paymentsApp, wrong)).toMatchObject({ status: 200 });
    };
    await expectMoved(paymentsApp.metricsUrl, deliverThreeTimes, [
      ['ats_payments_parked_total', { reason: 'amount_mismatch' }, 1],
      ['ats_payments_parked_total', { reason: 'not_paid' }, 0],
      ['ats_payment_events_total', { outcome: 'parked', reason: 'amount_mismatch' }, 1],
      [...parked, 1],
      ['ats_http_request_duration_seconds_count', { route: 'stripe_webhook', status: '2xx' }, 3],
    ]);
    await expectMoved(paymentsApp.metricsUrl, () => deliver(paymentsApp, sessionEvent(data)), [
      ['ats_payments_parked_total', { reason: 'amount_mismatch' }, 0],
      ['ats_payment_events_total', { outcome: 'credited', reason: 'none' }, 1],
      [...parked, -1],
    ]);
  });

  test('should count flagged refunds and disputes, and a paid session without a purchase', async () => {
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
    const { principalKey } = await provisioned(paymentsApp);
    const work = async (): Promise<void> => {
      await deliver(paymentsApp, event('charge.refunded', { ...charge, refunded: true }));
      await deliver(paymentsApp, event('charge.dispute.created', { ...charge, object: 'dispute' }));
      await deliver(paymentsApp, sessionEvent({ id: `cs_${randomUUID()}`, client_reference_id: principalKey }));
    };
    await expectMoved(paymentsApp.metricsUrl, work, [
      ['ats_payment_events_total', { outcome: 'flagged', reason: 'refund' }, 1],
      ['ats_payment_events_total', { outcome: 'flagged', reason: 'dispute' }, 1],
      ['ats_payment_events_total', { outcome: 'waiting', reason: 'none' }, 1],
      ['ats_payments_attention', { reason: 'no_purchase' }, 1],
    ]);
  });

  test('should count earlier payments from the database, in a new process', async () => {
    const counted = await paymentsApp.sql<{ type: string; outcome: string; reason: string | null; events: string }>(
      'SELECT * FROM payment_count',
    );
    const later = await startTestApp(
      { ATS_ROLE: 'api', DATABASE_URL: paymentsApp.ownerUrl, ATS_DATA_DIR: paymentsApp.dataDir },
      { freeMetricsPort: true },
    );
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
