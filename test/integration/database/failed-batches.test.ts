import { Refusal } from '../../../src/domain/errors/errors';
import { RequestBudget } from '../../../src/database/transactions/request-budget';
import type { Tx } from '../../../src/database/transactions/database';
import { isAlone, lockOf, batchedRequests, writeEvent } from '../../support/batched-requests';

/** The effect of a failing member on its batch (docs/decisions/0029-transaction-batching.md). */

const { owner, newPrincipal, request, counted } = batchedRequests();

it('A member that runs again has its whole budget: its use in the batch does not count', async () => {
  const budget = new RequestBudget(100_000, 100);
  const runs: boolean[] = [];
  const reading = request(async (tx) => {
    await tx.query({ text: `SELECT repeat('x', 60000)` });
    budget.chargeCharacters(60);
    runs.push(isAlone(tx));
  }, budget);
  const failing = request((tx) => tx.query({ text: 'SELECT 1 / 0' }));
  await expect(failing).rejects.toThrow('division by zero');
  await reading;
  expect(runs).toEqual([false, true]);
  expect(counted()).toEqual([2, 'retried', 'retried']);
});

const failures: readonly (readonly [string, (tx: Tx, principalId: string) => Promise<unknown>])[] = [
  [
    'fails after it has written',
    async (tx, principalId) => {
      await writeEvent(tx, principalId);
      throw new Refusal('query_refused');
    },
  ],
  [
    'rolls back after it has written',
    async (tx, principalId) => {
      await writeEvent(tx, principalId);
      await tx.rollbackToSavepoint();
    },
  ],
  ['sends a statement that PostgreSQL refuses', (tx) => tx.query({ text: 'SELECT 1 / 0' })],
  ['sends a batched statement that PostgreSQL refuses', (tx, principalId) => writeEvent(tx, principalId, 'no id')],
  ['stores a response that PostgreSQL refuses', (tx) => Promise.resolve().then(() => tx.beforeCommit('SELECT 1 / 0'))],
];

it.each(failures)('A member that %s makes the others run alone, and nothing of theirs is lost', async (_, fail) => {
  const [one, two] = [await newPrincipal(), await newPrincipal()];
  const failing = request((tx) => fail(tx, one)).catch(() => undefined);
  const isOtherAlone = await request(async (tx) => {
    await lockOf(tx, two);
    await writeEvent(tx, two);
    return isAlone(tx);
  });
  await failing;
  expect(isOtherAlone).toBe(true);
});

it('Requests share a transaction again after a lost connection', async () => {
  const principalId = await newPrincipal();
  let cuts = 2;
  const one = (): Promise<boolean> =>
    request(async (tx) => {
      const [row] = await tx.query<{ pid: number }>({ text: 'SELECT pg_backend_pid() AS pid' });
      cuts -= 1;
      if (cuts >= 0) await owner().sql('SELECT pg_terminate_backend($1)', row?.pid);
      await lockOf(tx, principalId);
      return isAlone(tx);
    });
  const two = (): Promise<boolean> =>
    request(async (tx) => {
      await writeEvent(tx, principalId);
      return isAlone(tx);
    });
  const first = one();
  expect(await two()).toBe(true);
  await expect(first).rejects.toThrow(/onnection/);
  expect(await Promise.all([one(), two()])).toEqual([false, false]);
});
