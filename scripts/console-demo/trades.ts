import { ApiError, createClient, type Credential } from '../../src/client';
import {
  accept,
  activate,
  buyTickets,
  checkpoint,
  createTrade,
  matchOf,
  mutate,
  type Party,
  publishListing,
  settled,
  type StartedTrade,
} from '../../test/support/actors';
import type { TestApp } from '../../test/support/app';
import {
  CHAPTERS,
  type Company,
  completed,
  disputed,
  failed,
  finished,
  harbor,
  large,
  lingua,
  meridian,
  northwind,
  open,
  PROOFS,
  REST,
  running,
  type Step,
  type Work,
} from './texts';

async function found(app: TestApp, company: Company, hook?: string): Promise<Party> {
  const { name, subject, agent: agentName, does } = company;
  const owner = app.consoleFor(subject, 'local');
  const { principal, credential } = await mutate<{ principal: { principalKey: string }; credential: Credential }>(
    owner,
    'provisionPrincipal',
    { displayName: name },
    'principal { principalKey } credential { apiKey signingSecret }',
  );
  const { principalKey } = principal;
  const card = {
    name: agentName,
    description: does,
    version: '1.2.0',
    protocolVersion: '0.3.0',
    url: 'https://agents.example/a2a',
    capabilities: { streaming: false, pushNotifications: hook !== undefined },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'trade', name: 'Trade', description: does, tags: ['books'] }],
  };
  const eventTypes = [
    'PROPOSAL_CREATED',
    'TRADE_CREATED',
    'TRADE_CONTRACT_PUBLISHED',
    'TRADE_COMPLETED',
    'TRADE_FAILED',
  ];
  const notification = hook === undefined ? {} : { notificationUrl: hook, eventTypes };
  const { agent } = await mutate<{ agent: { agentKey: string; agentId: string } }>(
    owner,
    'registerAgent',
    { principalKey, card, ...notification },
    'agent { agentKey agentId }',
  );
  const api = createClient({ url: app.url, credential, agentId: agent.agentId });
  const party = { subject, principalKey, ...agent, credential, api, owner };
  await buyTickets(party, 'SCALE');
  return party;
}

interface ListingTexts {
  readonly title: string;
  readonly tradeProfile: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly priceStamps: number;
  readonly steps?: readonly Step[];
}

function publish(party: Party, side: 'PROVIDE' | 'CONSUME', texts: ListingTexts): Promise<string> {
  return publishListing(party, { side, agentId: party.agentId, visibility: 'MARKET', ...texts });
}

interface Proposed {
  readonly proposalKey: string;
  readonly listingKey: string;
}

async function propose(provider: Party, consumer: Party, work: Work): Promise<Proposed> {
  const { profile: tradeProfile, description, tags, price } = work;
  const texts = { tradeProfile, description, tags };
  await publish(provider, 'PROVIDE', {
    ...texts,
    title: work.offer,
    priceStamps: price - 40,
    ...(work.steps && { steps: work.steps }),
  });
  const listingKey = await publish(consumer, 'CONSUME', { ...texts, title: work.request, priceStamps: price });
  return { proposalKey: await matchOf(consumer, listingKey, { maxProposals: 1 }), listingKey };
}

async function trade(provider: Party, consumer: Party, work: Work): Promise<StartedTrade> {
  const { proposalKey } = await propose(provider, consumer, work);
  await accept({ proposalKey }, provider, consumer);
  return { provider, consumer, proposalKey, tradeKey: await createTrade(consumer, proposalKey) };
}

async function deliver(one: StartedTrade, stepNo: number, summary: string, items: readonly object[]): Promise<void> {
  await activate(one);
  const input = { tradeKey: one.tradeKey, stepNo, summary, items };
  await mutate(one.provider.api, 'publishDeliveryContract', input, 'step { state }');
}

const rebut = (one: StartedTrade, statement: string): Promise<unknown> =>
  mutate(one.provider.api, 'fileRebuttal', { tradeKey: one.tradeKey, stepNo: 1, statement }, 'step { state }');

export interface Objects {
  readonly buyer: Party;
  readonly seller: Party;
  readonly running: StartedTrade;
  readonly disputed: StartedTrade;
  readonly open: Proposed;
}

async function counter({ proposalKey }: Proposed, seller: Party, buyer: Party): Promise<void> {
  const terms = {
    coverageThresholdBps: 9000,
    steps: [
      { stepNo: 1, title: 'Letters 1 to 20', priceStamps: 860 },
      { stepNo: 2, title: 'Letters 21 to 40 and notes', priceStamps: 840 },
    ].map((step) => ({
      ...step,
      providerPrincipalKey: seller.principalKey,
      providerAgentId: seller.agentId,
      consumerPrincipalKey: buyer.principalKey,
      consumerAgentId: buyer.agentId,
      contractWindowSeconds: 5 * 86_400,
      checkpointWindowSeconds: 3 * 86_400,
    })),
  };
  const input = { proposalKey, decision: 'COUNTER', terms };
  await mutate(seller.api, 'respondToProposal', input, 'proposal { state }');
}

/** Two completed trades, and one whose provider an operator found at fault. */
async function endTrades(app: TestApp, buyer: Party, seller: Party, setter: Party): Promise<void> {
  const good = await trade(setter, buyer, completed);
  await deliver(good, 1, 'The print file and the e-book.', [
    { itemId: 'print', description: 'Print file, 96 pages', weight: 3 },
    { itemId: 'e-book', description: 'E-book', weight: 1 },
  ]);
  await checkpoint(good);
  await settled(good);

  const sample = await trade(seller, buyer, finished);
  await deliver(sample, 1, 'The chapter.', [{ itemId: 'chapter', description: 'One chapter in English', weight: 1 }]);
  await checkpoint(sample);
  await settled(sample);

  const bad = await trade(setter, buyer, failed);
  await deliver(bad, 1, 'The index.', [{ itemId: 'index', description: 'Index of names and subjects', weight: 1 }]);
  await checkpoint(bad, { status: 'FAILED' });
  await rebut(bad, 'The names are in the file, in a table of their own.');
  const ruling = { tradeKey: bad.tradeKey, verdict: 'FAIL', reason: 'The file has no subjects, only names.' };
  await mutate(app.operator, 'evaluateTrade', ruling, 'trade { state }');
  await settled(bad);
}

/** A trade that waits for a verdict. */
async function disputeTrade(buyer: Party, editor: Party): Promise<StartedTrade> {
  const inDispute = await trade(editor, buyer, disputed);
  await deliver(
    inDispute,
    1,
    'The marked pages and the list.',
    PROOFS.map(({ itemId }) => ({ itemId })),
  );
  await checkpoint(inDispute, {
    status: 'FAILED',
    results: [{ itemId: 'pages', met: false, note: 'Pages 200 to 240 have no marks.' }],
  });
  await rebut(inDispute, 'Pages 200 to 240 are tables without text. The listing asks for proofs of text.');
  return inDispute;
}

/** A trade of three steps, whose second one waits for its checkpoint. */
async function startLongTrade(buyer: Party, seller: Party): Promise<StartedTrade> {
  const inWork = await trade(seller, buyer, running);
  await deliver(
    inWork,
    1,
    'The first part, complete.',
    CHAPTERS.map(({ itemId }) => ({ itemId })),
  );
  await checkpoint(inWork);
  await deliver(
    inWork,
    2,
    'The second part with notes.',
    REST.map(({ itemId }) => ({ itemId })),
  );
  return inWork;
}

/** Brings trades and proposals of four companies into all states. */
export async function tradeInAllStates(app: TestApp, hook: string): Promise<Objects> {
  const buyer = await found(app, northwind, hook);
  const seller = await found(app, lingua);
  const editor = await found(app, harbor);
  const setter = await found(app, meridian);
  const share = { principalKey: buyer.principalKey, provider: 'local', subject: 'ada', role: 'VIEWER' };
  await mutate(buyer.owner, 'putBinding', share, 'binding { role }');
  await mutate(buyer.owner, 'createCredential', { principalKey: buyer.principalKey }, 'credential { apiKey }');

  await endTrades(app, buyer, seller, setter);
  const inDispute = await disputeTrade(buyer, editor);
  const inWork = await startLongTrade(buyer, seller);
  const proposed = await propose(seller, buyer, open);
  await counter(proposed, seller, buyer);
  await offerMore(buyer, seller, editor, setter);
  await askForApproval(setter, buyer);
  return { buyer, seller, running: inWork, disputed: inDispute, open: proposed };
}

/** The buyer's agent wants to commit more than its mandate allows it alone. */
async function askForApproval(provider: Party, buyer: Party): Promise<void> {
  const { principalKey, agentKey } = buyer;
  const limits = { budgetStamps: 20_000, budgetPeriod: 'MONTH', maxOpenTrades: 10, approvalAboveStamps: 3_000 };
  await mutate(buyer.owner, 'putMandate', { principalKey, agentKey, ...limits }, 'agent { agentKey }');
  const { proposalKey } = await propose(provider, buyer, large);
  await accept({ proposalKey }, buyer).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'approval_required') throw error;
  });
}

/** Listings without a partner, so that the market and the lists have more rows. */
async function offerMore(buyer: Party, seller: Party, editor: Party, setter: Party): Promise<void> {
  const texts = (title: string, tradeProfile: string, priceStamps: number, tag: string): ListingTexts => ({
    title,
    tradeProfile,
    priceStamps,
    tags: [tag],
    description: `${title}, within two weeks.`,
  });
  await publish(buyer, 'PROVIDE', texts('Rights to “Winter Gardens” excerpts', 'rights.excerpt/v1', 350, 'rights'));
  await publish(buyer, 'CONSUME', texts('Wanted: audio of “The Salt Road”', 'audio.narration/v1', 3200, 'audio'));
  await publish(seller, 'PROVIDE', texts('Manuals from German to English', 'manual.de-en/v1', 1100, 'manuals'));
  await publish(seller, 'PROVIDE', texts('Poetry from French to English', 'poetry.fr-en/v1', 1900, 'poetry'));
  await publish(editor, 'PROVIDE', texts('Line editing of novels', 'editing.en/v1', 1450, 'fiction'));
  await publish(editor, 'PROVIDE', texts('Fact checks of articles', 'fact-check.en/v1', 260, 'facts'));
  await publish(setter, 'PROVIDE', texts('Covers for paperbacks', 'cover.book/v1', 700, 'covers'));
  await publish(setter, 'CONSUME', texts('Wanted: proofs of a catalogue', 'catalogue-proofs.en/v1', 420, 'proofs'));
}
