import 'reflect-metadata';
import { mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { createClient, type Credential } from '../src/client';
import {
  accept,
  activate,
  buyTickets,
  checkpoint,
  mutate,
  type Party,
  settled,
  type StartedTrade,
} from '../test/support/actors';
import { startTestApp, type TestApp } from '../test/support/app';
import { startChromium } from '../test/support/chromium';
import { startTestCluster } from '../test/support/cluster';
import { startReceiver } from '../test/support/receiver';
import { signInHuman } from '../test/console/support';

/**
 * Writes the pictures of docs/console.md: `npm run build && npm run console:screenshots [screen ...]`.
 *
 * It starts the service on a database of its own, trades between four companies, and visits every screen in both themes.
 */

const FOLDER = resolve(__dirname, '..', 'docs', 'console');
const VIEWPORT = { width: 1280, height: 800 };
/** Time for lists, streams and the layout after the heading is shown. */
const SETTLE_MS = 1_200;
const MAX_BYTES = 5 * 1024 * 1024;

interface Company {
  readonly name: string;
  /** The name with which the owner signs in. */
  readonly subject: string;
  readonly agent: string;
  readonly does: string;
}

const northwind: Company = {
  name: 'Northwind Press',
  subject: 'ben',
  agent: 'Northwind buyer',
  does: 'Commissions translations, proofreading and layout.',
};
const lingua: Company = {
  name: 'Lingua Works',
  subject: 'ada',
  agent: 'Lingua translator',
  does: 'Translates books from German and French to English.',
};
const harbor: Company = {
  name: 'Harbor Editing',
  subject: 'cleo',
  agent: 'Harbor editor',
  does: 'Proofreads and edits long texts.',
};
const meridian: Company = {
  name: 'Meridian Layout',
  subject: 'dan',
  agent: 'Meridian typesetter',
  does: 'Sets books and makes their indexes.',
};

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

interface Item {
  readonly itemId: string;
  readonly description: string;
  readonly weight: number;
}

interface Step {
  readonly title: string;
  readonly shareBps: number;
  readonly items?: readonly Item[];
}

interface Work {
  readonly profile: string;
  readonly offer: string;
  readonly request: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly price: number;
  readonly steps?: readonly Step[];
}

interface ListingTexts {
  readonly title: string;
  readonly tradeProfile: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly priceStamps: number;
  readonly steps?: readonly Step[];
}

async function publish(party: Party, side: 'PROVIDE' | 'CONSUME', texts: ListingTexts): Promise<string> {
  const input = { side, agentId: party.agentId, visibility: 'MARKET', ...texts };
  return (
    await mutate<{ listing: { listingKey: string } }>(party.api, 'publishListing', input, 'listing { listingKey }')
  ).listing.listingKey;
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
  const { matchRun } = await mutate<{ matchRun: { proposals: { proposalKey: string }[] } }>(
    consumer.api,
    'runMatch',
    { listingKey, maxProposals: 1 },
    'matchRun { proposals { proposalKey } }',
  );
  const proposalKey = matchRun.proposals[0]?.proposalKey;
  if (proposalKey === undefined) throw new Error(`no proposal for ${work.request}`);
  return { proposalKey, listingKey };
}

async function trade(provider: Party, consumer: Party, work: Work): Promise<StartedTrade> {
  const { proposalKey } = await propose(provider, consumer, work);
  await accept({ proposalKey }, provider, consumer);
  const created = await mutate<{ trade: { tradeKey: string } }>(
    consumer.api,
    'createTrade',
    { proposalKey },
    'trade { tradeKey }',
  );
  return { provider, consumer, proposalKey, tradeKey: created.trade.tradeKey };
}

async function deliver(one: StartedTrade, stepNo: number, summary: string, items: readonly object[]): Promise<void> {
  await activate(one);
  const input = { tradeKey: one.tradeKey, stepNo, summary, items };
  await mutate(one.provider.api, 'publishDeliveryContract', input, 'step { state }');
}

const rebut = (one: StartedTrade, statement: string): Promise<unknown> =>
  mutate(one.provider.api, 'fileRebuttal', { tradeKey: one.tradeKey, stepNo: 1, statement }, 'step { state }');

const CHAPTERS: readonly Item[] = [
  { itemId: 'chapters-1-6', description: 'Chapters 1 to 6 in English', weight: 6 },
  { itemId: 'glossary', description: 'Glossary of names and places', weight: 1 },
];
const REST: readonly Item[] = [
  { itemId: 'chapters-7-12', description: 'Chapters 7 to 12 in English', weight: 6 },
  { itemId: 'notes', description: 'Notes of the translator', weight: 2 },
  { itemId: 'glossary-2', description: 'Glossary of the second part', weight: 1 },
];
const PROOFS: readonly Item[] = [
  { itemId: 'pages', description: 'All 240 pages with marked errors', weight: 4 },
  { itemId: 'list', description: 'List of repeated errors', weight: 1 },
];

const running: Work = {
  profile: 'translation.de-en/v1',
  offer: 'Novels from German to English',
  request: 'Wanted: “The Salt Road” in English',
  description: 'A novel of 320 pages, in three parts.',
  tags: ['fiction', 'german'],
  price: 2400,
  steps: [
    { title: 'Chapters 1 to 6', shareBps: 4000, items: CHAPTERS },
    { title: 'Chapters 7 to 12', shareBps: 4000, items: REST },
    { title: 'Cover texts and corrections', shareBps: 2000 },
  ],
};
const disputed: Work = {
  profile: 'proofreading.en/v1',
  offer: 'Proofreading of long texts',
  request: 'Wanted: proofs of “Tide Tables”',
  description: 'A travel book of 240 pages.',
  tags: ['proofs', 'english'],
  price: 900,
  steps: [{ title: 'All pages', shareBps: 10_000, items: PROOFS }],
};
const completed: Work = {
  profile: 'layout.book/v1',
  offer: 'Book layout, print and e-book',
  request: 'Wanted: layout of “Winter Gardens”',
  description: 'A picture book of 96 pages.',
  tags: ['layout', 'print'],
  price: 1300,
};
const finished: Work = {
  profile: 'sample.de-en/v1',
  offer: 'Sample chapters in English',
  request: 'Wanted: a sample of “The Salt Road”',
  description: 'The first chapter.',
  tags: ['fiction', 'sample'],
  price: 280,
};
const failed: Work = {
  profile: 'index.book/v1',
  offer: 'Indexes for non-fiction',
  request: 'Wanted: index of “A History of Ink”',
  description: 'An index of names and subjects.',
  tags: ['index'],
  price: 500,
};
const open: Work = {
  profile: 'translation.fr-en/v1',
  offer: 'Essays from French to English',
  request: 'Wanted: “Letters from Lyon” in English',
  description: 'Forty letters with notes.',
  tags: ['essays', 'french'],
  price: 1600,
};

interface Objects {
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

async function tradeInAllStates(app: TestApp, hook: string): Promise<Objects> {
  const buyer = await found(app, northwind, hook);
  const seller = await found(app, lingua);
  const editor = await found(app, harbor);
  const setter = await found(app, meridian);
  const share = { principalKey: buyer.principalKey, provider: 'local', subject: 'ada', role: 'VIEWER' };
  await mutate(buyer.owner, 'putBinding', share, 'binding { role }');
  await mutate(buyer.owner, 'createCredential', { principalKey: buyer.principalKey }, 'credential { apiKey }');

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

  const proposed = await propose(seller, buyer, open);
  await counter(proposed, seller, buyer);
  await offerMore(buyer, seller, editor, setter);
  return { buyer, seller, running: inWork, disputed: inDispute, open: proposed };
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

/** The screens by the names of their pictures. The paths are those of packages/console/src/router.tsx. */
function screensOf({ buyer, seller, running: inWork, open: proposed }: Objects): Record<string, string> {
  const own = buyer.principalKey;
  const lists = 'trades proposals listings market network ledger wallet agents credentials people'.split(' ');
  const tools = 'start workbench events webhooks'.split(' ');
  return {
    home: own,
    trade: `${own}/trades/${inWork.tradeKey}`,
    proposal: `${own}/proposals/${proposed.proposalKey}`,
    listing: `${own}/listings/${proposed.listingKey}`,
    counterparty: `${own}/counterparties/${seller.principalKey}`,
    agent: `${own}/agents/${buyer.agentKey}`,
    ...Object.fromEntries([...lists, ...tools].map((name) => [name, `${own}/${name}`])),
    welcome: 'welcome',
    'signed-out': 'signed-out',
  };
}

function operatorScreensOf({ disputed: inDispute }: Objects): Record<string, string> {
  const names = 'queue payments health policies log principals'.split(' ');
  return {
    'operator-ruling': `operator/trades/${inDispute.tradeKey}`,
    ...Object.fromEntries(names.map((name) => [`operator-${name}`, `operator/${name}`])),
  };
}

async function photograph(page: Page, name: string): Promise<number> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForTimeout(SETTLE_MS);
  let bytes = 0;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const path = join(FOLDER, `${name}-${colorScheme}.png`);
    await page.screenshot({ path, animations: 'disabled' });
    bytes += statSync(path).size;
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return bytes;
}

async function main(only: readonly string[]): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const cluster = await startTestCluster(undefined);
  process.env['TEST_CLUSTER_URL'] = cluster.adminUrl;
  process.env['TEST_CLUSTER_TEMPLATE'] = cluster.template;
  const receiver = await startReceiver();
  const app = await startTestApp({ ATS_CONSOLE: 'on', ATS_WEBHOOK_ALLOW_PRIVATE: 'true' });
  const browser = await startChromium();
  try {
    const objects = await tradeInAllStates(app, receiver.url('/hooks/northwind'));
    let bytes = 0;
    const visit = async (subject: string, screens: Record<string, string>): Promise<void> => {
      const { page, context, faults } = await signInHuman(app, browser, subject, { viewport: VIEWPORT });
      for (const [name, path] of Object.entries(screens)) {
        if (only.length > 0 && !only.includes(name)) continue;
        await page.goto(`${app.url}/console/${path}`);
        bytes += await photograph(page, name);
        console.log(name);
      }
      if (faults.length > 0) console.warn(faults.join('\n'));
      await context.close();
    };
    await visit(northwind.subject, screensOf(objects));
    await visit('operator', operatorScreensOf(objects));
    console.log(`${(bytes / 1024 / 1024).toFixed(1)} MiB in ${FOLDER}`);
    if (bytes > MAX_BYTES) throw new Error(`The pictures have more than ${String(MAX_BYTES)} bytes.`);
  } finally {
    await browser.close();
    await app.stop();
    await receiver.stop();
    await cluster.stop();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
