import { createClient } from '../../../src/client';
import { type TestApp, startTestApp } from '../../../test/support/app';
import { builtServer, type BuiltServer } from '../../../test/support/built';
import { clockOff } from '../../../test/support/clock-off';
import { agree, begin, readTrade, twoParties } from '../../../test/support/trades';
import { codeOf } from '../../../test/support/parties';
import {
  activate,
  checkpoint,
  type Party,
  publishContract,
  settled,
  type StartedTrade,
  until,
} from '../../../test/support/actors';

/**
 * API hosts ten minutes off change no deadline (contract §7, settlement.md §1: the database clock decides). That nothing is
 * written by the host's clock is shown in one process, on any machine, by test/integration/database/host-clock.test.ts.
 */

const OFF_SECONDS = 600;
/** What may lie between two looks at one clock on a busy machine. */
const NEAR_MS = 20_000;

const off = clockOff();
if (off === undefined) {
  console.warn(
    'SKIPPED: clocks of processes cannot be moved here: no libfaketime, and no C compiler on Linux to make up for it',
  );
}
const inTime = off === undefined ? test.skip : test;

let app: TestApp;
let ahead: BuiltServer;
let behind: BuiltServer;

beforeAll(async () => {
  app = await startTestApp();
  if (off === undefined) return;
  const env = { ATS_ROLE: 'api', DATABASE_URL: app.ownerUrl, ATS_DATA_DIR: app.dataDir };
  [ahead, behind] = await Promise.all([
    builtServer({ ...env, ...off(OFF_SECONDS) }),
    builtServer({ ...env, ...off(-OFF_SECONDS) }),
  ]);
}, 120_000);
afterAll(async () => {
  if (off !== undefined) await Promise.all([ahead.kill('SIGTERM'), behind.kill('SIGTERM')]);
  await app.stop();
});

/** The party as a client of that server, which signs by its clock. */
function through({ url }: BuiltServer, seconds: number, party: Party): Party {
  const { credential, agentId } = party;
  const clock = (): Date => new Date(Date.now() + seconds * 1000);
  return { ...party, api: createClient({ url, credential, agentId, clock }) };
}

const viaAhead = (party: Party): Party => through(ahead, OFF_SECONDS, party);
const viaBehind = (party: Party): Party => through(behind, -OFF_SECONDS, party);

/** Milliseconds from now, by the database, to then. */
async function untilThen(then: string | null | undefined): Promise<number> {
  const [row] = await app.sql<{ now: Date }>('SELECT now()');
  return Date.parse(then ?? '') - (row?.now.getTime() ?? 0);
}

async function agreed(contractWindow: number): Promise<{ provider: Party; consumer: Party; trade: StartedTrade }> {
  const { provider, consumer } = await twoParties(app);
  const step = { provider: viaAhead(provider), consumer: viaBehind(consumer), price: 500 };
  const plan = { steps: [{ ...step, contractWindow, checkpointWindow: 3600 }] };
  return { provider, consumer, trade: await begin(await agree(plan)) };
}

interface Step {
  readonly deadlineAt: string | null;
  readonly activatedAt: string | null;
  readonly contractPublishedAt: string | null;
}

const step = async (trade: StartedTrade): Promise<Step | undefined> =>
  (await readTrade<{ steps: Step[] }>(trade, 'steps { deadlineAt activatedAt contractPublishedAt }')).steps[0];

inTime('their clocks are off: what they say of the time, and whose signatures they take, shows it', async () => {
  for (const [server, seconds] of [
    [ahead, OFF_SECONDS],
    [behind, -OFF_SECONDS],
  ] as const) {
    const response = await fetch(`${server.url}/livez`);
    const said = Date.parse(response.headers.get('date') ?? '') - Date.now();
    expect(Math.abs(said - seconds * 1000)).toBeLessThan(NEAR_MS);
  }
  const { provider } = await twoParties(app);
  const { credential, agentId } = provider;
  const unmoved = createClient({ url: ahead.url, credential, agentId, retry: { attempts: 1 } });
  expect(await codeOf(unmoved.query('{ principal { displayName } }'))).toBe('signature_expired');
});

inTime('a deadline is the database’s time and the window, whichever host sets it', async () => {
  const { provider, consumer, trade } = await agreed(1800);
  const { idleDeadlineAt } = await readTrade<{ idleDeadlineAt: string }>(trade, 'idleDeadlineAt');
  expect(Math.abs((await untilThen(idleDeadlineAt)) - 259_200_000)).toBeLessThan(NEAR_MS);
  await activate(trade, viaAhead(consumer));
  expect(Math.abs((await untilThen((await step(trade))?.deadlineAt)) - 1_800_000)).toBeLessThan(NEAR_MS);
  await publishContract(trade, 1, viaBehind(provider));
  const published = await step(trade);
  expect(Math.abs((await untilThen(published?.deadlineAt)) - 3_600_000)).toBeLessThan(NEAR_MS);
  expect(Math.abs(await untilThen(published?.contractPublishedAt))).toBeLessThan(NEAR_MS);
  expect(Math.abs(await untilThen(published?.activatedAt))).toBeLessThan(NEAR_MS);
  // Failed: the provider's time to rebut, an hour at least, is counted from now too.
  await checkpoint(trade, { status: 'FAILED' }, 1, viaAhead(consumer));
  expect(Math.abs((await untilThen((await step(trade))?.deadlineAt)) - 3_600_000)).toBeLessThan(NEAR_MS);
  const rows = await app.sql<{ late: number }>(
    `SELECT abs(extract(epoch FROM created_at - now())) * 1000 AS late FROM event WHERE trade_id IS NOT NULL`,
  );
  expect(Math.max(...rows.map(({ late }) => late))).toBeLessThan(NEAR_MS);
});

inTime('a host ahead refuses nothing that is in time, and the trade ends as it would have', async () => {
  // Nine minutes are over on its clock, by ours they have just begun.
  const { provider, consumer, trade } = await agreed(540);
  await activate(trade, viaBehind(consumer));
  await publishContract(trade, 1, viaAhead(provider));
  await checkpoint(trade, { status: 'CONFIRMED' }, 1, viaAhead(consumer));
  expect(await settled(trade, viaBehind(provider))).toMatchObject({ state: 'COMPLETED', failureClass: null });
});

inTime('a host behind lets nothing through that is late', async () => {
  const { provider, consumer, trade } = await agreed(1);
  await activate(trade, viaBehind(consumer));
  await until(
    async () => untilThen((await step(trade))?.deadlineAt),
    (left) => left < 0,
  );
  expect(await codeOf(publishContract(trade, 1, viaBehind(provider)))).toBe('trade_state_conflict');
  expect(await settled(trade, viaAhead(provider))).toMatchObject({ failureClass: 'F1' });
});
