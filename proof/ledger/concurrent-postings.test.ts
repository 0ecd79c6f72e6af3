import fc from 'fast-check';
import type { Account, Line } from '../../src/domain/effects';
import {
  accountName,
  bondAvailable,
  netChanges,
  platformFee,
  slashPool,
  stripeClearing,
  tickets,
  tradeBond,
  tradeEscrow,
  wallet,
} from '../../src/domain/ledger/accounts';
import { audit, checks } from '../../src/ledger/audit';
import { foldDeferredPostings } from '../../src/ledger/ledger';
import { freshDatabase, type TestDatabase } from '../../test/support/database';
import { balance, buy, Connection, journal, newId, postJournal, refusal } from '../../test/support/ledger';

let database: TestDatabase;
let clients: Connection[];
let auditor: Connection;

const CLIENTS = 40;
const client = (n: number): Connection => {
  const one = clients[n % CLIENTS];
  if (one === undefined) throw new Error('no such client');
  return one;
};
/** The ledger's own checks. I5 and I8 compare the ledger with trades, and this test has none. */
const ledgerChecks = checks.filter(({ id }) => ['I1', 'I2', 'I3', 'I4'].includes(id));

beforeAll(async () => {
  database = await freshDatabase();
  const { url } = database;
  clients = await Promise.all(Array.from({ length: CLIENTS }, () => Connection.open(url)));
  auditor = await Connection.open(url);
});
afterAll(async () => {
  await Promise.all([...clients, auditor].map((one) => one.close()));
  await database.drop();
});
afterEach(async () => {
  expect(await audit(auditor, ledgerChecks)).toEqual([]);
});

const count = (answers: readonly string[]) =>
  Object.fromEntries([...new Set(answers)].map((one) => [one, answers.filter((other) => other === one).length]));

// @spec LE5
// @id ledger-drain-to-remainder
test('40 clients drain an account to exactly its remainder', async () => {
  const [a, b] = [newId(), newId()];
  await buy(auditor, a, 1000n);
  const answers = await Promise.all(
    clients.map(async (one, n) => {
      const mine: string[] = [];
      // 40 × 5 × 7 = 1400 requested of 1000: 142 succeed and 6 remain.
      for (let i = 0; i < 5; i += 1) {
        const to = n % 2 === 0 ? tickets(b) : bondAvailable(a);
        mine.push(
          await refusal(
            postJournal(one, journal('bond_reserve', [{ debit: tickets(a), credit: to, amount: 7n }]), new Date()),
          ),
        );
      }
      return mine;
    }),
  );
  expect(count(answers.flat())).toEqual({ done: 142, '23514 no_overdraft': 58 });
  expect(await balance(auditor, tickets(a))).toBe(6n);
  expect((await balance(auditor, tickets(b))) + (await balance(auditor, bondAvailable(a)))).toBe(994n);
});

// @spec LE7
test('40 concurrent postings with one key make one journal', async () => {
  const a = newId();
  const lines = [{ debit: stripeClearing, credit: tickets(a), amount: 9n }];
  const answers = await Promise.all(
    clients.map((one) =>
      postJournal(one, journal('ticket_purchase', lines, { idemKey: `stripe:session:${a}` }), new Date()),
    ),
  );
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(new Set(answers.map(({ journalId }) => journalId)).size).toBe(1);
  expect(await balance(auditor, tickets(a))).toBe(9n);
});

test('40 concurrent postings with one key and different contents make one journal and 39 errors', async () => {
  const a = newId();
  const answers = await Promise.all(
    clients.map((one, n) => {
      const lines = [{ debit: stripeClearing, credit: tickets(a), amount: BigInt(n + 1) }];
      return refusal(
        postJournal(one, journal('ticket_purchase', lines, { idemKey: `stripe:session:${a}` }), new Date()),
      );
    }),
  );
  expect(count(answers)).toEqual({ done: 1, 'AT001 ledger_journal_idem_key': 39 });
});

test('40 clients create the same accounts in opposite orders without duplicates or deadlocks', async () => {
  const [a, b, c] = [newId(), newId(), newId()];
  const gift = (to: string) => ({ debit: stripeClearing, credit: tickets(to), amount: 1n });
  const answers = await Promise.all(
    clients.map((one, n) => {
      const lines = [gift(a), gift(b), gift(c)];
      return refusal(postJournal(one, journal('ticket_purchase', n % 2 === 0 ? lines : lines.reverse()), new Date()));
    }),
  );
  expect(count(answers)).toEqual({ done: 40 });
  expect([
    await balance(auditor, tickets(a)),
    await balance(auditor, tickets(b)),
    await balance(auditor, tickets(c)),
  ]).toEqual([40n, 40n, 40n]);
});

// @id ledger-transfers-in-circle
test('circular transfers in both directions never deadlock, because balances are locked in id order', async () => {
  const circle = [newId(), newId(), newId(), newId()];
  for (const one of circle) await buy(auditor, one, 10_000n);
  const answers = await Promise.all(
    clients.map(async (one, n) => {
      const mine: string[] = [];
      for (let i = 0; i < 8; i += 1) {
        const order = n % 2 === 0 ? circle : [...circle].reverse();
        const lines = order.map((from, k) => ({
          debit: tickets(from),
          credit: tickets(order[(k + 1) % 4] ?? ''),
          amount: 1n,
        }));
        mine.push(await refusal(postJournal(one, journal('bond_reserve', lines), new Date())));
      }
      return mine;
    }),
  );
  expect(count(answers.flat())).toEqual({ done: 320 });
  for (const one of circle) expect(await balance(auditor, tickets(one))).toBe(10_000n);
});

test('four workers fold during postings without losing or repeating an entry', async () => {
  const a = newId();
  const before = await balance(auditor, platformFee);
  await buy(auditor, a, 10_000n);
  const posting = clients.slice(4).map(async (one) => {
    for (let i = 0; i < 10; i += 1) {
      await postJournal(
        one,
        journal('listing_fee', [{ debit: tickets(a), credit: platformFee, amount: 3n }]),
        new Date(),
      );
    }
  });
  let done = false;
  const folding = clients.slice(0, 4).map(async (one) => {
    while (!done) await foldDeferredPostings(one, 7);
  });
  await Promise.all(posting);
  done = true;
  await Promise.all(folding);
  expect(await audit(auditor, ledgerChecks)).toEqual([]);
  while ((await foldDeferredPostings(auditor, 100)) > 0);
  expect((await balance(auditor, platformFee)) - before).toBe(36n * 10n * 3n);
});

// @id ledger-fold-exclusive
test('a running fold is skipped by other workers, and later postings wait for the next fold', async () => {
  const [first, second] = [client(0), client(1)];
  while ((await foldDeferredPostings(auditor, 100)) > 0);
  await buy(auditor, newId(), 100n);
  await first.sql('BEGIN');
  expect(await foldDeferredPostings(first, 100)).toBe(1);
  await buy(auditor, newId(), 50n);
  // A fold that waits for another one, instead of skipping it, fails here.
  await second.sql(`SET lock_timeout = '500ms'`);
  expect(await foldDeferredPostings(second, 100)).toBe(0);
  await first.sql('COMMIT');
  expect(await foldDeferredPostings(second, 100)).toBe(1);
  await second.sql('RESET lock_timeout');
  expect(await audit(auditor, ledgerChecks)).toEqual([]);
});

describe('random journals', () => {
  const people = Array.from({ length: 4 }, newId);
  const trade = newId();
  const owned = people.flatMap((p): Account[] => [
    tickets(p),
    bondAvailable(p),
    wallet(p),
    tradeBond(trade, p),
    tradeEscrow(trade, 1, p),
  ]);
  const accounts = [...owned, platformFee, slashPool, stripeClearing];
  const lineOf = fc
    .tuple(fc.nat(accounts.length - 1), fc.nat(accounts.length - 2), fc.bigInt(1n, 50n))
    .map(([from, step, amount]): Line => {
      const debit = accounts[from] ?? stripeClearing;
      return { debit, credit: accounts[(from + 1 + step) % accounts.length] ?? stripeClearing, amount };
    });

  // @spec LE4
  // @id ledger-sum-zero
  test('keep the sum at 0, match a model, and replay to the same balances before and after a fold', async () => {
    const model = new Map<string, bigint>();
    const seed = owned.map((credit): Line => ({ debit: stripeClearing, credit, amount: 60n }));
    const apply = (lines: readonly Line[]) => {
      for (const [name, change] of netChanges(lines)) model.set(name, (model.get(name) ?? 0n) + change);
    };
    /** Whether a principal's balance would be negative after some line, or a wallet's balance at the end. */
    const over = (lines: readonly Line[]) =>
      lines.some((_, i) =>
        [...netChanges(lines.slice(0, i + 1))].some(([name, change]) => {
          const floored = owned.some(
            (one) => accountName(one) === name && (one.kind !== 'wallet' || i === lines.length - 1),
          );
          return floored && (model.get(name) ?? 0n) + change < 0n;
        }),
      );
    await postJournal(auditor, journal('trade_bond', seed, { tradeId: trade }), new Date());
    apply(seed);
    await fc.assert(
      fc.asyncProperty(fc.array(lineOf, { minLength: 1, maxLength: 8 }), fc.nat(5), async (lines, folded) => {
        const expected = over(lines) ? '23514 no_overdraft' : 'done';
        expect(
          await refusal(
            postJournal(client(lines.length), journal('activation', lines, { tradeId: trade }), new Date()),
          ),
        ).toBe(expected);
        if (expected === 'done') apply(lines);
        await foldDeferredPostings(auditor, folded);
        expect(await audit(auditor, ledgerChecks)).toEqual([]);
      }),
      { numRuns: 150, endOnFailure: true },
    );
    while ((await foldDeferredPostings(auditor, 100)) > 0);
    for (const one of owned)
      expect([accountName(one), await balance(auditor, one)]).toEqual([accountName(one), model.get(accountName(one))]);
  });
});
