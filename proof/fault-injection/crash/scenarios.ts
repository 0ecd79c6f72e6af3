import { randomUUID } from 'node:crypto';
import { deliver, sessionEvent } from '../../../test/support/payments';
import {
  accept,
  activate,
  checkpoint,
  mutate,
  type Party,
  propose,
  publishContract,
  publishListing,
  type StartedTrade,
  startTrade,
} from '../../../test/support/actors';
import { mutationRequest, call, type Calls, createParties, type Parties, type Send, subjectOf } from './call';
import type { TestBed } from './test-bed';

/** A scenario for every mutation that moves stamps or decides who gets them. */

export interface Scenario {
  readonly name: string;
  /** Creates new principals and brings them to the moment before the mutation. */
  prepare(testBed: TestBed): Promise<Calls>;
}

type Agent = (party: Party) => (url: string) => ReturnType<TestBed['agent']>;

interface Context extends Parties {
  readonly testBed: TestBed;
  readonly agent: Agent;
  readonly owner: Agent;
}

async function createContext(testBed: TestBed): Promise<Context> {
  const agent: Agent = (party) => (url) => testBed.agent(url, party);
  const owner: Agent = (party) => (url) => testBed.owner(url, party);
  return { ...(await createParties(testBed)), testBed, agent, owner };
}

export const TRADE = 'trade { tradeKey state steps { stepNo state deadlineAt } }';
const FUNDED = 'transferKey walletBalanceStamps principal { ticketBalanceStamps }';
export const BALANCES = 'principal { ticketBalanceStamps bondAvailableStamps bondReservedStamps }';
const PURCHASE = 'purchase { sessionId status ticketsStamps }';
const TWO_STEPS = [
  { title: 'One', shareBps: 4000 },
  { title: 'Two', shareBps: 6000 },
];

export const profileName = (): string => `crash.${randomUUID().slice(0, 12)}`;

const scenario = (name: string, begin: (scene: Context) => Promise<Calls>): Scenario => ({
  name,
  prepare: async (testBed) => begin(await createContext(testBed)),
});

/** A scenario of a started trade. `before` prepares it, and `ask` returns the mutation. */
const tradeScenario = (
  name: string,
  before: (trade: StartedTrade, scene: Context) => Promise<unknown>,
  ask: (trade: StartedTrade, scene: Context) => Parameters<typeof call>[1],
  steps?: typeof TWO_STEPS,
): Scenario =>
  scenario(name, async (scene) => {
    const profile = profileName();
    const trade = await startTrade(scene.provider, scene.consumer, { profile, ...(steps && { steps }) });
    await before(trade, scene);
    return call(scene, ask(trade, scene), { 'the profile': profile }, [trade.tradeKey]);
  });

const activateOnly = (trade: StartedTrade): Promise<unknown> => activate(trade);

const addContract = async (trade: StartedTrade): Promise<void> => {
  await activate(trade);
  await publishContract(trade);
};

/** Coverage below the threshold, so that nothing is due before the deadline. */
const SHORT_CHECKPOINT = {
  status: 'CONFIRMED',
  results: [
    { itemId: 'a', met: true },
    { itemId: 'b', met: false },
  ],
};
const addShortCheckpoint = async (trade: StartedTrade): Promise<void> => {
  await addContract(trade);
  await checkpoint(trade, SHORT_CHECKPOINT);
};

const addVerdict = async (trade: StartedTrade, { testBed }: Context): Promise<void> => {
  await addShortCheckpoint(trade);
  const input = { tradeKey: trade.tradeKey, verdict: 'FAIL', reason: 'Seen.' };
  await mutate(testBed.app.operator, 'evaluateTrade', input, 'trade { state }');
};

const operator =
  ({ testBed }: Context) =>
  (url: string) =>
    testBed.operator(url);

/** A checkout session, and the payment webhook for it, which may be delivered repeatedly. */
async function stripeWebhook({ testBed, provider, consumer }: Context, to: 'PRINCIPAL' | 'WALLET'): Promise<Calls> {
  const { api, owner } = consumer;
  const input = { pack: 'STARTER', ...(to === 'WALLET' && { to }) };
  const bought = await mutate<{ purchase: { sessionId: string } }>(
    to === 'WALLET' ? owner : api,
    'purchaseTickets',
    input,
    PURCHASE,
  );
  const reference = to === 'WALLET' ? await testBed.humanKey(consumer) : consumer.principalKey;
  const body = sessionEvent({ id: bought.purchase.sessionId, client_reference_id: reference });
  const send: Send = async (url) => {
    const answer = await deliver({ url }, body).catch(() => undefined);
    if (!answer || answer.status >= 500) return undefined;
    return { status: answer.status, text: JSON.stringify(answer.body), replayed: false };
  };
  return { subject: subjectOf({ provider, consumer }), keys: [], sends: [send] };
}

/** A provider's listing, as `publishListing` takes it. */
export const offerOf = ({ agentId }: Party, tradeProfile: string) => ({
  agentId,
  tradeProfile,
  side: 'PROVIDE',
  title: 'Work',
  description: 'Some work.',
  tags: ['work'],
  priceStamps: 1000,
});

/** Publishes two matching listings; returns the consumer's, whose match run is not yet made. */
async function publishPair({ provider, consumer }: Parties, tradeProfile: string): Promise<string> {
  await publishListing(provider, offerOf(provider, tradeProfile));
  return publishListing(consumer, { ...offerOf(consumer, tradeProfile), side: 'CONSUME' });
}

const money: readonly Scenario[] = [
  scenario('fundPrincipal', ({ owner, ...roles }) => {
    const input = { principalKey: roles.consumer.principalKey, amountStamps: 30 };
    return Promise.resolve(call(roles, mutationRequest(owner(roles.consumer), 'fundPrincipal', input, FUNDED)));
  }),
  scenario('returnFunds', ({ owner, ...roles }) => {
    const input = { principalKey: roles.consumer.principalKey, amountStamps: 30 };
    return Promise.resolve(call(roles, mutationRequest(owner(roles.consumer), 'returnFunds', input, FUNDED)));
  }),
  scenario('fundPrincipal, returnFunds in one request', ({ owner, ...roles }) => {
    const { principalKey } = roles.consumer;
    const query = `mutation ($there: FundPrincipalInput!, $back: ReturnFundsInput!) {
      fundPrincipal(input: $there) { ${FUNDED} } returnFunds(input: $back) { ${FUNDED} } }`;
    const variables = { there: { principalKey, amountStamps: 7 }, back: { principalKey, amountStamps: 17 } };
    return Promise.resolve(call(roles, { from: owner(roles.consumer), query, variables }));
  }),
  scenario('reserveBond', ({ agent, ...roles }) =>
    Promise.resolve(call(roles, mutationRequest(agent(roles.provider), 'reserveBond', { amountStamps: 40 }, BALANCES))),
  ),
  scenario('releaseBond', async ({ agent, ...roles }) => {
    await mutate(roles.provider.api, 'reserveBond', { amountStamps: 50 }, BALANCES);
    return call(roles, mutationRequest(agent(roles.provider), 'releaseBond', { amountStamps: 20 }, BALANCES));
  }),
  scenario('purchaseTickets', ({ agent, ...roles }) =>
    Promise.resolve(
      call(roles, mutationRequest(agent(roles.consumer), 'purchaseTickets', { pack: 'STARTER' }, PURCHASE)),
    ),
  ),
  scenario("Stripe's webhook, to a principal", (scene) => stripeWebhook(scene, 'PRINCIPAL')),
  scenario("Stripe's webhook, to a wallet", (scene) => stripeWebhook(scene, 'WALLET')),
];

const market: readonly Scenario[] = [
  scenario('publishListing', ({ agent, ...roles }) => {
    const tradeProfile = profileName();
    const input = offerOf(roles.provider, tradeProfile);
    const publish = mutationRequest(agent(roles.provider), 'publishListing', input, 'listing { listingKey state }');
    return Promise.resolve(call(roles, publish, { 'the profile': tradeProfile }));
  }),
  scenario('runMatch', async ({ agent, ...roles }) => {
    const profile = profileName();
    const input = { listingKey: await publishPair(roles, profile) };
    const run = mutationRequest(
      agent(roles.consumer),
      'runMatch',
      input,
      'matchRun { matchRunId proposals { proposalKey state } }',
    );
    return call(roles, run, { 'the profile': profile });
  }),
  scenario('respondToProposal, the last to accept', async ({ agent, ...roles }) => {
    const profile = profileName();
    const deal = await propose(roles.provider, roles.consumer, { profile });
    await accept(deal, roles.provider);
    const input = { proposalKey: deal.proposalKey, decision: 'ACCEPT' };
    const respond = mutationRequest(agent(roles.consumer), 'respondToProposal', input, 'proposal { state }');
    return call(roles, respond, { 'the profile': profile });
  }),
  scenario('createTrade', async ({ agent, ...roles }) => {
    const profile = profileName();
    const deal = await propose(roles.provider, roles.consumer, { profile });
    // The bond covers a part, and tickets cover the rest in the same posting.
    await mutate(roles.provider.api, 'reserveBond', { amountStamps: 50 }, BALANCES);
    await accept(deal, roles.provider, roles.consumer);
    const create = mutationRequest(agent(roles.consumer), 'createTrade', { proposalKey: deal.proposalKey }, TRADE);
    return call(roles, create, { 'the profile': profile });
  }),
  scenario('respondToProposal, createTrade, activateTrade in one request', async ({ agent, ...roles }) => {
    const profile = profileName();
    const { proposalKey } = await propose(roles.provider, roles.consumer, { profile });
    await accept({ proposalKey }, roles.provider);
    const query = `mutation ($answer: RespondToProposalInput!, $create: CreateTradeInput!, $activate: ActivateTradeInput!) {
      respondToProposal(input: $answer) { proposal { state } }
      createTrade(input: $create) { ${TRADE} }
      activateTrade(input: $activate) { ${TRADE} } }`;
    const target = { proposalKey };
    const variables = { answer: { proposalKey, decision: 'ACCEPT' }, create: target, activate: target };
    return call(roles, { from: agent(roles.consumer), query, variables }, { 'the profile': profile });
  }),
];

const noPreparation = (): Promise<void> => Promise.resolve();

const trades: readonly Scenario[] = [
  tradeScenario('activateTrade', noPreparation, ({ tradeKey }, { agent, consumer }) =>
    mutationRequest(agent(consumer), 'activateTrade', { tradeKey }, TRADE),
  ),
  tradeScenario('publishDeliveryContract', activateOnly, ({ tradeKey }, { agent, provider }) => {
    const items = [{ itemId: 'all', description: 'All of it', weight: 1 }];
    return mutationRequest(
      agent(provider),
      'publishDeliveryContract',
      { tradeKey, stepNo: 1, summary: 'All.', items },
      TRADE,
    );
  }),
  tradeScenario('submitCheckpoint, confirmed', addContract, ({ tradeKey }, { agent, consumer }) =>
    mutationRequest(agent(consumer), 'submitCheckpoint', { tradeKey, stepNo: 1, status: 'CONFIRMED' }, TRADE),
  ),
  tradeScenario('submitCheckpoint, failed', addContract, ({ tradeKey }, { agent, consumer }) =>
    mutationRequest(agent(consumer), 'submitCheckpoint', { tradeKey, stepNo: 1, status: 'FAILED' }, TRADE),
  ),
  tradeScenario('fileRebuttal', addShortCheckpoint, ({ tradeKey }, { agent, provider }) =>
    mutationRequest(agent(provider), 'fileRebuttal', { tradeKey, stepNo: 1, statement: 'It was delivered.' }, TRADE),
  ),
  tradeScenario('withdrawFromTrade', addContract, ({ tradeKey }, { agent, provider }) =>
    mutationRequest(agent(provider), 'withdrawFromTrade', { tradeKey }, TRADE),
  ),
  tradeScenario('evaluateTrade', addShortCheckpoint, ({ tradeKey }, scene) =>
    mutationRequest(operator(scene), 'evaluateTrade', { tradeKey, verdict: 'FAIL', reason: 'Seen.' }, TRADE),
  ),
  tradeScenario('settleTrade', addVerdict, ({ tradeKey }, scene) =>
    mutationRequest(operator(scene), 'settleTrade', { tradeKey }, `${TRADE} settlement { outcome slashAmount }`),
  ),
];

/** The mutations that an API process answers. */
export const mutations: readonly Scenario[] = [...money, ...market, ...trades];

/** The work of the settlement worker, started by a mutation that another process answers. */
export const settlements: readonly Scenario[] = [
  tradeScenario('settlement worker: a trade completes', addContract, ({ tradeKey }, { agent, consumer }) =>
    mutationRequest(agent(consumer), 'submitCheckpoint', { tradeKey, stepNo: 1, status: 'CONFIRMED' }, TRADE),
  ),
  tradeScenario(
    'settlement worker: a step passes, another follows',
    addShortCheckpoint,
    ({ tradeKey }, scene) =>
      mutationRequest(operator(scene), 'evaluateTrade', { tradeKey, verdict: 'PASS', reason: 'Seen.' }, TRADE),
    TWO_STEPS,
  ),
  tradeScenario('settlement worker: bond is slashed', addShortCheckpoint, ({ tradeKey }, scene) =>
    mutationRequest(operator(scene), 'evaluateTrade', { tradeKey, verdict: 'FAIL', reason: 'Seen.' }, TRADE),
  ),
];
