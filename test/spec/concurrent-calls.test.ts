import { ApiError } from '../../src/client';
import { useTestApp } from '../support/app';
import { auditOf, termsOf, twoParties } from '../support/trades';
import { together } from '../support/concurrent-calls';
import {
  accept,
  activate,
  checkpoint,
  mutate,
  type Party,
  principal,
  propose,
  publishContract,
  type StartedTrade,
  startTrade,
} from '../support/actors';

/**
 * Pairs of calls that wait for the same row and then decide one after the other.
 * The second call must see the result of the first one: ARCHITECTURE.md, Lock order.
 */

const app = useTestApp({ ATS_ROLE: 'api' });
let provider: Party;
let consumer: Party;

beforeAll(async () => {
  ({ provider, consumer } = await twoParties(app));
});
afterEach(async () => {
  expect(await auditOf(app)).toEqual([]);
});

type Call = () => Promise<unknown>;

/** The refusal code of each call, or `done`, sorted. */
async function outcomes(key: string, calls: readonly Call[]): Promise<string[]> {
  const outcome = async (call: Call): Promise<string> => {
    try {
      await call();
      return 'done';
    } catch (error) {
      if (error instanceof ApiError) return error.code;
      throw error;
    }
  };
  const came = await together(
    app,
    key,
    calls.map((call) => () => outcome(call)),
  );
  return came.sort();
}

const twice = (call: Call): Call[] => [call, call];

async function started(...until: ((trade: StartedTrade) => Promise<unknown>)[]): Promise<StartedTrade> {
  const trade = await startTrade(provider, consumer);
  for (const move of until) await move(trade);
  return trade;
}

const active = (trade: StartedTrade) => activate(trade);
const published = (trade: StartedTrade) => publishContract(trade);
const failed = (trade: StartedTrade) => checkpoint(trade, { status: 'FAILED' });

describe('The second of two concurrent calls on a trade sees the result of the first', () => {
  test('activate: the price is taken once, and both calls return the active step', async () => {
    const trade = await started();
    const before = await principal<{ ticketBalanceStamps: number }>(consumer.api, 'ticketBalanceStamps');
    expect(await outcomes(trade.tradeKey, [() => activate(trade), () => activate(trade, provider)])).toEqual([
      'done',
      'done',
    ]);
    const after = await principal<{ ticketBalanceStamps: number }>(consumer.api, 'ticketBalanceStamps');
    expect(before.ticketBalanceStamps - after.ticketBalanceStamps).toBe(1010);
  });

  // @id publish-contract-races
  test('publish: one publishes the contract, the other is refused', async () => {
    const trade = await started(active);
    expect(
      await outcomes(
        trade.tradeKey,
        twice(() => publishContract(trade)),
      ),
    ).toEqual(['done', 'trade_state_conflict']);
  });

  // @spec ST17
  // @id checkpoint-races
  test('checkpoint: one verdict stands, confirmed or failed', async () => {
    const trade = await started(active, published);
    const calls = ['CONFIRMED', 'FAILED'].map((status) => () => checkpoint(trade, { status }));
    expect(await outcomes(trade.tradeKey, calls)).toEqual(['done', 'trade_state_conflict']);
  });

  test('rebuttal: at most one per step', async () => {
    const trade = await started(active, published, failed);
    const input = { tradeKey: trade.tradeKey, stepNo: 1, statement: 'It was delivered.' };
    const rebut = () => mutate(provider.api, 'fileRebuttal', input, 'step { rebuttalFiledAt }');
    expect(await outcomes(trade.tradeKey, twice(rebut))).toEqual(['done', 'trade_state_conflict']);
  });

  test('verdict: an operator’s verdict is recorded once', async () => {
    const trade = await started(active, published, failed);
    const calls = ['PASS', 'FAIL'].map((verdict) => () => {
      const input = { tradeKey: trade.tradeKey, verdict, reason: 'Looked at.' };
      return mutate(app.operator, 'evaluateTrade', input, 'trade { state }');
    });
    expect(await outcomes(trade.tradeKey, calls)).toEqual(['done', 'evaluation_state_conflict']);
  });

  test('withdraw: the trade is settled once', async () => {
    const trade = await started(active);
    const { tradeKey } = trade;
    const withdraw = () => mutate(provider.api, 'withdrawFromTrade', { tradeKey }, 'trade { state }');
    expect(await outcomes(tradeKey, twice(withdraw))).toEqual(['done', 'trade_state_conflict']);
  });

  test('settle: both calls return the one settlement', async () => {
    const trade = await started(active, published, (one) => checkpoint(one));
    const { tradeKey } = trade;
    const settle = () => mutate(app.operator, 'settleTrade', { tradeKey }, 'settlement { settlementKey }');
    const settled = await together(app, tradeKey, twice(settle));
    expect(settled[0]).toEqual(settled[1]);
    expect(settled[0]).toMatchObject({ settlement: { settlementKey: expect.stringMatching(/^stl_/) as string } });
  });
});

describe('The second of two concurrent calls on a proposal sees the result of the first', () => {
  const respond = (by: Party, input: object) =>
    mutate(by.api, 'respondToProposal', { ...input }, 'proposal { state currentRevision { revisionNo } }');

  // @id proposal-response-races
  test('respond: one response of a participant counts', async () => {
    const { proposalKey } = await propose(provider, consumer);
    const calls = twice(() => respond(provider, { proposalKey, decision: 'ACCEPT' }));
    expect(await outcomes(proposalKey, calls)).toEqual(['done', 'match_proposal_invalid_response']);
  });

  test('respond: the proposal is accepted when the last two participants accept', async () => {
    const { proposalKey } = await propose(provider, consumer);
    const calls = [provider, consumer].map((by) => () => respond(by, { proposalKey, decision: 'ACCEPT' }));
    const answers = await together(app, proposalKey, calls);
    expect(answers.map(({ proposal }) => (proposal as { state: string }).state).sort()).toEqual([
      'ACCEPTED',
      'PROPOSED',
    ]);
  });

  test('counter: each call starts its own revision', async () => {
    const { proposalKey } = await propose(provider, consumer);
    const calls = [provider, consumer].map((by, at) => {
      const terms = termsOf({ steps: [{ provider, consumer, price: 900 + at }] });
      return () => respond(by, { proposalKey, decision: 'COUNTER', terms });
    });
    const answers = await together(app, proposalKey, calls);
    const numbers = answers.map(
      ({ proposal }) => (proposal as { currentRevision: { revisionNo: number } }).currentRevision.revisionNo,
    );
    expect(numbers.sort()).toEqual([2, 3]);
  });

  test('create: there is one trade', async () => {
    const deal = await propose(provider, consumer);
    await accept(deal, provider, consumer);
    const { proposalKey } = deal;
    const calls = [provider, consumer].map(
      (by) => () => mutate(by.api, 'createTrade', { proposalKey }, 'trade { tradeKey }'),
    );
    expect(await outcomes(proposalKey, calls)).toEqual(['done', 'trade_state_conflict']);
  });
});

describe('Two concurrent changes both take effect', () => {
  // @id listing-update-races
  test('should keep both changes of a listing', async () => {
    const { listing } = await mutate<{ listing: { listingKey: string } }>(
      provider.api,
      'publishListing',
      {
        agentId: provider.agentId,
        tradeProfile: 'meeting.one',
        side: 'PROVIDE',
        title: 'Work',
        description: 'Some.',
        priceStamps: 10,
      },
      'listing { listingKey }',
    );
    const { listingKey } = listing;
    const update = (change: object) => () =>
      mutate(provider.api, 'updateListing', { listingKey, ...change }, 'listing { listingKey }');
    expect(await outcomes(listingKey, [update({ title: 'Better work' }), update({ priceStamps: 12 })])).toEqual([
      'done',
      'done',
    ]);
    const found = await principal(
      provider.api,
      'listing(listingKey: $key) { title priceStamps }',
      { key: listingKey },
      '($key: ID!)',
    );
    expect(found).toEqual({ listing: { title: 'Better work', priceStamps: 12 } });
  });

  test('should keep both changes of a principal: its name and its anchor', async () => {
    const { principalKey } = provider;
    const rename = () =>
      mutate(provider.owner, 'renamePrincipal', { principalKey, displayName: 'Renamed' }, 'principal { id }');
    const anchor = () =>
      mutate(app.operator, 'setEconomicAnchor', { principalKey, maxOpenTrades: 19 }, 'principal { id }');
    expect(await outcomes(principalKey, [rename, anchor])).toEqual(['done', 'done']);
    expect(await principal(provider.api, 'displayName economicAnchor { maxOpenTrades }')).toEqual({
      displayName: 'Renamed',
      economicAnchor: { maxOpenTrades: 19 },
    });
  });
});
