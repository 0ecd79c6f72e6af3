import { startTestApp, type TestApp } from '../support/app';
import {
  accept,
  activate,
  checkpoint,
  mutate,
  type Party,
  propose,
  publishContract,
  type StartedTrade,
  startTrade,
  until,
} from '../support/actors';
import { codeOf } from '../support/parties';
import { auditOf, readTrade, twoParties } from '../support/trades';
import { openStore, testServices } from '../support/service';
import { isServiceOpen, recordOpen } from '../../src/database/repositories/service-hours';
import { settleSweep } from '../../src/workers/settle-sweep';
import { lastOpenAt, ServiceHours, whileOpen } from '../../src/workers/service-hours';
import type { Database } from '../../src/database/transactions/database';

/** Deadlines count open time only, so an outage of the service is the fault of no party. */

const CONTRACT_WINDOW = 86_400;
const OUTAGE = 2 * CONTRACT_WINDOW;

let app: TestApp;
let store: Database;
let provider: Party;
let consumer: Party;

beforeEach(async () => {
  app = await startTestApp({ ATS_ROLE: 'api' });
  store = await openStore(app.ownerUrl, app.clock);
  ({ provider, consumer } = await twoParties(app));
});
afterEach(async () => {
  await store.close();
  await app.stop();
});

/** Sets the database to its state after an outage: the last record that the service was open is old. */
async function outage(seconds = OUTAGE): Promise<void> {
  app.clock.advance(seconds);
  await app.sql(`UPDATE service_hours SET open_at = clock_timestamp() - make_interval(secs => $1)`, [seconds]);
}

/** Opens the service, as a process does before it serves requests. */
const open = (): Promise<void> => new ServiceHours(store, testServices()).open();

const sweep = () =>
  whileOpen(
    store,
    settleSweep(store, testServices(), () => lastOpenAt(store)),
  );

interface Deadlines {
  readonly state: string;
  readonly steps: readonly { readonly deadlineAt: string | null }[];
}
const deadlineOf = async (trade: StartedTrade): Promise<number> => {
  const { steps } = await readTrade<Deadlines>(trade, 'state steps { deadlineAt }');
  return Date.parse(steps[0]?.deadlineAt ?? '');
};

// @spec CH1, CH2, CH6
test('should move the deadline of a step by the length of the outage, so that the provider is not at fault', async () => {
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  const before = await deadlineOf(trade);
  await outage();
  await open();
  const [period] = await app.sql<{ seconds: number }>(
    'SELECT extract(epoch FROM to_at - from_at)::float8 AS seconds FROM closed_period',
  );
  expect(period?.seconds).toBeGreaterThan(OUTAGE - 1);
  expect((await deadlineOf(trade)) - before).toBeCloseTo((period?.seconds ?? 0) * 1000, -1);
  await sweep().run();
  await publishContract(trade);
  await checkpoint(trade);
  await sweep().run();
  const { state } = await readTrade<Deadlines>(trade, 'state');
  expect(state).toBe('COMPLETED');
  expect(await auditOf(app)).toEqual([]);
});

// @spec CH2
test('should move the idle deadline of a trade and the expiry of a proposal by the same gap', async () => {
  const trade = await startTrade(provider, consumer);
  const { proposalKey } = await propose(provider, consumer);
  const read = () =>
    app.sql<{ at: Date }>(
      `SELECT due_at AS at FROM trade WHERE settled_at IS NULL UNION ALL SELECT idle_deadline_at FROM trade
       UNION ALL SELECT expires_at FROM proposal WHERE trade_id IS NULL`,
    );
  const before = await read();
  await outage();
  await open();
  const after = await read();
  const gaps = after.map(({ at }, index) => at.getTime() - (before[index]?.at.getTime() ?? 0));
  expect(gaps).toHaveLength(3);
  expect(new Set(gaps).size).toBe(1);
  await expect(
    mutate(
      provider.api,
      'respondToProposal',
      { proposalKey, decision: 'ACCEPT', expectedRevisionNo: 1 },
      'proposal { state }',
    ),
  ).resolves.toBeDefined();
  await activate(trade);
});

// @spec CH3
test('should tell both participants with the event trade.deadline_extended and show the period in the evidence', async () => {
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  await outage();
  await open();
  const events = await app.sql<{ data: { deadline_at: string; reason: string; closed: object; step_no: number } }>(
    `SELECT data FROM event WHERE type = 'trade.deadline_extended' ORDER BY principal_id`,
  );
  expect(events).toHaveLength(2);
  const deadline = new Date(await deadlineOf(trade)).toISOString();
  for (const { data } of events) {
    expect(data).toMatchObject({ deadline_at: deadline, reason: 'service_closed', step_no: 1 });
  }
  await publishContract(trade);
  await checkpoint(trade);
  await sweep().run();
  const { settlement } = await readTrade<{ settlement: { evidence: { closed_hours: object[] } } }>(
    trade,
    'settlement { evidence }',
  );
  expect(settlement.evidence.closed_hours).toEqual([events[0]?.data.closed]);
});

// @spec CH4
test('should not settle a trade or expire a proposal while no API process is open', async () => {
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  await app.sql(`UPDATE service_hours SET open_at = clock_timestamp() - interval '1 hour'`);
  app.clock.advance(CONTRACT_WINDOW + 1);
  await whileOpen(store, settleSweep(store, testServices())).run();
  expect((await readTrade<Deadlines>(trade, 'state')).state).toBe('EXECUTING');
});

// @spec CH5
test('should keep no closed period while one of two API processes is open', async () => {
  await app.sql(`UPDATE service_hours SET open_at = clock_timestamp() - interval '14 seconds'`);
  expect(await recordOpen(store)).toBe(true);
  await open();
  expect(await app.sql('SELECT FROM closed_period')).toEqual([]);
});

// @spec CH7
test('should count the time of a halted ledger as closed', async () => {
  await open();
  await app.sql(`INSERT INTO ledger_halt (reason) VALUES ('test')`);
  expect(await recordOpen(store)).toBe(false);
  expect(await isServiceOpen(store)).toBe(false);
  const ready = () => fetch(new URL('/readyz', app.url)).then(({ status }) => status);
  await until(ready, (status) => status === 503);
  await outage(3600);
  await open();
  expect(await app.sql('SELECT FROM closed_period')).toEqual([]);
  await app.sql('DELETE FROM ledger_halt');
  await open();
  expect(await app.sql('SELECT FROM closed_period')).toHaveLength(1);
  expect(await isServiceOpen(store)).toBe(true);
  await until(ready, (status) => status === 200);
});

// @spec CH8
test('should list the closed periods, newest first, with their lengths', async () => {
  await outage(60);
  await open();
  await outage(120);
  await open();
  const { service } = await consumer.api.queryOrThrow<{ service: { closedPeriods: { seconds: number }[] } }>(
    '{ service { closedPeriods(first: 2) { fromAt toAt seconds } } }',
  );
  const [newest, oldest] = service.closedPeriods.map(({ seconds }) => seconds);
  expect(newest).toBeGreaterThanOrEqual(120);
  expect(oldest).toBeGreaterThanOrEqual(60);
  expect(oldest).toBeLessThan(120);
  await expect(consumer.api.queryOrThrow('{ service { closedPeriods(first: 0) { seconds } } }')).rejects.toMatchObject({
    code: 'validation_failed',
  });
});

// @spec CH2
test('should move a deadline once, if several processes open the service at the same time', async () => {
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  const before = await deadlineOf(trade);
  await outage();
  await Promise.all(Array.from({ length: 5 }, () => open()));
  expect(await app.sql('SELECT FROM closed_period')).toHaveLength(1);
  expect((await deadlineOf(trade)) - before).toBeLessThan((OUTAGE + 60) * 1000);
});

// @spec A21
test('should not open the proposals of a retired agent again', async () => {
  const { proposalKey } = await propose(provider, consumer);
  await accept({ proposalKey }, provider, consumer);
  const { owner, principalKey, agentKey } = provider;
  await mutate(owner, 'retireAgent', { principalKey, agentKey }, 'agent { retiredAt }');
  app.clock.advance(OUTAGE);
  // The last record that the service was open is a minute older than the retirement.
  await app.sql(`UPDATE service_hours SET open_at = clock_timestamp() - make_interval(secs => $1)`, [OUTAGE + 60]);
  await open();
  const create = mutate(consumer.api, 'createTrade', { proposalKey }, 'trade { tradeKey }');
  expect(await codeOf(create)).toBe('trade_proposal_not_fully_accepted');
});
