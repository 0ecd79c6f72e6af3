import { activate, mutate, type Party, publishContract, startTrade } from '../../../test/support/actors';
import { mutationRequest, type MutationRequest, calls, type Calls } from './call';
import type { TestBed } from './test-bed';
import { BALANCES, offerOf, profileName, type Scenario, TRADE } from './scenarios';

/** Calls of different principals that share one transaction. Each has its own key and answer. */

interface BatchContext {
  readonly testBed: TestBed;
  readonly reserve: (party: Party, amountStamps: number) => MutationRequest;
  readonly release: (party: Party, amountStamps: number) => MutationRequest;
  readonly agent: (party: Party) => MutationRequest['from'];
}

const INITIAL_BOND = 50;
/** One stamp more than a party has. */
const TOO_MUCH = 9_501;

function batchScenario(name: string, begin: (shared: BatchContext) => Promise<Calls>): Scenario {
  return {
    name,
    prepare: (testBed) => {
      const agent = (party: Party) => (url: string) => testBed.agent(url, party);
      const move = (field: string) => (party: Party, amountStamps: number) =>
        mutationRequest(agent(party), field, { amountStamps }, BALANCES);
      return begin({ testBed, agent, reserve: move('reserveBond'), release: move('releaseBond') });
    },
  };
}

/** Creates a principal with bond that it can release. */
async function partyWithBond(testBed: TestBed, name: string): Promise<Party> {
  const party = await testBed.party(name);
  await mutate(party.api, 'reserveBond', { amountStamps: INITIAL_BOND }, BALANCES);
  return party;
}

/** Two calls reserve bond, and a third releases bond. */
const threeBondMoves = (name: string, secondReserves: number): Scenario =>
  batchScenario(name, async ({ testBed, reserve, release }) => {
    const [first, second] = [await testBed.party('First'), await testBed.party('Second')];
    const third = await partyWithBond(testBed, 'Third');
    const all = [reserve(first, 40), reserve(second, secondReserves), release(third, 20)];
    return calls({ first, second, third }, all);
  });

/** One call locks other rows than the rest. */
const withTrade = batchScenario(
  'shared: reserveBond, activateTrade, releaseBond',
  async ({ testBed, agent, reserve, release }) => {
    const profile = profileName();
    const [provider, consumer] = [await testBed.party('Provider'), await testBed.party('Consumer')];
    const { tradeKey } = await startTrade(provider, consumer, { profile });
    const [first, third] = [await testBed.party('First'), await partyWithBond(testBed, 'Third')];
    const all = [
      reserve(first, 40),
      mutationRequest(agent(consumer), 'activateTrade', { tradeKey }, TRADE),
      release(third, 20),
    ];
    return calls({ first, provider, consumer, third }, all, { 'the profile': profile });
  },
);

/** One call publishes a listing. Two publications would get their ids in any order, so that no run equals another. */
const withListing = batchScenario(
  'shared: publishListing, reserveBond, releaseBond',
  async ({ testBed, agent, reserve, release }) => {
    const tradeProfile = profileName();
    const [first, second] = [await testBed.party('First'), await testBed.party('Second')];
    const third = await partyWithBond(testBed, 'Third');
    const input = offerOf(first, tradeProfile);
    const publish = mutationRequest(agent(first), 'publishListing', input, 'listing { listingKey state }');
    const all = [publish, reserve(second, 40), release(third, 20)];
    return calls({ first, second, third }, all, { 'the profile': tradeProfile });
  },
);

export const oneRefused = threeBondMoves('shared: reserveBond, reserveBond refused, releaseBond', TOO_MUCH);

export const batchScenarios: readonly Scenario[] = [
  threeBondMoves('shared: reserveBond, reserveBond, releaseBond', 41),
  oneRefused,
  withTrade,
  withListing,
];

/** Two calls of one principal, which never share a transaction. */
export const samePrincipal = batchScenario(
  'shared: reserveBond, reserveBond of one principal',
  async ({ testBed, reserve }) => {
    const first = await testBed.party('First');
    return calls({ first }, [reserve(first, 40), reserve(first, 41)]);
  },
);

/** Two trades without a common principal, which the settlement worker settles in one transaction. */
export const twoSettlements = batchScenario('settlement worker: two trades complete', async ({ testBed, agent }) => {
  const trades = [];
  for (const name of ['First', 'Second']) {
    const profile = profileName();
    const provider = await testBed.party(`${name}Provider`);
    const consumer = await testBed.party(`${name}Consumer`);
    const trade = await startTrade(provider, consumer, { profile });
    await activate(trade);
    await publishContract(trade);
    trades.push({ provider, consumer, profile, trade });
  }
  const roles = trades.flatMap(({ provider, consumer }, n) => [
    [`provider ${String(n)}`, provider] as const,
    [`consumer ${String(n)}`, consumer] as const,
  ]);
  return calls(
    Object.fromEntries(roles),
    trades.map(({ consumer, trade: { tradeKey } }) =>
      mutationRequest(agent(consumer), 'submitCheckpoint', { tradeKey, stepNo: 1, status: 'CONFIRMED' }, TRADE),
    ),
    Object.fromEntries(trades.map(({ profile }, n) => [`the profile ${String(n)}`, profile])),
    trades.map(({ trade: { tradeKey } }) => tradeKey),
  );
});
