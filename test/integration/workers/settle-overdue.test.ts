import { keyOf } from '../../../src/domain/keys';
import { settleOverdue } from '../../../src/workers/settle-overdue';
import { settleSweep } from '../../../src/workers/settle-sweep';
import { A, B, C, plannedStep, TradeScenario } from '../../unit/domain/setup';
import { confirmed, dueTradesOfTest } from '../../support/due-trades';
import { Connection } from '../../support/ledger';
import { testServices, until } from '../../support/service';
import { WAITING } from '../../support/waiting';

/** Trades that are due for more than a minute, while other transactions hold their rows. */

const { owner, store, url, replayTrade } = dueTradesOfTest();

const LOCK_TRADE = 'SELECT FROM trade WHERE trade_id = $1 FOR NO KEY UPDATE';
const settled = () => store(2).query({ text: 'SELECT trade_id FROM settlement ORDER BY settled_at, trade_id' });
const waiting = () => store(2).query({ text: WAITING });

function tasksOf(services = testServices(), lockWaitMs?: number) {
  const sweep = settleSweep(store(), services);
  return { services, sweep, overdue: settleOverdue(store(1), services, sweep, lockWaitMs) };
}

test('should wait for the lock of a party when the trade is overdue for a minute', async () => {
  const locked = await replayTrade(confirmed());
  const { sweep, overdue } = tasksOf();
  await owner().sql('BEGIN');
  await owner().sql('SELECT FROM principal WHERE principal_id = $1 FOR UPDATE', A.id);
  await sweep.run();
  const run = overdue.run();
  await until(async () => (await waiting()).length > 0, 'the worker waits for the party');
  // Longer than the wait for a trade that has just become due.
  await owner().sql('SELECT pg_sleep(0.4)');
  await owner().sql('ROLLBACK');
  await run;
  expect(await settled()).toEqual([{ trade_id: locked }]);
});

// @spec SE67
test('should settle an overdue trade although calls hold its row without a gap', async () => {
  const locked = await replayTrade(confirmed());
  const { sweep, overdue, services } = tasksOf();
  const queueOf = (length: number) => until(async () => (await waiting()).length === length, `${String(length)} wait`);
  const [first, second] = [await Connection.open(url()), await Connection.open(url())];
  try {
    for (const call of [first, second]) await call.sql('BEGIN');
    await first.sql(LOCK_TRADE, locked);
    const held = second.sql(LOCK_TRADE, locked);
    await queueOf(1);
    await sweep.run();
    const run = overdue.run();
    await queueOf(2);
    await first.sql('COMMIT');
    await held;
    await first.sql('BEGIN');
    const heldAgain = first.sql(LOCK_TRADE, locked);
    await queueOf(2);
    await second.sql('COMMIT');
    // The worker came before the second call of the first connection.
    await run;
    await heldAgain;
  } finally {
    await Promise.all([first.close(), second.close()]);
  }
  expect(await settled()).toEqual([{ trade_id: locked }]);
  expect(sweep.counts).toEqual({ settled: 1, passedSteps: 0, quarantined: 0 });
  expect(services.log.lines[0]).toMatchObject({ level: 'info', fields: { tradeKey: keyOf('trd', locked) } });
});

test('should settle other trades while it waits for an overdue one', async () => {
  const locked = await replayTrade(confirmed());
  const { sweep, overdue } = tasksOf();
  await owner().sql('BEGIN');
  await owner().sql(LOCK_TRADE, locked);
  await sweep.run();
  const run = overdue.run();
  await until(async () => (await waiting()).length > 0, 'the worker waits for the trade');
  const world = new TradeScenario([plannedStep(B, C, 100)]).begin(1);
  world.submitCheckpoint(1, { status: 'confirmed' });
  const other = await replayTrade(world);
  await sweep.run();
  expect(await settled()).toEqual([{ trade_id: other }]);
  await owner().sql('ROLLBACK');
  await run;
  expect(await settled()).toHaveLength(2);
});

test('should log a warning if an overdue trade stays locked, and try it again', async () => {
  const locked = await replayTrade(confirmed());
  const { sweep, overdue, services } = tasksOf(testServices(), 50);
  await owner().sql('BEGIN');
  await owner().sql(LOCK_TRADE, locked);
  await sweep.run();
  expect(await overdue.run()).toBe(false);
  expect(services.log.lines.filter(({ level }) => level !== 'info')).toMatchObject([
    { level: 'warn', fields: { tradeKey: keyOf('trd', locked) } },
  ]);
  await owner().sql('ROLLBACK');
  await sweep.run();
  expect(await settled()).toEqual([{ trade_id: locked }]);
  // A trade that is not locked is none of its work.
  services.log.lines.length = 0;
  expect(await overdue.run()).toBe(false);
  expect(services.log.lines).toEqual([]);
});
