import { Refusal } from '../../src/domain/errors';
import { Allowance } from '../../src/store/allowance';
import type { Tx } from '../../src/store/tx';
import { isAlone, lockOf, sharing, tell } from '../support/sharing';

/** What those bear who share a transaction with one that spoils it (docs/decisions/0029-transaction-batching.md, The price). */

const { owner, newPrincipal, request, counted } = sharing();

it('Run again, they may take as much as one that is alone: what they took beside others is not counted', async () => {
  const allowance = new Allowance(100_000, 100);
  const runs: boolean[] = [];
  const reading = request(
    async (tx) => {
      await tx.query({ text: `SELECT repeat('x', 60000)` });
      allowance.tell(60);
      runs.push(isAlone(tx));
    },
    'reader',
    allowance,
  );
  const failing = request((tx) => tx.query({ text: 'SELECT 1 / 0' }));
  await expect(failing).rejects.toThrow('division by zero');
  await reading;
  expect(runs).toEqual([false, true]);
  expect(counted()).toEqual([2, 'innocent', 'suspect']);
});

/** What spoils a transaction, once it is one's turn to write. */
const spoiling: readonly (readonly [string, (tx: Tx, principalId: string) => Promise<unknown>])[] = [
  [
    'fails after it has written',
    async (tx, principalId) => {
      await tell(tx, principalId);
      throw new Refusal('query_refused');
    },
  ],
  [
    'is refused for good after it has written',
    async (tx, principalId) => {
      await tell(tx, principalId);
      await tx.rollbackToSavepoint();
    },
  ],
  ['sends what PostgreSQL refuses', (tx) => tx.query({ text: 'SELECT 1 / 0' })],
  ['sends what PostgreSQL refuses, joined with what others send', (tx, principalId) => tell(tx, principalId, 'no id')],
  ['keeps what PostgreSQL refuses', (tx) => Promise.resolve().then(() => tx.beforeCommit('SELECT 1 / 0'))],
];

it.each(spoiling)('Whoever %s spoils one transaction of others’, and goes by itself from then on', async (_, spoil) => {
  const [one, two] = [await newPrincipal(), await newPrincipal()];
  const round = async (): Promise<boolean> => {
    const spoiled = request((tx) => spoil(tx, one), 'spoiler').catch(() => undefined);
    const alone = await request(async (tx) => {
      await lockOf(tx, two);
      await tell(tx, two);
      return isAlone(tx);
    }, 'innocent');
    await spoiled;
    return alone;
  };
  expect([await round(), await round(), await round()]).toEqual([true, false, false]);
});

it('Nobody goes by itself because the database was away', async () => {
  const principalId = await newPrincipal();
  let cuts = 2;
  const one = (): Promise<boolean> =>
    request(async (tx) => {
      const [row] = await tx.query<{ pid: number }>({ text: 'SELECT pg_backend_pid() AS pid' });
      cuts -= 1;
      if (cuts >= 0) await owner().sql('SELECT pg_terminate_backend($1)', row?.pid);
      await lockOf(tx, principalId);
      return isAlone(tx);
    }, 'one');
  const two = (): Promise<boolean> =>
    request(async (tx) => {
      await tell(tx, principalId);
      return isAlone(tx);
    }, 'two');
  const first = one();
  expect(await two()).toBe(true);
  await expect(first).rejects.toThrow(/onnection/);
  expect(await Promise.all([one(), two()])).toEqual([false, false]);
});
