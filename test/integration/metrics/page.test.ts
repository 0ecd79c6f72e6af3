import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openMetrics } from '../../../src/adapters/metrics';
import type { DatabaseStats } from '../../../src/operations/ports';
import { startTestApp, type TestApp, useTestApp } from '../../support/app';
import { runCli } from '../../support/built';
import { freshDatabase } from '../../support/database';
import { credit, deliveriesEnded, pushedParty } from '../../support/webhook-agents';
import { startReceiver } from '../../support/receiver';
import { parseScrape, scrape } from '../../support/scrape';
import { readableLog, until } from '../../support/service';
import { buyTickets } from '../../support/actors';

/** The metrics page on its own port. */

const emptyStats: DatabaseStats = {
  webhooksPending: 0,
  webhooksDue: 0,
  webhooksDueSeconds: 0,
  endpointsWaitingSeconds: 0,
  endpointsDisabled: 0,
  webhooksDead: 0,
  eventsUnsequenced: 0,
  eventsUnsequencedSeconds: 0,
  tradesDue: 0,
  tradesDueSeconds: 0,
  tradesQuarantined: 0,
  ledgerDeferred: 0,
  ledgerDeferredSeconds: 0,
  closedSeconds: 0,
  ledgerHalted: false,
  ledgerViolations: 0,
  ledgerInvariantCheckSeconds: 0,
  auditFindings: {},
  auditSeconds: 0,
  payments: [],
};

interface Faked {
  readonly role?: 'all' | 'api' | 'worker';
  readonly databaseStats?: () => Promise<DatabaseStats>;
}

async function page({ role = 'all', databaseStats = () => Promise.resolve(emptyStats) }: Faked) {
  const log = readableLog();
  const counting = openMetrics({ host: '127.0.0.1', port: 0, free: true, role, version: '0', log });
  const connections = () => ({ total: 3, idle: 2, waiting: 1 });
  const served = await counting.serve({ databaseStats, paymentCounts: () => Promise.resolve([]), connections });
  return { ...served, metrics: counting.metrics, log };
}

/** Counts the listening sockets of this process. */
const listening = (): number => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;

test('has no sample for an audit or invariant check that never ran, so that an alert on its absence works', async () => {
  const neverRun = { ...emptyStats, ledgerInvariantCheckSeconds: null, auditSeconds: null };
  const { url, stop } = await page({ databaseStats: () => Promise.resolve(neverRun) });
  const { text } = await scrape(url);
  await stop();
  expect(text).not.toMatch(/^ats_(ledger_guard|audit)_seconds /m);
  expect(text).not.toMatch(/^ats_audit_findings[ {]/m);
  expect(text).toMatch(/^ats_ledger_violations 0$/m);
});

test('has the failures of Stripe’s webhook from the start, so that an alert sees the first one', async () => {
  const { url, stop } = await page({});
  const started = await scrape(url);
  await stop();
  for (const status of ['4xx', '5xx'])
    expect(started.get('ats_http_request_duration_seconds_count', { route: 'stripe_webhook', status })).toBe(0);
});

test('answers only GET and HEAD of /metrics, and everything else with 404', async () => {
  const { url, stop } = await page({});
  const status = async (path: string, method = 'GET') => (await fetch(new URL(path, url), { method })).status;
  expect(await status('/metrics')).toBe(200);
  expect(await status('/metrics?from=prometheus')).toBe(200);
  for (const path of ['/', '/metrics/', '/metrics2', '/graphql', '/livez'])
    expect([path, await status(path)]).toEqual([path, 404]);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) expect(await status('/metrics', method)).toBe(404);
  const head = await fetch(url ?? '', { method: 'HEAD' });
  expect([head.status, Number(head.headers.get('content-length')) > 1000, await head.text()]).toEqual([200, true, '']);
  await stop();
});

test('shows the metrics of each role, and in every role those of the database and the process', async () => {
  const metricsOf = async (role: 'all' | 'api' | 'worker') => {
    const { url, stop } = await page({ role });
    const { names } = await scrape(url);
    await stop();
    return names;
  };
  const [all, api, worker] = [await metricsOf('all'), await metricsOf('api'), await metricsOf('worker')];
  const commonMetrics = [
    'ats_build_info',
    'ats_relay_lag_seconds',
    'ats_ledger_stopped',
    'ats_transaction_retries_total',
  ];
  const apiMetrics = ['ats_http_request_duration_seconds', 'ats_sockets_open', 'ats_payments_parked_total'];
  const workerMetrics = [
    'ats_webhook_attempt_duration_seconds',
    'ats_event_to_webhook_seconds',
    'ats_trades_swept_total',
  ];
  for (const name of [...commonMetrics, 'process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds']) {
    expect([name, all.has(name), api.has(name), worker.has(name)]).toEqual([name, true, true, true]);
  }
  for (const name of apiMetrics)
    expect([name, all.has(name), api.has(name), worker.has(name)]).toEqual([name, true, true, false]);
  for (const name of workerMetrics)
    expect([name, all.has(name), api.has(name), worker.has(name)]).toEqual([name, true, false, true]);
});

describe('A scrape never overloads the service', () => {
  test('should query the database once for ten scrapes at once and one within a second', async () => {
    let queryCount = 0;
    const { url, stop } = await page({
      databaseStats: () => Promise.resolve({ ...emptyStats, webhooksDue: (queryCount += 1) }),
    });
    const pages = await Promise.all(Array.from({ length: 10 }, () => scrape(url)));
    pages.push(await scrape(url));
    expect(pages.map((one) => one.get('ats_webhook_deliveries_due'))).toEqual(pages.map(() => 1));
    await stop();
  });

  test('should wait two seconds for a database that does not answer, query it once, and omit its numbers', async () => {
    let queryCount = 0;
    let answer: (stats: DatabaseStats) => void = () => undefined;
    const databaseStats = () => {
      queryCount += 1;
      return new Promise<DatabaseStats>((resolve) => (answer = resolve));
    };
    const { url, stop } = await page({ databaseStats });
    const startedAt = performance.now();
    const pages = await Promise.all([scrape(url), scrape(url)]);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    pages.push(await scrape(url));
    for (const one of pages) {
      expect([one.get('ats_database_up'), one.get('ats_relay_lag_seconds'), one.get('ats_ledger_stopped')]).toEqual([
        0,
        undefined,
        undefined,
      ]);
      expect(one.get('ats_database_connections', { state: 'waiting' })).toBe(1);
    }
    expect(queryCount).toBe(1);
    answer(emptyStats);
    const recovered = await scrape(url);
    expect([
      recovered.get('ats_database_up'),
      recovered.get('ats_relay_lag_seconds'),
      recovered.get('ats_ledger_stopped'),
    ]).toEqual([1, 0, 0]);
    await stop();
  });

  test('should report a failed scrape', async () => {
    const { url, stop, log } = await page({ databaseStats: () => Promise.reject(new Error('away')) });
    expect((await scrape(url)).get('ats_database_up')).toBe(0);
    expect(log.lines).toEqual([]);
    await stop();
  });
});

test('ATS_METRICS_PORT=0 opens no port', async () => {
  const countSockets = async (app: TestApp): Promise<number> => {
    const count = listening();
    await app.stop();
    await until(() => listening() === 0, 'nothing listens');
    return count;
  };
  await until(() => listening() === 0, 'nothing listens');
  const disabledApp = await startTestApp({}, { freeMetricsPort: false });
  expect(disabledApp.metricsUrl).toBeUndefined();
  const socketsWithout = await countSockets(disabledApp);
  const enabledApp = await startTestApp({}, { freeMetricsPort: true });
  expect(await countSockets(enabledApp)).toBe(socketsWithout + 1);
  await expect(fetch(enabledApp.metricsUrl ?? '')).rejects.toThrow();
});

describe('A port that is in use', () => {
  let occupied: Server;
  beforeAll(async () => {
    occupied = createServer();
    await new Promise<void>((resolve) => occupied.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => occupied.close(resolve)));

  test.each(['serve', 'worker'])(
    'should end `ats %s` with exit code 1 and one line that names the setting',
    async (verb) => {
      const database = await freshDatabase();
      const port = String((occupied.address() as AddressInfo).port);
      const { code, stdout, stderr } = await runCli([verb], {
        PORT: '0',
        ATS_METRICS_PORT: port,
        ATS_LOG_LEVEL: 'error',
        DATABASE_URL: database.ownerUrl,
      });
      await database.drop();
      const line = `ats: 127.0.0.1:${port} is used by another process: stop it, or set ATS_METRICS_PORT to a free port, or to 0 to turn /metrics off\n`;
      // The login of the tests is a superuser, which is a warning.
      const errors = stderr.replace(/^ats: warning: .*\n/gm, '');
      expect({ code, stdout, errors }).toEqual({ code: 1, stdout: '', errors: line });
    },
    120_000,
  );
});

describe('The content of the page', () => {
  const app = useTestApp({ ATS_WEBHOOK_ALLOW_PRIVATE: 'true' }, { freeMetricsPort: true });

  test('should contain no secret, key, address or id, and few label values', async () => {
    const receiver = await startReceiver();
    const party = await pushedParty(app, receiver.url('/private-path'), ['TICKETS_CREDITED']);
    await buyTickets(party);
    await credit(app, party);
    await deliveriesEnded(party, 2);
    await receiver.stop();
    const { text, labelValues } = await scrape(app.metricsUrl);
    const { apiKey, signingSecret } = party.credential;
    const secrets = [apiKey, signingSecret, party.principalKey, party.agentKey, party.agentId, party.subject];
    // The colon matters: a sum of seconds can contain the digits of a port.
    secrets.push(party.secrets[1] ?? '', 'private-path', `:${String(receiver.port)}`, app.ownerUrl, 'postgres:');
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(3);
      expect(text).not.toContain(secret);
    }
    for (const value of labelValues) {
      expect(value).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|[a-z]{3}_[0-9a-z]{26}|:\/\/|\/[a-z]/);
      expect(value.length).toBeLessThanOrEqual(60);
    }
    expect(labelValues.size).toBeLessThan(300);
  });

  test('should follow the official format, with each family once and its help', async () => {
    const { text } = await scrape(app.metricsUrl);
    const families = Array.from(text.matchAll(/^# TYPE (\S+) /gm), ([, name]) => name);
    expect(new Set(families).size).toBe(families.length);
    expect(text.match(/^# HELP /gm)).toHaveLength(families.length);
    expect(parseScrape(text).get('ats_build_info', { role: 'all', version: '0.1.0' })).toBe(1);
    for (const name of families) expect(name).toMatch(/^(ats|process|nodejs)_[a-z0-9_]+$/);
  });
});
