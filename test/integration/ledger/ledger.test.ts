import { keyOf } from '../../../src/domain/keys';
import {
  bondAvailable,
  platformFee,
  slashPool,
  stripeClearing,
  tickets,
  tradeBond,
  tradeEscrow,
  wallet,
} from '../../../src/domain/ledger/accounts';
import { balancesOf, foldDeferredPostings, haltLedger, ledgerHalt, walletBalance } from '../../../src/ledger/ledger';
import { journalJson } from '../../../src/database/sql/journal-json';
import { findPostings } from '../../../src/ledger/postings';
import { postingsOf, type PostingsRequest } from '../../support/postings';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { balance, buy, Connection, journal, newId, postJournal, refusal } from '../../support/ledger';
import { planOf } from '../../support/plan';

let database: TestDatabase;
let app: Connection;
let owner: Connection;
const at = new Date('2026-11-20T09:30:00.123Z');

beforeAll(async () => {
  database = await freshDatabase();
  app = await Connection.open(database.url);
  owner = await Connection.open(database.ownerUrl);
});
afterAll(async () => {
  await app.close();
  await owner.close();
  await database.drop();
});

test('a journal moves stamps from debit to credit, line by line', async () => {
  const [a, b] = [newId(), newId()];
  await buy(app, a, 100n);
  await postJournal(
    app,
    journal('bond_reserve', [
      { debit: tickets(a), credit: tickets(b), amount: 60n },
      { debit: tickets(b), credit: bondAvailable(b), amount: 25n },
      { debit: tickets(b), credit: tickets(a), amount: 5n },
    ]),
    at,
  );
  const balances = await balancesOf(app, [b, a, newId()]);
  expect(balances.get(a)).toEqual({ ticketStamps: 45n, bondAvailableStamps: 0n, bondReservedStamps: 0n });
  expect(balances.get(b)).toEqual({ ticketStamps: 30n, bondAvailableStamps: 25n, bondReservedStamps: 0n });
  expect([...balances.values()][2]).toEqual({ ticketStamps: 0n, bondAvailableStamps: 0n, bondReservedStamps: 0n });
});

test('balances are looked up, however many principals there are and whatever statistics say of them', async () => {
  const one = newId();
  await buy(app, one, 10n);
  const read = () => planOf(app, { text: 'SELECT * FROM principal_balances($1)', values: [[one]] });
  // The first call makes the plan, of tables that are all but empty.
  await read();
  for (let n = 0; n < 150; n += 1) await buy(app, newId(), 1n);
  expect((await read()).blocks).toBeLessThan(20);
});

// @spec LE7
test('the same key and content is the stored journal; another content is AT001', async () => {
  const principal = newId();
  const first = journal('ticket_purchase', [{ debit: stripeClearing, credit: tickets(principal), amount: 7n }]);
  expect(await postJournal(app, first, at)).toEqual({ journalId: first.journalId, replayed: false });
  expect(await postJournal(app, { ...first, journalId: newId() }, new Date())).toEqual({
    journalId: first.journalId,
    replayed: true,
  });
  const other = {
    ...first,
    journalId: newId(),
    lines: [{ debit: stripeClearing, credit: tickets(principal), amount: 8n }],
  };
  expect(await refusal(postJournal(app, other, at))).toBe('AT001 ledger_journal_idem_key');
  expect(await balance(app, tickets(principal))).toBe(7n);
});

test('zero lines are not written, and a journal without lines is an error', () => {
  const lines = [
    { debit: stripeClearing, credit: tickets(newId()), amount: 0n },
    { debit: stripeClearing, credit: tickets(newId()), amount: 3n },
  ];
  expect(journalJson(journal('ticket_purchase', lines)).lines).toHaveLength(1);
  expect(() => journalJson(journal('ticket_purchase', lines.slice(0, 1)))).toThrow('has no lines');
  expect(() =>
    journalJson(journal('ticket_purchase', [{ debit: stripeClearing, credit: tickets(newId()), amount: -1n }])),
  ).toThrow('-1 stamps');
});

test('a platform account waits for the fold and is never locked by a posting', async () => {
  const principal = newId();
  await buy(app, principal, 100n);
  await foldDeferredPostings(app, 1000);
  const before = await balance(app, platformFee);
  await owner.sql('BEGIN');
  await owner.sql(
    `SELECT FROM ledger_balance b JOIN ledger_account a USING (account_id) WHERE a.mode = 'deferred' FOR UPDATE OF b`,
  );
  const fee = journal('listing_fee', [{ debit: tickets(principal), credit: platformFee, amount: 10n }]);
  await postJournal(app, fee, at);
  expect(await foldDeferredPostings(app, 1000)).toBe(0);
  await owner.sql('ROLLBACK');
  expect(await balance(app, platformFee)).toBe(before);
  expect(await foldDeferredPostings(app, 1000)).toBe(1);
  expect(await balance(app, platformFee)).toBe(before + 10n);
  expect(await foldDeferredPostings(app, 1000)).toBe(0);
});

test('a fold takes no more than it is asked to', async () => {
  const principal = newId();
  for (let i = 0; i < 5; i += 1) await buy(app, principal, 1n);
  expect([
    await foldDeferredPostings(app, 3),
    await foldDeferredPostings(app, 3),
    await foldDeferredPostings(app, 3),
  ]).toEqual([3, 2, 0]);
});

// @spec SE32
test('a settlement that leaves stamps in its trade’s accounts is refused whole', async () => {
  const [tradeId, a, b] = [newId(), newId(), newId()];
  await buy(app, a, 100n);
  const reserve = [
    { debit: tickets(a), credit: tradeBond(tradeId, a), amount: 20n },
    { debit: tickets(a), credit: tradeEscrow(tradeId, 1, a), amount: 50n },
  ];
  await postJournal(app, journal('trade_bond', reserve, { tradeId }), at);
  const release = { debit: tradeBond(tradeId, a), credit: bondAvailable(a), amount: 20n };
  expect(await refusal(postJournal(app, journal('settlement', [release], { tradeId }), at))).toBe('AT005');
  expect(await balance(app, tradeBond(tradeId, a))).toBe(20n);
  const pay = { debit: tradeEscrow(tradeId, 1, a), credit: tickets(b), amount: 50n };
  await postJournal(app, journal('settlement', [release, pay], { tradeId }), at);
  expect([await balance(app, tickets(b)), await balance(app, bondAvailable(a))]).toEqual([50n, 20n]);
});

// @spec B6
test('a bond cannot be slashed for another trade', async () => {
  const [tradeId, other, a] = [newId(), newId(), newId()];
  await buy(app, a, 100n);
  await postJournal(
    app,
    journal('trade_bond', [{ debit: tickets(a), credit: tradeBond(tradeId, a), amount: 20n }], { tradeId }),
    at,
  );
  const slash = [{ debit: tradeBond(tradeId, a), credit: slashPool, amount: 20n }];
  expect(await refusal(postJournal(app, journal('settlement', slash, { tradeId: other }), at))).toBe('AT004');
  expect(await refusal(postJournal(app, journal('bond_release', slash), at))).toBe('AT004');
});

// @spec LE5
test('an overdraft is refused by PostgreSQL, whatever the order of lines, and nothing of the journal stays', async () => {
  const [a, b, human] = [newId(), newId(), newId()];
  await buy(app, a, 100n);
  const over = { debit: tickets(a), credit: tickets(b), amount: 101n };
  expect(await refusal(postJournal(app, journal('bond_reserve', [over]), at))).toBe('23514 no_overdraft');
  const back = { debit: tickets(b), credit: tickets(a), amount: 101n };
  expect(await refusal(postJournal(app, journal('bond_reserve', [over, back]), at))).toBe('23514 no_overdraft');
  const funds = [{ debit: wallet(human), credit: tickets(a), amount: 1n }];
  expect(await refusal(postJournal(app, journal('wallet_fund', funds), at))).toBe('23514 no_overdraft');
  expect([await balance(app, tickets(a)), await walletBalance(app, human)]).toEqual([100n, 0n]);
});

test('a principal’s balance never passes 2^53-1', async () => {
  const a = newId();
  await buy(app, a, 2n ** 53n - 1n);
  expect(await refusal(buy(app, a, 1n))).toBe('23514 ledger_balance_ceiling');
  expect(await balance(app, tickets(a))).toBe(2n ** 53n - 1n);
});

test('a halted ledger refuses to post and to fold until its owner lets it go on; the application can halt it', async () => {
  const a = newId();
  expect(await ledgerHalt(app)).toBeUndefined();
  await haltLedger(app, 'I1 is broken');
  await haltLedger(app, 'once more');
  expect((await ledgerHalt(app))?.reason).toBe('I1 is broken');
  expect(await refusal(buy(app, a, 1n))).toBe('AT002');
  expect(await refusal(foldDeferredPostings(app, 1))).toBe('AT002');
  expect(await refusal(app.sql('DELETE FROM ledger_halt'))).toBe('42501');
  await owner.sql('DELETE FROM ledger_halt');
  await buy(app, a, 1n);
});

describe('List ledger postings', () => {
  const [a, b, tradeId] = [newId(), newId(), newId()];
  const reserve = journal(
    'trade_bond',
    [
      { debit: bondAvailable(a), credit: tradeBond(tradeId, a), amount: 5n },
      { debit: tickets(a), credit: tradeBond(tradeId, a), amount: 15n },
      { debit: tickets(b), credit: tradeBond(tradeId, b), amount: 20n },
    ],
    { tradeId },
  );

  beforeAll(async () => {
    await buy(app, a, 1000n);
    await buy(app, b, 1000n);
    await postJournal(app, journal('bond_reserve', [{ debit: tickets(a), credit: bondAvailable(a), amount: 5n }]), at);
    await postJournal(app, reserve, at);
    await postJournal(
      app,
      journal(
        'activation',
        [
          { debit: tickets(a), credit: tradeEscrow(tradeId, 1, a), amount: 300n },
          { debit: tickets(a), credit: platformFee, amount: 3n },
        ],
        { tradeId },
      ),
      at,
    );
  });

  // @spec LE1, LE2
  test('response: recent postings, newest-first, of one’s own accounts alone', async () => {
    const all = await postingsOf(app, { principalId: a, limit: 50 });
    expect(all.map((one) => [one.account, one.amountStamps, one.balanceAfterStamps, one.kind, one.tradeId])).toEqual([
      ['tickets', -3n, 677n, 'activation', tradeId],
      ['escrow', 300n, 300n, 'activation', tradeId],
      ['tickets', -300n, 680n, 'activation', tradeId],
      ['bond_reserved', 15n, 20n, 'trade_bond', tradeId],
      ['tickets', -15n, 980n, 'trade_bond', tradeId],
      ['bond_reserved', 5n, 5n, 'trade_bond', tradeId],
      ['bond_available', -5n, 0n, 'trade_bond', tradeId],
      ['bond_available', 5n, 5n, 'bond_reserve', null],
      ['tickets', -5n, 995n, 'bond_reserve', null],
      ['tickets', 1000n, 1000n, 'ticket_purchase', null],
    ]);
    expect(all[3]?.createdAt).toEqual(at);
    expect(all[3]?.journalId).toBe(reserve.journalId);
  });

  test('bond_reserved_stamps is what the principal’s open trades hold', async () => {
    const one = await Connection.open(database.url);
    try {
      // Stands before the real table, whose rows need a whole market around them.
      await one.sql('CREATE TEMP TABLE trade_participant (trade_id uuid, principal_id uuid, open boolean)');
      await one.sql('INSERT INTO trade_participant VALUES ($1, $2, true), ($3, $2, true)', tradeId, a, newId());
      expect((await balancesOf(one, [a])).get(a)).toEqual({
        ticketStamps: 677n,
        bondAvailableStamps: 0n,
        bondReservedStamps: 20n,
      });
    } finally {
      await one.close();
    }
  });

  test('pages forward and backward meet without a gap or a repetition', async () => {
    const all = await postingsOf(app, { principalId: a, limit: 50 });
    const page = (request: Partial<PostingsRequest>) => postingsOf(app, { principalId: a, limit: 3, ...request });
    for (const [i, { postingId: at }] of all.entries()) {
      expect(await page({ after: at })).toEqual(all.slice(i + 1, i + 4));
      expect(await page({ after: at, backward: true })).toEqual(all.slice(i + 1).slice(-3));
      expect(await page({ before: at })).toEqual(all.slice(0, Math.min(i, 3)));
      expect(await page({ before: at, backward: true })).toEqual(all.slice(Math.max(0, i - 3), i));
      const before = all.at(-2)?.postingId;
      expect(await page({ after: at, before })).toEqual(all.slice(i + 1, -2).slice(0, 3));
      expect(await page({ after: at, before, backward: true })).toEqual(all.slice(i + 1, -2).slice(-3));
    }
    expect(await postingsOf(app, { principalId: a, limit: 4, backward: true })).toEqual(all.slice(-4));
    expect(await postingsOf(app, { principalId: a, limit: 4, after: newId() })).toEqual([]);
  });

  test('a posting is found by its key, which belongs to it alone', async () => {
    const all = [
      ...(await postingsOf(app, { principalId: a, limit: 50 })),
      ...(await postingsOf(app, { principalId: b, limit: 50 })),
    ];
    for (const one of all) expect(await findPostings(app, [one.postingId])).toEqual([one]);
    expect(new Set(all.map((one) => keyOf('pst', one.postingId))).size).toBe(all.length);
    expect(await findPostings(app, [newId()])).toEqual([]);
    // The platform's side of the fee is no principal's.
    const fee = all.find((one) => one.amountStamps === -3n)?.postingId ?? '';
    const [platformSide] = await app.sql<{ id: string }>(`SELECT ledger_entry_uuid($1, 2, 1) AS id`, fee);
    expect(await findPostings(app, [platformSide?.id ?? ''])).toEqual([]);
  });
});
