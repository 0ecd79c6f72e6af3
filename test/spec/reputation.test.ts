import { keyOf } from '../../src/domain/keys';
import { startTestApp, type TestApp } from '../support/app';
import { auditOf, fundedParties } from '../support/trades';
import { refused } from '../support/market';
import { newId } from '../support/ledger';
import {
  activate,
  checkpoint,
  mutate,
  type Party,
  propose,
  publishContract,
  settled,
  startTrade,
  type StartedTrade,
} from '../support/actors';

/** Reputation: figures of settled trades in which every participant had a bond. */

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ ATS_ROLE: 'api' });
});
afterAll(async () => {
  expect(await auditOf(app)).toEqual([]);
  await app.stop();
});

const FIGURES = `settledTrades counterparties faults { failureClass count }
  disputes { raised won lost unruled } feesPaidStamps firstTradeAt asOf`;

interface Figures {
  readonly settledTrades: number;
  readonly counterparties: number;
  readonly faults: readonly object[];
  readonly disputes: object;
  readonly feesPaidStamps: number;
  readonly firstTradeAt: string | null;
  readonly asOf: string;
}

async function reputation(of: Party, by: Party = of): Promise<Figures> {
  const document = `{ publicPrincipal(principalKey: "${of.principalKey}") { reputation { ${FIGURES} } } }`;
  return (await by.api.queryOrThrow<{ publicPrincipal: { reputation: Figures } }>(document)).publicPrincipal.reputation;
}

const settle = async ({ tradeKey }: StartedTrade): Promise<void> => {
  await mutate(app.operator, 'settleTrade', { tradeKey }, 'trade { state }');
};

async function complete(provider: Party, consumer: Party): Promise<StartedTrade> {
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  await publishContract(trade);
  await checkpoint(trade);
  await settle(trade);
  return trade;
}

async function withdraw(provider: Party, consumer: Party): Promise<void> {
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  await mutate(provider.api, 'withdrawFromTrade', { tradeKey: trade.tradeKey }, 'trade { state }');
}

const NO_DISPUTES = { raised: 0, won: 0, lost: 0, unruled: 0 };

// @spec RP1
test('A settled trade changes the reputation of both sides, and an open trade changes none', async () => {
  const [provider, consumer] = (await fundedParties(app, 'Provider', 'Consumer')) as [Party, Party];
  const none = {
    settledTrades: 0,
    counterparties: 0,
    faults: [],
    disputes: NO_DISPUTES,
    feesPaidStamps: 0,
    firstTradeAt: null,
  };
  expect(await reputation(provider, consumer)).toMatchObject(none);
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  await publishContract(trade);
  await checkpoint(trade);
  expect(await reputation(provider, consumer)).toMatchObject(none);
  await settle(trade);
  const first = await reputation(provider, consumer);
  expect(first).toMatchObject({
    ...none,
    settledTrades: 1,
    counterparties: 1,
    firstTradeAt: expect.any(String) as string,
  });
  expect(Date.parse(first.asOf)).toBeGreaterThanOrEqual(Date.parse(first.firstTradeAt ?? ''));
  const { own } = (await settled(trade, consumer)) as { own: { feesStamps: number } };
  expect(own.feesStamps).toBeGreaterThan(0);
  const paid = { settledTrades: 1, counterparties: 1, feesPaidStamps: own.feesStamps };
  expect(await reputation(consumer)).toMatchObject({ ...paid, firstTradeAt: first.firstTradeAt });
  await complete(provider, consumer);
  expect(await reputation(provider)).toMatchObject({
    settledTrades: 2,
    counterparties: 1,
    firstTradeAt: first.firstTradeAt,
  });
});

// @spec RP2
test('A fault counts for the principal at fault alone, by its class', async () => {
  const [provider, consumer] = (await fundedParties(app, 'Provider', 'Consumer')) as [Party, Party];
  await withdraw(provider, consumer);
  await withdraw(provider, consumer);
  const late = await startTrade(provider, consumer);
  await activate(late);
  app.clock.advance(86_401);
  await settle(late);
  const faults = [
    { failureClass: 'F1', count: 1 },
    { failureClass: 'F4', count: 2 },
  ];
  expect(await reputation(provider, consumer)).toMatchObject({ settledTrades: 3, faults, disputes: NO_DISPUTES });
  expect(await reputation(consumer)).toMatchObject({ settledTrades: 3, faults: [] });
});

/** A trade whose checkpoint failed and was rebutted, after the ruling or without one. */
async function disputed(provider: Party, consumer: Party, verdict?: 'PASS' | 'FAIL'): Promise<void> {
  const trade = await startTrade(provider, consumer);
  const { tradeKey } = trade;
  await activate(trade);
  await publishContract(trade);
  await checkpoint(trade, { status: 'FAILED' });
  await mutate(provider.api, 'fileRebuttal', { tradeKey, stepNo: 1, statement: 'It is there.' }, 'step { state }');
  if (verdict) await mutate(app.operator, 'evaluateTrade', { tradeKey, verdict, reason: 'Seen.' }, 'trade { state }');
  else app.clock.advance(14 * 86_400 + 1);
  await settle(trade);
}

// @spec RP3
test('A dispute counts for both sides: won, lost or unruled', async () => {
  const [provider, consumer] = (await fundedParties(app, 'Provider', 'Consumer')) as [Party, Party];
  await disputed(provider, consumer, 'PASS');
  await disputed(provider, consumer, 'PASS');
  await disputed(provider, consumer, 'FAIL');
  await disputed(provider, consumer);
  expect((await reputation(provider)).disputes).toEqual({ raised: 4, won: 2, lost: 1, unruled: 1 });
  expect((await reputation(consumer)).disputes).toEqual({ raised: 4, won: 1, lost: 2, unruled: 1 });
  expect((await reputation(consumer)).faults).toEqual([{ failureClass: 'F5', count: 2 }]);
});

/** Binds another owner to the principal. */
async function shareOwner(of: Party, subject: string): Promise<void> {
  const binding = { principalKey: of.principalKey, provider: 'test', subject, role: 'OWNER' };
  await mutate(of.owner, 'putBinding', binding, 'binding { role }');
}

async function removeOwner(of: Party, by: Party): Promise<void> {
  const bindings = `{ principal(principalKey: "${of.principalKey}") { bindings { nodes { bindingId subject } } } }`;
  const read = await by.owner.queryOrThrow<{
    principal: { bindings: { nodes: { bindingId: string; subject: string }[] } };
  }>(bindings);
  const own = read.principal.bindings.nodes.find(({ subject }) => subject === of.subject);
  const input = { principalKey: of.principalKey, bindingId: own?.bindingId };
  await mutate(by.owner, 'removeBinding', input, 'binding { role }');
}

// @spec RP4
test('A ring of one human’s principals counts as one counterparty', async () => {
  const [seller, ...ring] = (await fundedParties(app, 'Seller', 'One', 'Two', 'Three')) as [Party, Party, Party, Party];
  const [head, ...others] = ring;
  for (const member of others) {
    await shareOwner(member, head.subject);
    await removeOwner(member, { ...member, owner: head.owner });
  }
  for (const buyer of ring) await complete(seller, buyer);
  expect(await reputation(seller)).toMatchObject({ settledTrades: 3, counterparties: 1 });
  const [other] = (await fundedParties(app, 'Other')) as [Party];
  await complete(seller, other);
  expect(await reputation(seller)).toMatchObject({ settledTrades: 4, counterparties: 2 });
});

// @spec RP4
test('A participant that shares an owner at the settlement is no counterparty, and later owners change no figure', async () => {
  const [provider, consumer] = (await fundedParties(app, 'Provider', 'Consumer')) as [Party, Party];
  const trade = await startTrade(provider, consumer);
  await shareOwner(consumer, provider.subject);
  await activate(trade);
  await publishContract(trade);
  await checkpoint(trade);
  await settle(trade);
  for (const party of [provider, consumer]) {
    expect(await reputation(party)).toMatchObject({ settledTrades: 1, counterparties: 0 });
  }
  const [seller, buyer] = (await fundedParties(app, 'Seller', 'Buyer')) as [Party, Party];
  await complete(seller, buyer);
  await shareOwner(buyer, seller.subject);
  expect(await reputation(seller)).toMatchObject({ settledTrades: 1, counterparties: 1 });
});

// @spec SE65
test('A provider that makes the human of the consumer its owner still compensates the consumer', async () => {
  const [provider, consumer] = (await fundedParties(app, 'Provider', 'Consumer')) as [Party, Party];
  const trade = await startTrade(provider, consumer);
  await shareOwner(provider, consumer.subject);
  await activate(trade);
  await mutate(provider.api, 'withdrawFromTrade', { tradeKey: trade.tradeKey }, 'trade { state }');
  const { slashAmount, comp } = await settled(trade);
  expect(comp).toMatchObject([{ principalKey: consumer.principalKey, amount: slashAmount }]);
});

// @spec RP6
test('A match run with min_settled_trades leaves out principals with fewer settled trades', async () => {
  const parties = (await fundedParties(app, 'Veteran', 'Newcomer', 'Buyer')) as [Party, Party, Party];
  const [veteran, newcomer, buyer] = parties;
  await complete(veteran, buyer);
  const tradeProfile = `test.${newId()}`;
  const listing = { tradeProfile, title: 'Work', tags: ['work'] };
  for (const [party, priceStamps] of [
    [veteran, 900],
    [newcomer, 100],
  ] as const) {
    const offer = { ...listing, side: 'PROVIDE', agentId: party.agentId, priceStamps };
    await mutate(party.api, 'publishListing', offer, 'listing { listingKey }');
  }
  const wanted = { ...listing, side: 'CONSUME', agentId: buyer.agentId, priceStamps: 1000 };
  const { listing: made } = await mutate<{ listing: { listingKey: string } }>(
    buyer.api,
    'publishListing',
    wanted,
    'listing { listingKey }',
  );
  const run = async (minSettledTrades: number | null) => {
    const answer = await mutate<{ matchRun: { candidatesConsidered: number; proposals: { listings: object[] }[] } }>(
      buyer.api,
      'runMatch',
      { listingKey: made.listingKey, minSettledTrades },
      'matchRun { candidatesConsidered proposals { listings { principal { displayName } } } }',
    );
    return answer.matchRun;
  };
  expect(await run(2)).toEqual({ candidatesConsidered: 0, proposals: [] });
  const found = await run(1);
  expect(found.candidatesConsidered).toBe(1);
  expect(JSON.stringify(found.proposals)).toContain('Veteran');
  expect(JSON.stringify(found.proposals)).not.toContain('Newcomer');
  expect(JSON.stringify((await run(null)).proposals)).toContain('Newcomer');
  for (const wrong of [-1, 1_000_001]) {
    expect(await refused(run(wrong))).toMatchObject({ fields: [{ path: ['input', 'minSettledTrades'] }] });
  }
});

// @spec RP5
test('Every place that shows a principal shows its reputation, to any signed caller', async () => {
  const [provider, consumer, other] = (await fundedParties(app, 'Provider', 'Consumer', 'Other')) as [
    Party,
    Party,
    Party,
  ];
  await complete(provider, consumer);
  const { proposalKey } = await propose(provider, consumer);
  interface ProposalAnswer {
    readonly principal: {
      readonly proposal: { readonly currentRevision: { readonly participants: readonly object[] } };
    };
  }
  const { principal } = await consumer.api.queryOrThrow<ProposalAnswer>(
    `{ principal { proposal(proposalKey: "${proposalKey}") { currentRevision { participants {
      principal { displayName reputation { settledTrades } } } } } } }`,
  );
  const { participants } = principal.proposal.currentRevision;
  expect(participants).toHaveLength(2);
  for (const displayName of ['Provider', 'Consumer']) {
    expect(participants).toContainEqual({ principal: { displayName, reputation: { settledTrades: 1 } } });
  }
  expect(await reputation(provider, other)).toMatchObject({ settledTrades: 1 });
  const unknown = `{ publicPrincipal(principalKey: "${keyOf('prn', newId())}") { reputation { settledTrades } } }`;
  expect(await refused(other.api.queryOrThrow(unknown))).toMatchObject({ code: 'principal_not_found' });
});

// @spec RP1
test('A trade without a bond counts for no reputation', async () => {
  const free = await startTestApp({ ATS_ROLE: 'api', ATS_BOND_BPS: '0' });
  try {
    const [provider, consumer] = (await fundedParties(free, 'Provider', 'Consumer')) as [Party, Party];
    await withdraw(provider, consumer);
    for (const party of [provider, consumer]) {
      expect(await reputation(party)).toMatchObject({ settledTrades: 0, counterparties: 0, faults: [] });
    }
    expect(await auditOf(free)).toEqual([]);
  } finally {
    await free.stop();
  }
});
