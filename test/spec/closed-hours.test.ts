import { idFromKeyOrUuid } from '../../src/domain/keys';
import { startTestApp, type TestApp } from '../support/app';
import {
  accept,
  activate,
  checkpoint,
  mutate,
  type Party,
  principal,
  propose,
  publishContract,
  type StartedTrade,
  startTrade,
  until,
} from '../support/actors';
import { codeOf, refusalOf } from '../support/parties';
import { auditOf, readTrade, twoParties } from '../support/trades';
import { openStore, testServices } from '../support/service';
import { isServiceOpen, recordOpen } from '../../src/database/repositories/service-hours';
import { settleSweep } from '../../src/workers/settle-sweep';
import { proposalExpiry } from '../../src/workers/proposal-expiry';
import { lastOpenAt, ServiceHours, whileOpen } from '../../src/workers/service-hours';
import type { Database } from '../../src/database/transactions/database';

/** Deadlines count open time only, so an outage of the service is the fault of no party. */

const CONTRACT_WINDOW = 86_400;
const OUTAGE = 2 * CONTRACT_WINDOW;
const PROPOSAL_TTL = 259_200;

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

/** Moves the clock just beyond an instant, while the last record that the service was open is older than a second. */
async function passAfterLastRecord(instant: number): Promise<() => Promise<void>> {
  const holder = await app.ownerConnection();
  await holder.query({ text: 'BEGIN' });
  // The API process cannot record meanwhile.
  await holder.query({ text: 'SELECT FROM service_hours FOR UPDATE' });
  const age = `extract(epoch FROM clock_timestamp() - open_at)::float8`;
  const ages = () => app.sql<{ age: number }>(`SELECT ${age} AS age FROM service_hours`);
  await until(ages, ([row]) => (row?.age ?? 0) > 1);
  const [row] = await app.sql<{ now: Date }>('SELECT clock_timestamp() AS now');
  app.clock.advance((instant + 100 - (row?.now.getTime() ?? 0) - app.clock.offsetMs()) / 1000);
  return async () => {
    await holder.query({ text: 'ROLLBACK' });
    await open();
  };
}

// @spec CH4, CH6
test('should settle a deadline after the last record that the service was open only when the next one follows', async () => {
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  const record = await passAfterLastRecord(await deadlineOf(trade));
  await sweep().run();
  expect((await readTrade<Deadlines>(trade, 'state')).state).toBe('EXECUTING');
  await record();
  await sweep().run();
  expect((await readTrade<Deadlines>(trade, 'state')).state).toBe('COMPENSATED');
});

// @spec CH4
test('should end an expired proposal only when the service was open after its expiry', async () => {
  const { proposalKey } = await propose(provider, consumer);
  const stored = async () => {
    const [row] = await app.sql<{ state: string; expires_at: Date }>('SELECT state, expires_at FROM proposal');
    return row ?? { state: proposalKey, expires_at: new Date(0) };
  };
  const record = await passAfterLastRecord((await stored()).expires_at.getTime());
  const expire = () =>
    whileOpen(
      store,
      proposalExpiry(store, testServices(), () => lastOpenAt(store)),
    );
  await expire().run();
  expect((await stored()).state).toBe('proposed');
  await record();
  await expire().run();
  expect((await stored()).state).toBe('rejected');
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

// @spec CH4, CH6, CH7
test('should refuse a call after a deadline as unavailable while the ledger is halted, and accept it afterwards', async () => {
  const [contested, idle] = [await startTrade(provider, consumer), await startTrade(provider, consumer)];
  const proposal = await propose(provider, consumer);
  await activate(contested);
  await publishContract(contested);
  await checkpoint(contested, { status: 'FAILED' });
  await activate(idle);
  const rebuttal = { tradeKey: contested.tradeKey, stepNo: 1, statement: 'It was delivered.' };
  const calls = {
    rebuttal: () => mutate(provider.api, 'fileRebuttal', rebuttal, 'step { stepNo }'),
    contract: () => publishContract(idle),
    answer: () => accept(proposal, consumer),
  };
  const answers = () => Promise.all(Object.values(calls).map((call) => refusalOf(call())));
  const before = await deadlineOf(contested);

  await app.sql(`INSERT INTO ledger_halt (reason) VALUES ('test')`);
  await outage(PROPOSAL_TTL);
  const unavailable = { status: 503, code: 'service_unavailable', reason: 'ledger_stopped' };
  expect(await answers()).toMatchObject([unavailable, unavailable, unavailable]);
  // A match run ends the expired proposals of its listing, but not now.
  type Own = { listings: { nodes: { listingKey: string }[] } };
  const { listings } = await principal<Own>(consumer.api, 'listings(first: 1) { nodes { listingKey } }');
  const { matchRun } = await mutate<{ matchRun: { proposals: unknown[] } }>(
    consumer.api,
    'runMatch',
    { listingKey: listings.nodes[0]?.listingKey },
    'matchRun { proposals { proposalKey } }',
  );
  expect(matchRun.proposals).toEqual([]);
  expect(await app.sql('SELECT state FROM proposal WHERE trade_id IS NULL')).toEqual([{ state: 'proposed' }]);

  await app.sql('DELETE FROM ledger_halt');
  await open();
  for (const call of Object.values(calls)) await call();
  // The evaluation window of 14 days, from the end of the halt.
  expect((await deadlineOf(contested)) - before).toBeGreaterThan(13 * 86_400 * 1000);
});

// @spec CH6
test('should keep a late rebuttal late: the service was open when it was filed', async () => {
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  await publishContract(trade);
  await checkpoint(trade, { status: 'FAILED' });
  const late = (await deadlineOf(trade)) + 1_000;
  const [row] = await app.sql<{ now: Date }>('SELECT clock_timestamp() AS now');
  app.clock.advance((late - (row?.now.getTime() ?? 0) - app.clock.offsetMs()) / 1000);
  const rebuttal = { tradeKey: trade.tradeKey, stepNo: 1, statement: 'It was delivered.' };
  await mutate(provider.api, 'fileRebuttal', rebuttal, 'step { stepNo }');
  const recorded = 'SELECT FROM service_hours h, trade_step s WHERE h.open_at + $1::interval >= s.rebuttal_filed_at';
  expect(await app.sql(recorded, [`${String(app.clock.offsetMs())} milliseconds`])).toHaveLength(1);
});

// @spec CH2
test('should move the deadline of a step whose activation commits while the service opens', async () => {
  const trade = await startTrade(provider, consumer);
  const holder = await app.ownerConnection();
  await holder.query({ text: 'BEGIN' });
  const lock = 'SELECT FROM principal WHERE principal_id = $1 FOR UPDATE';
  await holder.query({ text: lock, values: [idFromKeyOrUuid('prn', consumer.principalKey)] });
  const waiting = async () =>
    (await app.sql(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`))
      .length;
  const activation = activate(trade);
  await until(waiting, (count) => count === 1);
  const rival = await openStore(app.ownerUrl, app.clock);
  await app.sql(`UPDATE service_hours SET open_at = clock_timestamp() - interval '1 minute'`);
  const opening = new ServiceHours(rival, testServices()).open();
  await until(waiting, (count) => count >= 2);
  await holder.query({ text: 'ROLLBACK' });
  await Promise.all([activation, opening]);
  await rival.close();
  expect(await app.sql('SELECT FROM closed_period')).toHaveLength(1);
  const [times] = await app.sql<{ due_at: Date; deadline_at: Date }>(
    `SELECT t.due_at, s.deadline_at FROM trade t JOIN trade_step s USING (trade_id)`,
  );
  expect(times?.deadline_at).toEqual(times?.due_at);
  expect(await auditOf(app)).toEqual([]);
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
