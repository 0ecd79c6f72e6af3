import { isDeepStrictEqual } from 'node:util';
import { checks } from '../../../src/ledger/audit';
import { lastAudit, lastAuditAt, recordAudit } from '../../../src/ledger/audit/last-audit';
import { ledgerHalt } from '../../../src/ledger/ledger';
import { releaseLease, acquireLease } from '../../../src/database/connection/leases';
import type { Database } from '../../../src/database/transactions/database';
import { ledgerAudit } from '../../../src/workers/ledger/audit';
import { Runner, type Task } from '../../../src/workers/runner';
import { startTestApp, type TestApp } from '../../support/app';
import { scrape, type Scraped } from '../../support/scrape';
import { openStore, readableLog, until } from '../../support/service';
import { buyTickets, createParty } from '../../support/actors';

/** The audit worker and its gauges cover every check of `src/ledger/audit`. */

let app: TestApp;
let store: Database;

beforeAll(async () => {
  app = await startTestApp({}, { freeMetricsPort: true });
  store = await openStore(app.ownerUrl, app.clock);
  await buyTickets(await createParty(app, 'audited'));
  await until(async () => (await app.sql('SELECT FROM event WHERE sequence IS NULL')).length === 0, 'numbered events');
});
afterAll(async () => {
  await store.close();
  await app.stop();
});

const ROUNDS_BEFORE = 5;

/** A task that has run often enough to audit. */
async function startedTask(holder: string, log = readableLog()): Promise<Task> {
  const task = ledgerAudit(store, holder, log);
  for (let round = 0; round < ROUNDS_BEFORE; round += 1) await task.run();
  return task;
}

const findings = (page: Scraped): Record<string, number | undefined> =>
  Object.fromEntries(checks.map(({ id }) => [id, page.get('ats_audit_findings', { check: id })]));
/** Waits for the metrics page to show a value for every check; it refreshes once a second. */
async function pageShowing(expected: Record<string, number>): Promise<Scraped> {
  let page = await scrape(app.metricsUrl);
  const isShown = async () => isDeepStrictEqual(findings((page = await scrape(app.metricsUrl))), expected);
  await until(isShown, `findings as ${JSON.stringify(expected)}`);
  return page;
}
const nothing = Object.fromEntries(checks.map(({ id }) => [id, 0]));

/** Makes the check E1 take ten minutes, and returns a function that restores it. */
async function slowE1(): Promise<() => Promise<void>> {
  const [viewDefinition] = await app.sql<{ text: string }>(`SELECT pg_get_viewdef('audit_e1_sequence') AS text`);
  await app.sql(`CREATE OR REPLACE VIEW audit_e1_sequence AS SELECT pg_sleep(600)::text AS detail`);
  return async () => {
    await app.sql(`CREATE OR REPLACE VIEW audit_e1_sequence AS ${viewDefinition?.text ?? ''}`);
  };
}

const atE1 = () =>
  app.sql<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE 'SELECT detail FROM audit_e1_sequence%'`,
  );

test('should not audit in a new process, and show no metric before the first audit', async () => {
  await startedTask('just-started');
  expect(await lastAuditAt(store)).toBeUndefined();
  const page = await scrape(app.metricsUrl);
  expect(page.get('ats_audit_seconds')).toBeUndefined();
  expect(page.text).not.toMatch(/^ats_audit_findings\{/m);
});

test('should be one of the service’s workers', async () => {
  const last = () => scrape(app.metricsUrl);
  await until(
    async () => (await last()).get('ats_worker_last_success_timestamp_seconds', { task: 'ledger-audit' }) !== undefined,
    'a round of it',
  );
});

test('should show 0 findings for every check of a sound ledger, and the age of the audit', async () => {
  const log = readableLog();
  const task = await startedTask('first', log);
  await task.run();
  const page = await pageShowing(nothing);
  expect(page.get('ats_audit_seconds')).toBeLessThan(60);
  expect(log.lines).toEqual([]);
});

test('should not repeat the audit within the hour, in this, another or a restarted worker', async () => {
  const first = await lastAuditAt(store);
  expect(first).toBeInstanceOf(Date);
  app.clock.advance(3_500);
  for (const holder of ['first', 'second']) {
    const task = await startedTask(holder);
    await task.run();
    await task.run();
  }
  expect(await lastAuditAt(store)).toEqual(first);
});

test('should repeat the audit once after an hour', async () => {
  const first = await lastAuditAt(store);
  const age = async () => (await scrape(app.metricsUrl)).get('ats_audit_seconds') ?? 0;
  await until(async () => (await age()) >= 3_500, 'an audit of nearly an hour ago');
  app.clock.advance(200);
  const tasks = [await startedTask('first'), await startedTask('second')];
  await Promise.all(tasks.map((task) => task.run()));
  const second = await lastAuditAt(store);
  expect(second?.getTime()).toBeGreaterThanOrEqual((first?.getTime() ?? 0) + 3_600_000);
  for (const task of tasks) await task.run();
  expect(await lastAuditAt(store)).toEqual(second);
});

test('should show findings by check and log them once, without halting the ledger', async () => {
  await app.sql(`UPDATE event_head SET sequence = sequence + 1`);
  app.clock.advance(3_700);
  const log = readableLog();
  const task = await startedTask('finder', log);
  await task.run();
  await task.run();
  await pageShowing({ ...nothing, E1: 1 });
  expect(log.lines).toMatchObject([
    {
      level: 'error',
      fields: { findings: 1, finding: { check: 'E1', detail: expect.stringContaining('its head says') as string } },
    },
  ]);
  expect(await ledgerHalt(store)).toBeUndefined();
  // After the repair the next audit finds nothing.
  await app.sql(`UPDATE event_head SET sequence = sequence - 1`);
  app.clock.advance(3_700);
  await task.run();
  await pageShowing(nothing);
  expect(log.lines).toHaveLength(1);
});

test('should not start while another worker audits', async () => {
  app.clock.advance(3_700);
  const before = await lastAuditAt(store);
  await acquireLease(store, 'ledger-audit', 'another', 60);
  const task = await startedTask('waiting');
  await task.run();
  expect(await lastAuditAt(store)).toEqual(before);
  await releaseLease(store, 'ledger-audit', 'another');
  await task.run();
  expect(await lastAuditAt(store)).not.toEqual(before);
});

test('should abort at once when stopped, also in PostgreSQL, and stay due for the next worker', async () => {
  app.clock.advance(3_700);
  const before = await lastAuditAt(store);
  const log = readableLog();
  const task = await startedTask('stopped', log);
  const restoreView = await slowE1();
  try {
    const runner = new Runner([task], log);
    runner.start();
    await until(async () => (await atE1()).length === 1, 'an audit under way');
    const stopRequestedAt = performance.now();
    await runner.stop();
    expect(performance.now() - stopRequestedAt).toBeLessThan(2_000);
    await until(async () => (await atE1()).length === 0, 'its statement gone', 10_000);
  } finally {
    await restoreView();
  }
  expect(log.lines).toEqual([]);
  expect(await lastAuditAt(store)).toEqual(before);
  const next = await startedTask('next');
  await next.run();
  expect(await lastAuditAt(store)).not.toEqual(before);
});

test('should keep the last findings when its connection is lost, fail, and retry', async () => {
  app.clock.advance(3_700);
  const before = await lastAuditAt(store);
  const task = await startedTask('unlucky');
  const restoreView = await slowE1();
  try {
    const failed = expect(task.run()).rejects.toThrow(/terminat/);
    await until(async () => (await atE1()).length === 1, 'an audit under way');
    await app.sql('SELECT pg_terminate_backend($1)', [(await atE1())[0]?.pid]);
    await failed;
  } finally {
    await restoreView();
  }
  expect(await lastAuditAt(store)).toEqual(before);
  await task.run();
  expect(await lastAuditAt(store)).not.toEqual(before);
});

test('should store a finding whose cut falls on a character of two code units', async () => {
  const detail = `${'x'.repeat(499)}😀`;
  await recordAudit(store, new Map([['I6', [{ check: 'I6', detail }]]]), {}, await store.now());
  expect((await lastAudit(store)).checks).toMatchObject([{ check: 'I6', findings: 1, examples: [detail] }]);
});
