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
 * API hosts whose clocks are ten minutes off change no deadline, because the database clock decides.
 * See also test/integration/database/host-clock.test.ts, which needs no shifted clock.
 */

const OFF_SECONDS = 600;
/** The tolerance between two readings of one clock on a busy machine. */
const TOLERANCE_MS = 20_000;

const shiftedEnvironment = clockOff();
if (shiftedEnvironment === undefined) {
  console.warn('SKIPPED: cannot shift the clock of a process. Install libfaketime, or a C compiler on Linux.');
}
const testWithClocks = shiftedEnvironment === undefined ? test.skip : test;

let app: TestApp;
let ahead: BuiltServer;
let behind: BuiltServer;

beforeAll(async () => {
  app = await startTestApp();
  if (shiftedEnvironment === undefined) return;
  const env = { ATS_ROLE: 'api', DATABASE_URL: app.ownerUrl, ATS_DATA_DIR: app.dataDir };
  [ahead, behind] = await Promise.all([
    builtServer({ ...env, ...shiftedEnvironment(OFF_SECONDS) }),
    builtServer({ ...env, ...shiftedEnvironment(-OFF_SECONDS) }),
  ]);
}, 120_000);
afterAll(async () => {
  if (shiftedEnvironment !== undefined) await Promise.all([ahead.kill('SIGTERM'), behind.kill('SIGTERM')]);
  await app.stop();
});

/** The party as a client of this server, with the clock of the server. */
function clientAt({ url }: BuiltServer, seconds: number, party: Party): Party {
  const { credential, agentId } = party;
  const clock = (): Date => new Date(Date.now() + seconds * 1000);
  return { ...party, api: createClient({ url, credential, agentId, clock }) };
}

const viaAhead = (party: Party): Party => clientAt(ahead, OFF_SECONDS, party);
const viaBehind = (party: Party): Party => clientAt(behind, -OFF_SECONDS, party);

/** Milliseconds from the database's time to `then`. */
async function msUntil(then: string | null | undefined): Promise<number> {
  const [row] = await app.sql<{ now: Date }>('SELECT now()');
  return Date.parse(then ?? '') - (row?.now.getTime() ?? 0);
}

async function startAgreedTrade(
  contractWindow: number,
): Promise<{ provider: Party; consumer: Party; trade: StartedTrade }> {
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

const loadStep = async (trade: StartedTrade): Promise<Step | undefined> =>
  (await readTrade<{ steps: Step[] }>(trade, 'steps { deadlineAt activatedAt contractPublishedAt }')).steps[0];

testWithClocks('should show the shifted clocks in the Date header and in the check of signatures', async () => {
  for (const [server, seconds] of [
    [ahead, OFF_SECONDS],
    [behind, -OFF_SECONDS],
  ] as const) {
    const response = await fetch(`${server.url}/livez`);
    const offsetMs = Date.parse(response.headers.get('date') ?? '') - Date.now();
    expect(Math.abs(offsetMs - seconds * 1000)).toBeLessThan(TOLERANCE_MS);
  }
  const { provider } = await twoParties(app);
  const { credential, agentId } = provider;
  const unmoved = createClient({ url: ahead.url, credential, agentId, retry: { attempts: 1 } });
  expect(await codeOf(unmoved.queryOrThrow('{ principal { displayName } }'))).toBe('signature_expired');
});

testWithClocks('a deadline is the database time plus the window, on each host', async () => {
  const { provider, consumer, trade } = await startAgreedTrade(1800);
  const { idleDeadlineAt } = await readTrade<{ idleDeadlineAt: string }>(trade, 'idleDeadlineAt');
  expect(Math.abs((await msUntil(idleDeadlineAt)) - 259_200_000)).toBeLessThan(TOLERANCE_MS);
  await activate(trade, viaAhead(consumer));
  expect(Math.abs((await msUntil((await loadStep(trade))?.deadlineAt)) - 1_800_000)).toBeLessThan(TOLERANCE_MS);
  await publishContract(trade, 1, viaBehind(provider));
  const published = await loadStep(trade);
  expect(Math.abs((await msUntil(published?.deadlineAt)) - 3_600_000)).toBeLessThan(TOLERANCE_MS);
  expect(Math.abs(await msUntil(published?.contractPublishedAt))).toBeLessThan(TOLERANCE_MS);
  expect(Math.abs(await msUntil(published?.activatedAt))).toBeLessThan(TOLERANCE_MS);
  // After FAILED, the rebuttal window of at least one hour starts now.
  await checkpoint(trade, { status: 'FAILED' }, 1, viaAhead(consumer));
  expect(Math.abs((await msUntil((await loadStep(trade))?.deadlineAt)) - 3_600_000)).toBeLessThan(TOLERANCE_MS);
  const rows = await app.sql<{ late: number }>(
    `SELECT abs(extract(epoch FROM created_at - now())) * 1000 AS late FROM event WHERE trade_id IS NOT NULL`,
  );
  expect(Math.max(...rows.map(({ late }) => late))).toBeLessThan(TOLERANCE_MS);
});

testWithClocks('a host whose clock is ahead refuses no call before the deadline', async () => {
  // On its own clock the window of nine minutes is already over.
  const { provider, consumer, trade } = await startAgreedTrade(540);
  await activate(trade, viaBehind(consumer));
  await publishContract(trade, 1, viaAhead(provider));
  await checkpoint(trade, { status: 'CONFIRMED' }, 1, viaAhead(consumer));
  expect(await settled(trade, viaBehind(provider))).toMatchObject({ state: 'COMPLETED', failureClass: null });
});

testWithClocks('a host whose clock is behind accepts no call after the deadline', async () => {
  const { provider, consumer, trade } = await startAgreedTrade(1);
  await activate(trade, viaBehind(consumer));
  await until(
    async () => msUntil((await loadStep(trade))?.deadlineAt),
    (left) => left < 0,
  );
  expect(await codeOf(publishContract(trade, 1, viaBehind(provider)))).toBe('trade_state_conflict');
  expect(await settled(trade, viaAhead(provider))).toMatchObject({ failureClass: 'F1' });
});
