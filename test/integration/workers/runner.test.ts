import { type Gauge, Registry } from 'prom-client';
import { processCounters } from '../../../src/adapters/metrics/work';
import { Runner, type Task } from '../../../src/workers/runner';
import { readableLog, until } from '../../support/service';

function countedTask(name: string, everyMs: number, run: (times: number) => boolean | Promise<boolean>) {
  const task: Task & { times: number } = {
    name,
    pollIntervalMs: everyMs,
    times: 0,
    run: async () => {
      task.times += 1;
      return run(task.times);
    },
  };
  return task;
}

const HOUR = 3_600_000;

test('should log an error of a task, and stop neither it nor the others', async () => {
  const log = readableLog();
  const broken = countedTask('broken', 1, () => Promise.reject(new Error('broken')));
  const healthy = countedTask('sound', 1, () => false);
  const runner = new Runner([broken, healthy], log);
  runner.start();
  await until(() => broken.times >= 3 && healthy.times >= 20, 'both go on');
  await runner.stop();
  const [first] = log.lines;
  expect(first).toMatchObject({ level: 'error', fields: { worker: 'broken', failures: 1 } });
});

test('should increase the pause after each failure, and ignore wakes in it', async () => {
  const broken = countedTask('broken', HOUR, () => Promise.reject(new Error('broken')));
  const runner = new Runner([broken], readableLog());
  runner.start();
  await until(() => broken.times === 1, 'a first run');
  for (let n = 0; n < 20; n += 1) runner.wake('broken');
  await new Promise((resolve) => setImmediate(resolve));
  expect(broken.times).toBe(1);
  await runner.stop();
});

test('should tell of each task when it starts, so that one that hangs in its first run is seen', async () => {
  let end: () => void = () => undefined;
  const hanging = countedTask('hanging', HOUR, () => new Promise((resolve) => (end = () => resolve(false))));
  const own = new Registry();
  const runner = new Runner([hanging], readableLog(), processCounters([own]));
  const before = Date.now() / 1_000;
  runner.start();
  await until(() => hanging.times === 1, 'a first run');
  const { values } = await (own.getSingleMetric('ats_worker_last_success_timestamp_seconds') as Gauge).get();
  expect(values.map(({ labels }) => labels)).toEqual([{ task: 'hanging' }]);
  expect(values[0]?.value).toBeGreaterThanOrEqual(Math.floor(before));
  end();
  await runner.stop();
});

test('should never pause longer than the longest pause of the task', async () => {
  const broken = Object.assign(
    countedTask('broken', 1, () => Promise.reject(new Error('broken'))),
    { maxBackoffMs: 2 },
  );
  const runner = new Runner([broken], readableLog());
  runner.start();
  // Doubled pauses would take minutes.
  await until(() => broken.times >= 40, 'forty runs');
  await runner.stop();
});

test('should run again at once when there is more to do', async () => {
  const task = countedTask('queue', HOUR, (times) => times < 5);
  const runner = new Runner([task], readableLog());
  runner.start();
  await until(() => task.times === 5, 'five runs without a pause');
  await runner.stop();
});

test('should end the pause at a wake, and run again after a wake during a run', async () => {
  let finish: (() => void) | undefined;
  const task = countedTask('queue', HOUR, async () => {
    await new Promise<void>((resolve) => (finish = resolve));
    return false;
  });
  const runner = new Runner([task], readableLog());
  runner.start();
  await until(() => task.times === 1, 'the first run');
  runner.wake('queue');
  finish?.();
  await until(() => task.times === 2, 'the run for the wake during the first');
  finish?.();
  await until(async () => {
    runner.wake('queue');
    await Promise.resolve();
    return task.times === 3;
  }, 'the run for a wake during the pause');
  const stopped = runner.stop();
  finish?.();
  await stopped;
});

test('should wait for the current run at a stop, call onStop, and start no other run', async () => {
  let finish: (() => void) | undefined;
  const done: string[] = [];
  const task: Task = {
    name: 'slow',
    pollIntervalMs: 1,
    run: async () => {
      await new Promise<void>((resolve) => (finish = resolve));
      done.push('run');
      return true;
    },
    onStop: () => Promise.resolve(void done.push('ended')),
  };
  const runner = new Runner([task], readableLog());
  runner.start();
  await until(() => finish !== undefined, 'a run');
  const stopped = runner.stop().then(() => done.push('stopped'));
  expect(done).toEqual([]);
  finish?.();
  await stopped;
  expect(done).toEqual(['run', 'ended', 'stopped']);
});

test('should abort the signal of a long run at a stop, and wait for the run', async () => {
  const done: string[] = [];
  const task: Task = {
    name: 'long',
    pollIntervalMs: HOUR,
    run: async (signal) => {
      done.push('run');
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      await new Promise((resolve) => setImmediate(resolve));
      done.push('left');
      return true;
    },
  };
  const runner = new Runner([task], readableLog());
  runner.start();
  await until(() => done.length === 1, 'a run');
  await runner.stop();
  expect(done).toEqual(['run', 'left']);
});
