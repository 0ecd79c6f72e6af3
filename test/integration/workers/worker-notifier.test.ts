import type { Database } from '../../../src/database/transactions/database';
import { WORK_CHANNEL } from '../../../src/database/connection/worker-notifications';
import { openListener } from '../../../src/database/connection/listener';
import { WorkerNotifier } from '../../../src/workers/worker-notifier';
import { outboxRelay } from '../../../src/workers/outbox-relay';
import { Runner, type Task } from '../../../src/workers/runner';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { openStore, readableLog, until } from '../../support/service';

/** Notifications between an API process and worker processes. */

let database: TestDatabase;
let store: Database;
let other: Database;
const log = readableLog();

beforeAll(async () => {
  database = await freshDatabase();
  store = await openStore(database.url);
  other = await openStore(database.url);
});
afterAll(async () => {
  await store.close();
  await other.close();
  await database.drop();
});

const HOUR = 3_600_000;

function counted(name: string) {
  const task: Task & { times: number } = {
    name,
    pollIntervalMs: HOUR,
    times: 0,
    run: () => {
      task.times += 1;
      return Promise.resolve(false);
    },
  };
  return task;
}

test('should wake only the notified task in another process', async () => {
  const [settle, relay] = [counted('settle'), counted('relay')];
  const runner = new Runner([settle, relay], log);
  runner.start();
  const [api, worker] = [new WorkerNotifier(store, log), new WorkerNotifier(other, log)];
  // One run at the start, and one when it listens.
  worker.listen((task) => runner.wake(task));
  await until(() => settle.times === 2 && relay.times === 2, 'both have looked since somebody listens');
  api.notify('settle');
  await until(() => settle.times === 3, 'it was woken');
  expect(relay.times).toBe(2);
  await api.stop();
  await worker.stop();
  await runner.stop();
});

test('should combine concurrent notifications, and send those from before a stop', async () => {
  const notifications: string[] = [];
  let onListening: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => (onListening = resolve));
  const listening = openListener(other, {
    channels: { [WORK_CHANNEL]: (tasks) => void notifications.push(tasks) },
    connected: () => onListening(),
    lost: () => undefined,
  });
  await ready;
  const notifier = new WorkerNotifier(store, log);
  for (let n = 0; n < 1000; n += 1) notifier.notify(n % 2 === 0 ? 'relay' : 'settle');
  await notifier.stop();
  notifier.notify('webhooks');
  await until(() => notifications.length === 2, 'what was rung first, and the rest');
  expect(notifications).toEqual(['relay', 'settle,relay']);
  await listening.stop();
});

test('should ask to wake another process when the relay has no lease', async () => {
  const [first, second] = [outboxRelay(store, 'first'), outboxRelay(other, 'second')];
  await first.run();
  await second.run();
  const runners = [first, second].map((task) => new Runner([task], log));
  for (const runner of runners) runner.start();
  expect(runners.map((runner) => runner.wake('relay'))).toEqual([true, false]);
  expect(runners.map((runner) => runner.wake('settle'))).toEqual([false, false]);
  await Promise.all(runners.map((runner) => runner.stop()));
});
