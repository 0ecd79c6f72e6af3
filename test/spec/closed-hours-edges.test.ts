import { rm } from 'node:fs/promises';
import { createApp } from '../../src/app';
import { readSettings } from '../../src/settings/settings';
import { idFromKeyOrUuid } from '../../src/domain/keys';
import { startTestApp, type TestApp } from '../support/app';
import {
  accept,
  activate,
  checkpoint,
  createParty,
  createTrade,
  mutate,
  type Party,
  principal,
  propose,
  publishContract,
  type StartedTrade,
  startTrade,
  until,
} from '../support/actors';
import { freshDatabase } from '../support/database';
import { newFolder } from '../support/folder';
import { Connection } from '../support/ledger';
import { codeOf, refusalOf } from '../support/parties';
import { auditOf, readTrade, twoParties } from '../support/trades';
import { openStore, testServices } from '../support/service';
import { settleSweep } from '../../src/workers/settle-sweep';
import { proposalExpiry } from '../../src/workers/proposal-expiry';
import { lastOpenAt, ServiceHours, whileOpen } from '../../src/workers/service-hours';
import type { Database } from '../../src/database/transactions/database';

/** Deadlines at the edge of a closed period: just after the last record, during a halt of the ledger, and while the service opens. */

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
// @id deadline-and-record
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

// @spec CH4, CH6, CH7
test('should refuse a call after a deadline as unavailable while the ledger is halted, and accept it afterwards', async () => {
  const [contested, idle] = [await startTrade(provider, consumer), await startTrade(provider, consumer)];
  const [accepted, proposal] = [await propose(provider, consumer), await propose(provider, consumer)];
  await accept(accepted, provider, consumer);
  await activate(contested);
  await publishContract(contested);
  await checkpoint(contested, { status: 'FAILED' });
  await activate(idle);
  const rebuttal = { tradeKey: contested.tradeKey, stepNo: 1, statement: 'It was delivered.' };
  const calls = {
    rebuttal: () => mutate(provider.api, 'fileRebuttal', rebuttal, 'step { stepNo }'),
    contract: () => publishContract(idle),
    answer: () => accept(proposal, consumer),
    create: () => createTrade(consumer, accepted.proposalKey),
  };
  const answers = () => Promise.all(Object.values(calls).map((call) => refusalOf(call())));
  const before = await deadlineOf(contested);

  await app.sql(`INSERT INTO ledger_halt (reason) VALUES ('test')`);
  await outage(PROPOSAL_TTL + 60);
  const unavailable = { status: 503, code: 'service_unavailable', reason: 'ledger_stopped' };
  expect(await answers()).toMatchObject([unavailable, unavailable, unavailable, unavailable]);
  // Others learn nothing about the trade.
  const other = await createParty(app, 'Other');
  expect(await codeOf(mutate(other.api, 'fileRebuttal', rebuttal, 'step { stepNo }'))).toBe('trade_not_found');
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
  const stored = 'SELECT state FROM proposal WHERE trade_id IS NULL ORDER BY created_at';
  expect(await app.sql(stored)).toEqual([{ state: 'accepted' }, { state: 'proposed' }]);

  await app.sql('DELETE FROM ledger_halt');
  await open();
  for (const call of Object.values(calls)) await call();
  // The evaluation window of 14 days, from the end of the halt.
  expect((await deadlineOf(contested)) - before).toBeGreaterThan(13 * 86_400 * 1000);
});

/** Acts that make a trade due at once, so that no deadline of it is open. */
const decided = {
  'a passed checkpoint': (trade: StartedTrade) => checkpoint(trade),
  'a verdict': async (trade: StartedTrade) => {
    await checkpoint(trade, { status: 'FAILED' });
    const ruling = { tradeKey: trade.tradeKey, verdict: 'PASS', reason: 'It was delivered.' };
    await mutate(app.operator, 'evaluateTrade', ruling, 'trade { state }');
  },
};

// @spec SE2, SE6, CH9
test.each(Object.entries(decided))(
  'should settle %s during a halt by the first sweep after it, because it is no deadline',
  async (_, decide) => {
    const trade = await startTrade(provider, consumer);
    await activate(trade);
    await publishContract(trade);
    await open();
    await app.sql(`INSERT INTO ledger_halt (reason) VALUES ('test')`);
    app.clock.advance(3600);
    await decide(trade);
    await app.sql(`UPDATE service_hours SET open_at = clock_timestamp() - interval '1 hour 1 minute'`);
    await app.sql('DELETE FROM ledger_halt');
    await open();
    expect(await app.sql('SELECT FROM closed_period')).toHaveLength(1);
    expect(await app.sql(`SELECT FROM event WHERE type = 'trade.deadline_extended'`)).toEqual([]);
    await sweep().run();
    expect(await app.sql('SELECT FROM settlement')).toHaveLength(1);
    expect(await auditOf(app)).toEqual([]);
  },
);

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

// @spec CH1
test('should not count a process as open that cannot listen', async () => {
  const database = await freshDatabase();
  const dataDir = newFolder('cannot-listen');
  const { port } = new URL(app.url);
  const settings = {
    ATS_ENV: 'test',
    ATS_METRICS_PORT: '0',
    ATS_LOG_LEVEL: 'silent',
    ATS_CONSOLE: 'off',
    ATS_DATA_DIR: dataDir,
  };
  const second = createApp(readSettings({ ...settings, PORT: port, DATABASE_URL: database.ownerUrl }));
  const owner = await Connection.open(database.ownerUrl);
  try {
    await expect(second.start()).rejects.toThrow(`:${port} is used by another process`);
    expect(await owner.sql('SELECT open_at FROM service_hours')).toEqual([{ open_at: null }]);
  } finally {
    await owner.close();
    await second.stop();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
