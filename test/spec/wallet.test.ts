import { idOf } from '../../src/domain/keys';
import { stripeClearing, wallet } from '../../src/domain/ledger/accounts';
import type { Client } from '../../src/client';
import { audit } from '../../src/ledger/audit';
import { useTestApp } from '../support/app';
import { journal, postJournal } from '../support/ledger';
import { codeOf, mutate, type ProvisionedParty, provisioned, refusalOf, withOwnerConnection } from '../support/parties';
import { until } from '../support/actors';
import { WAITING } from '../support/waiting';

/** Specification "Fund principal from wallet" and "Return principal funds to wallet". */
const app = useTestApp();

/** Runs the audit and drops findings about purchases that the tests insert without a session. */
const unsound = async () => (await withOwnerConnection(app, audit)).filter(({ check }) => check !== 'I7');

interface Moved {
  readonly transferKey: string;
  readonly principal: { readonly ticketBalanceStamps: number };
  readonly walletBalanceStamps: number;
}
const MOVED = 'transferKey principal { ticketBalanceStamps } walletBalanceStamps';
const fund = (owner: Client, principalKey: string, amountStamps: number, key?: string): Promise<Moved> =>
  mutate<Moved>(owner, 'fundPrincipal', { principalKey, amountStamps }, MOVED, key);
const returnToWallet = (owner: Client, principalKey: string, amountStamps: number): Promise<Moved> =>
  mutate<Moved>(owner, 'returnFunds', { principalKey, amountStamps }, MOVED);

const walletOf = async (owner: Client): Promise<number> =>
  (await owner.queryOrThrow<{ wallet: { balanceStamps: number } }>('{ wallet { balanceStamps } }')).wallet
    .balanceStamps;
const ticketsOf = async ({ agent }: ProvisionedParty): Promise<number> =>
  (await agent.queryOrThrow<{ principal: { ticketBalanceStamps: number } }>('{ principal { ticketBalanceStamps } }'))
    .principal.ticketBalanceStamps;

let people = 0;

/** A principal and its owner's wallet, with stamps in both. */
async function rich(inWallet: bigint, inTickets = 0n): Promise<ProvisionedParty & { readonly subject: string }> {
  const subject = `saver-${String((people += 1))}`;
  const party = await provisioned(app, subject, inTickets);
  const [human] = await app.sql<{ human_id: string }>('SELECT human_id FROM human WHERE subject = $1', [subject]);
  const lines = [{ debit: stripeClearing, credit: wallet(human?.human_id ?? ''), amount: inWallet }];
  if (inWallet > 0n)
    await withOwnerConnection(app, (db) => postJournal(db, journal('ticket_purchase', lines), new Date()));
  return { ...party, subject };
}

// @spec G18
test('the postings of a wallet are selected by their kind and by its account', async () => {
  const { owner, principalKey } = await rich(100n);
  await fund(owner, principalKey, 60);
  const of = async (filter: string) => {
    const text = `{ wallet { postings(filter: ${filter}) { nodes { kind amountStamps } } } }`;
    const { wallet: found } = await owner.queryOrThrow<{ wallet: { postings: { nodes: object[] } } }>(text);
    return found.postings.nodes;
  };
  const [bought, moved] = [
    { kind: 'TICKET_PURCHASE', amountStamps: 100 },
    { kind: 'WALLET_FUND', amountStamps: -60 },
  ];
  expect(await of('{ accounts: [WALLET] }')).toEqual([moved, bought]);
  expect(await of('{ accounts: [TICKETS] }')).toEqual([]);
  expect(await of('{ kinds: [WALLET_FUND] }')).toEqual([moved]);
  expect(await of('{ kinds: [TICKET_PURCHASE, WALLET_FUND], accounts: [WALLET] }')).toEqual([moved, bought]);
});

describe('Funding', () => {
  // @spec W1, W2
  test('debits the acting human’s wallet and credits the principal, to the last stamp, and back', async () => {
    const { owner, principalKey } = await rich(100n);
    const funded = await fund(owner, principalKey, 60);
    expect(funded).toMatchObject({ principal: { ticketBalanceStamps: 60 }, walletBalanceStamps: 40 });
    expect(await fund(owner, principalKey, 40)).toMatchObject({ walletBalanceStamps: 0 });
    const back = await returnToWallet(owner, principalKey, 100);
    expect(back).toMatchObject({ principal: { ticketBalanceStamps: 0 }, walletBalanceStamps: 100 });
    expect(await walletOf(owner)).toBe(100);
  });

  // @spec W3, LE1
  test('is one balanced journal each way, which the principal’s postings name', async () => {
    const party = await rich(100n);
    const there = await fund(party.owner, party.principalKey, 30);
    const back = await returnToWallet(party.owner, party.principalKey, 10);
    const { principal } = await party.agent.queryOrThrow<{ principal: { postings: { nodes: unknown[] } } }>(
      '{ principal { postings { nodes { transferKey kind account amountStamps balanceAfterStamps tradeKey } } } }',
    );
    expect(principal.postings.nodes).toEqual([
      posting(back.transferKey, 'WALLET_RETURN', -10, 20),
      posting(there.transferKey, 'WALLET_FUND', 30, 30),
    ]);
    const lines = await app.sql<{ kind: string; amount: string; debit: string; credit: string }>(
      `SELECT j.kind, p.amount, d.kind AS debit, c.kind AS credit FROM ledger_journal j JOIN ledger_posting p USING (journal_id)
       JOIN ledger_account d ON d.account_id = p.debit_account_id JOIN ledger_account c ON c.account_id = p.credit_account_id
       WHERE j.journal_id = ANY ($1) ORDER BY j.kind`,
      [[there, back].map(({ transferKey }) => idOf('xfr', transferKey))],
    );
    expect(lines).toEqual([
      { kind: 'wallet_fund', amount: '30', debit: 'wallet', credit: 'ticket' },
      { kind: 'wallet_return', amount: '10', debit: 'ticket', credit: 'wallet' },
    ]);
  });

  // @spec LE3, G7
  test('is in a list of postings that pages both ways from either cursor', async () => {
    const party = await rich(100n);
    for (const stamps of [1, 2, 3, 4, 5, 6]) await fund(party.owner, party.principalKey, stamps);
    const page = async (args: string) => {
      const text = `{ principal { postings(${args}) { edges { cursor node { amountStamps } } pageInfo { hasNextPage hasPreviousPage } } } }`;
      const { principal } = await party.agent.queryOrThrow<{
        principal: { postings: { edges: { cursor: string; node: { amountStamps: number } }[]; pageInfo: object } };
      }>(text);
      const { edges, pageInfo } = principal.postings;
      return {
        cursors: edges.map((edge) => edge.cursor),
        stamps: edges.map((edge) => edge.node.amountStamps),
        pageInfo,
      };
    };
    const { cursors, stamps } = await page('first: 50');
    expect(stamps).toEqual([6, 5, 4, 3, 2, 1]);
    const at = (stampsThere: number) => JSON.stringify(cursors[6 - stampsThere]);
    const info = (hasNextPage: boolean, hasPreviousPage: boolean) => ({ pageInfo: { hasNextPage, hasPreviousPage } });
    expect(await page(`first: 2, after: ${at(5)}`)).toMatchObject({ stamps: [4, 3], ...info(true, true) });
    expect(await page(`first: 2, before: ${at(3)}`)).toMatchObject({ stamps: [6, 5], ...info(true, false) });
    expect(await page(`last: 2, before: ${at(3)}`)).toMatchObject({ stamps: [5, 4], ...info(true, true) });
    expect(await page(`last: 2, after: ${at(5)}`)).toMatchObject({ stamps: [2, 1], ...info(false, true) });
    expect(await page(`first: 2, after: ${at(6)}, before: ${at(2)}`)).toMatchObject({ stamps: [5, 4] });
    expect(await page(`last: 2, after: ${at(6)}, before: ${at(2)}`)).toMatchObject({ stamps: [4, 3] });
    expect(await page(`first: 2, after: ${at(1)}`)).toMatchObject({ stamps: [], ...info(false, true) });
  });

  // @spec W6
  test('is 402 wallet_insufficient_balance if the wallet, or on return the tickets, are short; nothing moves', async () => {
    const party = await rich(50n, 20n);
    const short = { status: 402, code: 'wallet_insufficient_balance' };
    expect(await refusalOf(fund(party.owner, party.principalKey, 51))).toMatchObject({
      ...short,
      requiredStamps: 51,
      availableStamps: 50,
    });
    expect(await refusalOf(returnToWallet(party.owner, party.principalKey, 21))).toMatchObject({
      ...short,
      requiredStamps: 21,
      availableStamps: 20,
    });
    expect([await walletOf(party.owner), await ticketsOf(party)]).toEqual([50, 20]);
  });

  // @spec W9
  test('should never take bond', async () => {
    const party = await rich(0n, 100n);
    await mutate(party.agent, 'reserveBond', { amountStamps: 70 }, 'principal { id }');
    expect(await codeOf(returnToWallet(party.owner, party.principalKey, 31))).toBe('wallet_insufficient_balance');
    expect(await returnToWallet(party.owner, party.principalKey, 30)).toMatchObject({ walletBalanceStamps: 30 });
  });

  test('should answer 400 validation_failed for less than one stamp', async () => {
    const { owner, principalKey } = await rich(10n);
    for (const amount of [0, -1, 1.5]) {
      expect(await codeOf(fund(owner, principalKey, amount))).toBe('validation_failed');
      expect(await codeOf(returnToWallet(owner, principalKey, amount))).toBe('validation_failed');
    }
  });

  test('takes effect once under one key, and may occur several times in one request', async () => {
    const { owner, principalKey } = await rich(100n);
    const first = await fund(owner, principalKey, 10, 'the-same');
    expect(await fund(owner, principalKey, 10, 'the-same')).toEqual(first);
    expect(await walletOf(owner)).toBe(90);
    const both = (amount: number) =>
      owner.mutate(`mutation {
      a: fundPrincipal(input: { principalKey: "${principalKey}", amountStamps: 50 }) { walletBalanceStamps }
      b: fundPrincipal(input: { principalKey: "${principalKey}", amountStamps: ${String(amount)} }) { walletBalanceStamps } }`);
    expect(await codeOf(both(41))).toBe('wallet_insufficient_balance');
    expect(await walletOf(owner)).toBe(90);
    expect(await both(40)).toEqual({ a: { walletBalanceStamps: 40 }, b: { walletBalanceStamps: 0 } });
  });

  // @spec W7
  test('moves the acting human’s own wallet: two owners have one each', async () => {
    const ann = await rich(100n);
    const bob = await rich(7n);
    const input = { principalKey: ann.principalKey, provider: 'test', subject: bob.subject, role: 'OWNER' };
    await mutate(ann.owner, 'putBinding', input, 'binding { id }');
    expect(await fund(bob.owner, ann.principalKey, 5)).toMatchObject({ walletBalanceStamps: 2 });
    expect(await returnToWallet(ann.owner, ann.principalKey, 5)).toMatchObject({ walletBalanceStamps: 105 });
    expect(await walletOf(bob.owner)).toBe(2);
  });
});

// @id removed-owner-wallet
test('An owner who is removed during the request moves nothing', async () => {
  const ann = await rich(0n, 50n);
  const bob = await rich(0n);
  const input = { principalKey: ann.principalKey, provider: 'test', subject: bob.subject, role: 'OWNER' };
  const { binding } = await mutate<{ binding: { id: string } }>(ann.owner, 'putBinding', input, 'binding { id }');
  await app.sql('BEGIN');
  await app.sql('SELECT FROM principal WHERE principal_id = $1 FOR UPDATE', [idOf('prn', ann.principalKey)]);
  const moving = codeOf(returnToWallet(bob.owner, ann.principalKey, 50));
  await until(
    () => app.sql(WAITING),
    (locks) => locks.length > 0,
  );
  const [removed] = await app.sql('DELETE FROM binding WHERE binding_id = $1 RETURNING *', [idOf('bnd', binding.id)]);
  await app.sql('COMMIT');
  expect(await moving).toBe('principal_access_denied');
  // The audit would find a binding that disappears without a fact.
  await app.sql('INSERT INTO binding SELECT * FROM jsonb_populate_record(NULL::binding, $1)', [
    JSON.stringify(removed),
  ]);
  expect([await ticketsOf(ann), await walletOf(bob.owner)]).toEqual([50, 0]);
});

describe('Concurrent draining', () => {
  // @spec W8
  test('should never take a wallet below zero', async () => {
    const { owner, principalKey } = await rich(100n);
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(fund(owner, principalKey, 9))));
    expect(codes.filter((code) => code === 'done')).toHaveLength(11);
    expect(new Set(codes)).toEqual(new Set(['done', 'wallet_insufficient_balance']));
    expect(await walletOf(owner)).toBe(1);
  });

  test('should end at the exact balance with one wallet and several principals, and one principal and several owners', async () => {
    const ann = await rich(50n, 50n);
    const others = [await rich(50n, 50n), await rich(50n, 50n)];
    const owners = [ann, ...others];
    for (const party of owners) {
      for (const { subject } of owners.filter((one) => one !== party)) {
        const input = { principalKey: party.principalKey, provider: 'test', subject, role: 'OWNER' };
        await mutate(party.owner, 'putBinding', input, 'binding { id }');
      }
    }
    const moves = owners.flatMap(({ owner }) =>
      owners.flatMap(({ principalKey }) => [
        codeOf(fund(owner, principalKey, 17)),
        codeOf(returnToWallet(owner, principalKey, 23)),
        codeOf(fund(owner, principalKey, 29)),
      ]),
    );
    for (const code of await Promise.all(moves)) expect(['done', 'wallet_insufficient_balance']).toContain(code);
    const left = await Promise.all(owners.map(async (one) => (await walletOf(one.owner)) + (await ticketsOf(one))));
    expect(left.reduce((sum, one) => sum + one)).toBe(300);
    expect(await unsound()).toEqual([]);
  });
});

// @spec TK15
test('Tickets bought for the wallet are credited to the acting human, and fund a principal', async () => {
  const { owner, principalKey, agent } = await rich(0n);
  const { purchase } = await mutate<{ purchase: { sessionId: string; checkoutUrl: string; principalKey: null } }>(
    owner,
    'purchaseTickets',
    { pack: 'STARTER', to: 'WALLET' },
    'purchase { sessionId checkoutUrl principalKey }',
  );
  expect(purchase.principalKey).toBeNull();
  await fetch(purchase.checkoutUrl, { method: 'POST', redirect: 'manual' });
  await until(
    () => walletOf(owner),
    (stamps) => stamps === 1000,
  );
  expect(await fund(owner, principalKey, 1000)).toMatchObject({
    principal: { ticketBalanceStamps: 1000 },
    walletBalanceStamps: 0,
  });
  expect(await mutate(agent, 'reserveBond', { amountStamps: 1000 }, 'principal { bondAvailableStamps }')).toEqual({
    principal: { bondAvailableStamps: 1000 },
  });
});

function posting(transferKey: string, kind: string, amountStamps: number, balanceAfterStamps: number) {
  return { transferKey, kind, account: 'TICKETS', amountStamps, balanceAfterStamps, tradeKey: null };
}
