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
  type StartedTrade,
  startTrade,
} from '../../../test/support/actors';
import { asked, call, type Calls, cast, type Cast, type Send, subjectOf } from './call';
import type { Stage } from './stage';

/** Every mutation that moves stamps or decides who gets them, in a life that has come to the moment before it. Not a test. */

export interface Story {
  readonly name: string;
  /** Sets the scene anew: other principals each time. */
  begin(stage: Stage): Promise<Calls>;
}

type Agent = (party: Party) => (url: string) => ReturnType<Stage['agent']>;

interface Scene extends Cast {
  readonly stage: Stage;
  readonly agent: Agent;
  readonly owner: Agent;
}

async function scene(stage: Stage): Promise<Scene> {
  const agent: Agent = (party) => (url) => stage.agent(url, party);
  const owner: Agent = (party) => (url) => stage.owner(url, party);
  return { ...(await cast(stage)), stage, agent, owner };
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

const story = (name: string, begin: (scene: Scene) => Promise<Calls>): Story => ({
  name,
  begin: async (stage) => begin(await scene(stage)),
});

/** A trade's story: the trade is begun, `before` brings it to the moment, `ask` is the mutation. */
const tradeStory = (
  name: string,
  before: (trade: StartedTrade, scene: Scene) => Promise<unknown>,
  ask: (trade: StartedTrade, scene: Scene) => Parameters<typeof call>[1],
  steps?: typeof TWO_STEPS,
): Story =>
  story(name, async (scene) => {
    const profile = profileName();
    const trade = await startTrade(scene.provider, scene.consumer, { profile, ...(steps && { steps }) });
    await before(trade, scene);
    return call(scene, ask(trade, scene), { 'the profile': profile }, [trade.tradeKey]);
  });

const activated = (trade: StartedTrade): Promise<unknown> => activate(trade);

const delivered = async (trade: StartedTrade): Promise<void> => {
  await activate(trade);
  await publishContract(trade);
};

/** Coverage below the threshold: nothing is due before the deadline. */
const FELL_SHORT = {
  status: 'CONFIRMED',
  results: [
    { itemId: 'a', met: true },
    { itemId: 'b', met: false },
  ],
};
const fallenShort = async (trade: StartedTrade): Promise<void> => {
  await delivered(trade);
  await checkpoint(trade, FELL_SHORT);
};

const judged = async (trade: StartedTrade, { stage }: Scene): Promise<void> => {
  await fallenShort(trade);
  const input = { tradeKey: trade.tradeKey, verdict: 'FAIL', reason: 'Seen.' };
  await mutate(stage.app.operator, 'evaluateTrade', input, 'trade { state }');
};

const operator =
  ({ stage }: Scene) =>
  (url: string) =>
    stage.operator(url);

/** A checkout session of that buyer, and the processor's word that it was paid: delivered again as often as one likes. */
async function paid({ stage, provider, consumer }: Scene, to: 'PRINCIPAL' | 'WALLET'): Promise<Calls> {
  const { api, owner } = consumer;
  const input = { pack: 'STARTER', ...(to === 'WALLET' && { to }) };
  const bought = await mutate<{ purchase: { sessionId: string } }>(
    to === 'WALLET' ? owner : api,
    'purchaseTickets',
    input,
    PURCHASE,
  );
  const reference = to === 'WALLET' ? await stage.humanKey(consumer) : consumer.principalKey;
  const body = sessionEvent({ id: bought.purchase.sessionId, client_reference_id: reference });
  const send: Send = async (url) => {
    const answer = await deliver({ url }, body).catch(() => undefined);
    if (!answer || answer.status >= 500) return undefined;
    return { status: answer.status, text: JSON.stringify(answer.body), replayed: false };
  };
  return { subject: subjectOf({ provider, consumer }), keys: [], sends: [send] };
}

/** A pair of listings that fit, of which the consumer's match run has not been made yet. */
async function listed({ provider, consumer }: Cast, tradeProfile: string): Promise<string> {
  const listing = { tradeProfile, title: 'Work', description: 'Some work.', tags: ['work'], priceStamps: 1000 };
  const offer = { ...listing, side: 'PROVIDE', agentId: provider.agentId };
  await mutate(provider.api, 'publishListing', offer, 'listing { listingKey }');
  const wanted = { ...listing, side: 'CONSUME', agentId: consumer.agentId };
  const made = await mutate<{ listing: { listingKey: string } }>(
    consumer.api,
    'publishListing',
    wanted,
    'listing { listingKey }',
  );
  return made.listing.listingKey;
}

const money: readonly Story[] = [
  story('fundPrincipal', ({ owner, ...roles }) => {
    const input = { principalKey: roles.consumer.principalKey, amountStamps: 30 };
    return Promise.resolve(call(roles, asked(owner(roles.consumer), 'fundPrincipal', input, FUNDED)));
  }),
  story('returnFunds', ({ owner, ...roles }) => {
    const input = { principalKey: roles.consumer.principalKey, amountStamps: 30 };
    return Promise.resolve(call(roles, asked(owner(roles.consumer), 'returnFunds', input, FUNDED)));
  }),
  story('fundPrincipal, returnFunds in one request', ({ owner, ...roles }) => {
    const { principalKey } = roles.consumer;
    const query = `mutation ($there: FundPrincipalInput!, $back: ReturnFundsInput!) {
      fundPrincipal(input: $there) { ${FUNDED} } returnFunds(input: $back) { ${FUNDED} } }`;
    const variables = { there: { principalKey, amountStamps: 7 }, back: { principalKey, amountStamps: 17 } };
    return Promise.resolve(call(roles, { from: owner(roles.consumer), query, variables }));
  }),
  story('reserveBond', ({ agent, ...roles }) =>
    Promise.resolve(call(roles, asked(agent(roles.provider), 'reserveBond', { amountStamps: 40 }, BALANCES))),
  ),
  story('releaseBond', async ({ agent, ...roles }) => {
    await mutate(roles.provider.api, 'reserveBond', { amountStamps: 50 }, BALANCES);
    return call(roles, asked(agent(roles.provider), 'releaseBond', { amountStamps: 20 }, BALANCES));
  }),
  story('purchaseTickets', ({ agent, ...roles }) =>
    Promise.resolve(call(roles, asked(agent(roles.consumer), 'purchaseTickets', { pack: 'STARTER' }, PURCHASE))),
  ),
  story("Stripe's webhook, to a principal", (scene) => paid(scene, 'PRINCIPAL')),
  story("Stripe's webhook, to a wallet", (scene) => paid(scene, 'WALLET')),
];

const market: readonly Story[] = [
  story('publishListing', ({ agent, ...roles }) => {
    const tradeProfile = profileName();
    const { agentId } = roles.provider;
    const content = { tradeProfile, title: 'Work', description: 'Some work.', tags: ['work'], priceStamps: 1000 };
    const input = { ...content, side: 'PROVIDE', agentId };
    const publish = asked(agent(roles.provider), 'publishListing', input, 'listing { listingKey state }');
    return Promise.resolve(call(roles, publish, { 'the profile': tradeProfile }));
  }),
  story('runMatch', async ({ agent, ...roles }) => {
    const profile = profileName();
    const input = { listingKey: await listed(roles, profile) };
    const run = asked(
      agent(roles.consumer),
      'runMatch',
      input,
      'matchRun { matchRunId proposals { proposalKey state } }',
    );
    return call(roles, run, { 'the profile': profile });
  }),
  story('respondToProposal, the last to accept', async ({ agent, ...roles }) => {
    const profile = profileName();
    const deal = await propose(roles.provider, roles.consumer, { profile });
    await accept(deal, roles.provider);
    const input = { proposalKey: deal.proposalKey, decision: 'ACCEPT' };
    const respond = asked(agent(roles.consumer), 'respondToProposal', input, 'proposal { state }');
    return call(roles, respond, { 'the profile': profile });
  }),
  story('createTrade', async ({ agent, ...roles }) => {
    const profile = profileName();
    const deal = await propose(roles.provider, roles.consumer, { profile });
    // A part of its bond is staged, the rest comes from its tickets in the same posting.
    await mutate(roles.provider.api, 'reserveBond', { amountStamps: 50 }, BALANCES);
    await accept(deal, roles.provider, roles.consumer);
    const create = asked(agent(roles.consumer), 'createTrade', { proposalKey: deal.proposalKey }, TRADE);
    return call(roles, create, { 'the profile': profile });
  }),
  story('respondToProposal, createTrade, activateTrade in one request', async ({ agent, ...roles }) => {
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

const nothing = (): Promise<void> => Promise.resolve();

const trades: readonly Story[] = [
  tradeStory('activateTrade', nothing, ({ tradeKey }, { agent, consumer }) =>
    asked(agent(consumer), 'activateTrade', { tradeKey }, TRADE),
  ),
  tradeStory('publishDeliveryContract', activated, ({ tradeKey }, { agent, provider }) => {
    const items = [{ itemId: 'all', description: 'All of it', weight: 1 }];
    return asked(agent(provider), 'publishDeliveryContract', { tradeKey, stepNo: 1, summary: 'All.', items }, TRADE);
  }),
  tradeStory('submitCheckpoint, confirmed', delivered, ({ tradeKey }, { agent, consumer }) =>
    asked(agent(consumer), 'submitCheckpoint', { tradeKey, stepNo: 1, status: 'CONFIRMED' }, TRADE),
  ),
  tradeStory('submitCheckpoint, failed', delivered, ({ tradeKey }, { agent, consumer }) =>
    asked(agent(consumer), 'submitCheckpoint', { tradeKey, stepNo: 1, status: 'FAILED' }, TRADE),
  ),
  tradeStory('fileRebuttal', fallenShort, ({ tradeKey }, { agent, provider }) =>
    asked(agent(provider), 'fileRebuttal', { tradeKey, stepNo: 1, statement: 'It was delivered.' }, TRADE),
  ),
  tradeStory('withdrawFromTrade', delivered, ({ tradeKey }, { agent, provider }) =>
    asked(agent(provider), 'withdrawFromTrade', { tradeKey }, TRADE),
  ),
  tradeStory('evaluateTrade', fallenShort, ({ tradeKey }, scene) =>
    asked(operator(scene), 'evaluateTrade', { tradeKey, verdict: 'FAIL', reason: 'Seen.' }, TRADE),
  ),
  tradeStory('settleTrade', judged, ({ tradeKey }, scene) =>
    asked(operator(scene), 'settleTrade', { tradeKey }, `${TRADE} settlement { outcome slashAmount }`),
  ),
];

/** Mutations that an API process answers. */
export const mutations: readonly Story[] = [...money, ...market, ...trades];

/** What the settle worker does by itself, begun by a mutation that another process answers. */
export const settlements: readonly Story[] = [
  tradeStory('settle worker: a trade completes', delivered, ({ tradeKey }, { agent, consumer }) =>
    asked(agent(consumer), 'submitCheckpoint', { tradeKey, stepNo: 1, status: 'CONFIRMED' }, TRADE),
  ),
  tradeStory(
    'settle worker: a step passes, another follows',
    delivered,
    ({ tradeKey }, { agent, consumer }) =>
      asked(agent(consumer), 'submitCheckpoint', { tradeKey, stepNo: 1, status: 'CONFIRMED' }, TRADE),
    TWO_STEPS,
  ),
  tradeStory('settle worker: bond is slashed', fallenShort, ({ tradeKey }, scene) =>
    asked(operator(scene), 'evaluateTrade', { tradeKey, verdict: 'FAIL', reason: 'Seen.' }, TRADE),
  ),
];
