import { MAX_GAP_SECONDS } from '../../src/domain/trades/closed-hours';
import { idOf } from '../../src/domain/keys';
import { audit } from '../../src/ledger/audit';
import { Connection } from '../../test/support/ledger';
import { settled, type StartedTrade, until } from '../../test/support/actors';
import { Deployment } from './deployment';
import { finish, fundedPair, Load, waitingTrades, type WaitingTrades } from './trades';

/** Outages of real processes under load, each longer than every window of a trade. */

let deployment: Deployment;
let load: Load;
beforeAll(async () => {
  deployment = await Deployment.start();
  load = new Load(deployment.url, await Promise.all([1, 2].map((n) => fundedPair(deployment, `load-${String(n)}`))));
});
afterAll(async () => {
  await load.stop();
  await deployment.stop();
});

const MINUTES = 60_000;
jest.setTimeout(15 * MINUTES);

interface Deadline {
  readonly id: string;
  readonly at: Date;
}

const listOf = ({ idle, active, delivered }: WaitingTrades): StartedTrade[] => [idle, active, delivered];

/** The open deadlines of these trades, and the expiry of the open proposals. */
async function deadlines(trades: WaitingTrades): Promise<Deadline[]> {
  const ids = listOf(trades).map(({ tradeKey }) => idOf('trd', tradeKey));
  const principal = idOf('prn', trades.idle.provider.principalKey);
  return deployment.rows<Deadline>(
    `SELECT trade_id::text AS id, due_at AS at FROM trade WHERE trade_id = ANY ($1)
     UNION ALL SELECT p.proposal_id::text, p.expires_at FROM proposal p JOIN proposal_participant USING (proposal_id)
       WHERE p.trade_id IS NULL AND p.state = 'proposed' AND principal_id = $2 AND revision_no = 1 ORDER BY id`,
    [ids, principal],
  );
}

async function periods(): Promise<{ from_at: Date; to_at: Date }[]> {
  return deployment.rows('SELECT from_at, to_at FROM closed_period ORDER BY from_at');
}

/** Waits until these deadlines have passed, and the gap is long enough for a closed period. */
async function waitPast(passing: readonly Deadline[]): Promise<void> {
  const last = Math.max(...passing.map(({ at }) => at.getTime()));
  await until(
    () => deployment.rows<{ now: Date }>('SELECT clock_timestamp() AS now'),
    ([row]) => (row?.now.getTime() ?? 0) > last + MAX_GAP_SECONDS * 1000,
    10 * MINUTES,
  );
}

/** Plays an outage, and checks that it is the fault of no party. */
async function playOutage(
  name: string,
  begin: (passing: readonly Deadline[]) => Promise<void>,
  end: () => Promise<void>,
): Promise<void> {
  const { provider, consumer } = await fundedPair(deployment, name);
  const trades = await waitingTrades(provider, consumer);
  const [before, earlier] = [await deadlines(trades), await periods()];
  const ids = new Set(listOf(trades).map(({ tradeKey }) => idOf('trd', tradeKey)));
  const passing = before.filter(({ id }) => ids.has(id));
  await begin(passing);
  await waitPast(passing);
  const done = load.done;
  await end();
  await until(periods, (found) => found.length > earlier.length, 5 * MINUTES);

  // Every deadline moved by the same gap, which is the length of the closed period.
  const period = (await periods()).at(-1);
  const gap = (period?.to_at.getTime() ?? 0) - (period?.from_at.getTime() ?? 0);
  const after = await deadlines(trades);
  expect(before).toHaveLength(4);
  expect(
    after.map(({ id, at }) => ({ id, moved: at.getTime() - (before.find((one) => one.id === id)?.at.getTime() ?? 0) })),
  ).toEqual(before.map(({ id }) => ({ id, moved: gap })));

  // The load goes on, and the trades end as without the outage.
  await finish(trades);
  for (const trade of listOf(trades)) expect(await settled(trade)).toMatchObject({ state: 'COMPLETED' });
  await until(
    () => Promise.resolve(load.done),
    (now) => now > done || load.errors.length > 0,
    5 * MINUTES,
  );
  expect(load.errors).toEqual([]);
  await assertShown(trades, period);
  const faults = await deployment.rows(
    'SELECT trade_id, failure_cause FROM settlement WHERE failure_class IS NOT NULL',
  );
  expect(faults).toEqual([]);
  const connection = await Connection.open(deployment.ownerUrl);
  expect(await audit(connection).finally(() => connection.close())).toEqual([]);
}

/** The evidence and the events of each trade show the period. */
async function assertShown(trades: WaitingTrades, period: { from_at: Date; to_at: Date } | undefined): Promise<void> {
  for (const { tradeKey } of listOf(trades)) {
    const [row] = await deployment.rows<{ evidence: string }>('SELECT evidence FROM settlement WHERE trade_id = $1', [
      idOf('trd', tradeKey),
    ]);
    const { closed_hours = [] } = JSON.parse(row?.evidence ?? '{}') as {
      closed_hours?: { from: string; to: string }[];
    };
    expect(closed_hours).toContainEqual(
      expect.objectContaining({ from: period?.from_at.toISOString(), to: period?.to_at.toISOString() }),
    );
    const events = await deployment.rows<{ reason: string }>(
      `SELECT data->>'reason' AS reason FROM event WHERE type = 'trade.deadline_extended' AND subject_key = $1
         AND data->'closed'->>'to' = $2`,
      [tradeKey, period?.to_at.toISOString()],
    );
    expect(events).toEqual([{ reason: 'service_closed' }, { reason: 'service_closed' }]);
  }
}

// @spec CH1, CH2
// @id outage-of-all-processes
test('kill -9 of every process under load, for longer than each window: no party is at fault', async () => {
  await playOutage(
    'killed',
    () => deployment.killAll(),
    () => deployment.startAll(),
  );
});

// @spec CH2, CH4
test('kill -9 of the API processes shortly before the deadlines, while the worker goes on: no party is at fault', async () => {
  await playOutage(
    'without-api',
    async (passing) => {
      const first = Math.min(...passing.map(({ at }) => at.getTime()));
      await until(
        () => deployment.rows<{ now: Date }>('SELECT clock_timestamp() AS now'),
        ([row]) => (row?.now.getTime() ?? 0) > first - 3_000,
        MINUTES,
      );
      await deployment.killServers();
    },
    () => deployment.startServers(),
  );
});

// @spec CH1, CH2
test('a halted ledger, for longer than each window: no party is at fault', async () => {
  await playOutage(
    'stopped',
    () => deployment.run("SELECT ledger_halt_postings('a proof')"),
    () => deployment.run('DELETE FROM ledger_halt'),
  );
});

// @spec CH1, CH2
test('a database away, for longer than each window: no party is at fault', async () => {
  await playOutage(
    'away',
    () => {
      deployment.proxy.become('refuse');
      deployment.proxy.cut();
      return Promise.resolve();
    },
    () => {
      deployment.proxy.become('pass');
      return Promise.resolve();
    },
  );
});

// @id one-of-two-nodes-dies
test('one of two API processes dies, for longer than the longest gap: no closed period', async () => {
  const before = await periods();
  const [first] = deployment.servers;
  await first?.kill('SIGKILL');
  const [killed] = await deployment.rows<{ at: Date }>('SELECT clock_timestamp() AS at');
  const open = () => deployment.rows<{ open_at: Date }>('SELECT open_at FROM service_hours');
  const end = (killed?.at.getTime() ?? 0) + 2 * MAX_GAP_SECONDS * 1000;
  await until(open, ([row]) => (row?.open_at.getTime() ?? 0) > end, 5 * MINUTES);
  expect(await periods()).toEqual(before);
});
