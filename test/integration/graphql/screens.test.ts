import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DocumentNode,
  type FieldNode,
  graphql,
  Kind,
  parse,
  type SelectionNode,
  specifiedRules,
  validate,
  visit,
} from 'graphql';
import { queryContext } from '../../../src/api/graphql/execution/context';
import { assertCost, assertShape, limits } from '../../../src/api/graphql/execution/limits';
import { createSchema } from '../../../src/api/graphql/schema';
import { databaseOptions } from '../../../src/database/connection/data-source';
import { Database } from '../../../src/database/transactions/database';
import { RequestBudget } from '../../../src/database/transactions/request-budget';
import { idOf } from '../../../src/domain/keys';
import type { Caller } from '../../../src/domain/sessions/caller';
import type { Services } from '../../../src/operations/context';
import { DataSource } from 'typeorm';
import { startTestApp, type TestApp } from '../../support/app';
import { copyRows } from '../../support/row-copies';
import { richPushedParty } from '../../support/webhook-agents';
import { activate, buyTickets, createParty, type Party, publishContract, startTrade } from '../../support/actors';

/** The console's screens validate, and the statements of their parts do not grow with the rows. */

const schema = createSchema();
const file = readFileSync(join(__dirname, '..', '..', '..', 'docs', 'examples', 'screens.graphql'), 'utf8');

const screens: readonly (readonly [name: string, document: DocumentNode])[] = parse(file).definitions.map(
  (definition) => [
    definition.kind === Kind.OPERATION_DEFINITION ? (definition.name?.value ?? '') : '',
    { kind: Kind.DOCUMENT, definitions: [definition] },
  ],
);

// @spec G15
test.each(screens)('The screen %s validates within the limits, also with edges', (_, document) => {
  for (const form of [document, withEdges(document)]) {
    expect(validate(schema, form, specifiedRules)).toEqual([]);
    assertShape(schema, form);
    expect(assertCost(schema, form, VARIABLES, undefined)).toBeLessThan(limits.cost);
  }
});

const VARIABLES = { k: 'key', a: 'key' };

/** Relay's form of a document: `edges { cursor node { … } }` instead of `nodes { … }`. */
function withEdges(document: DocumentNode): DocumentNode {
  const field = (name: string, selections: SelectionNode[]): FieldNode => ({
    kind: Kind.FIELD,
    name: { kind: Kind.NAME, value: name },
    ...(selections.length > 0 && { selectionSet: { kind: Kind.SELECTION_SET, selections } }),
  });
  return visit(document, {
    Field: {
      leave: ({ name, selectionSet }) =>
        name.value === 'nodes'
          ? field('edges', [field('cursor', []), field('node', [...(selectionSet?.selections ?? [])])])
          : undefined,
    },
  });
}

const COPIES = 199;

let app: TestApp;
let provider: Party;
let consumer: Party;
let store: Database;

beforeAll(async () => {
  app = await startTestApp({ ATS_WEBHOOK_ALLOW_PRIVATE: 'true' });
  // No server listens on this port, so every attempt of a delivery fails.
  provider = await richPushedParty(app, 'http://127.0.0.1:1024/');
  consumer = await createParty(app, 'Consumer');
  await buyTickets(consumer);
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  await publishContract(trade);
  await copyEverything(trade.tradeKey, trade.proposalKey);
  const source = await new DataSource(
    databaseOptions({ url: app.ownerUrl, role: 'application', poolSize: 2 }),
  ).initialize();
  store = new Database(source, app.clock);
}, 120_000);
afterAll(async () => {
  await store.close();
  await app.stop();
});

/** Makes 200 trades, proposals, listings, match runs and deliveries of one. */
async function copyEverything(tradeKey: string, proposalKey: string): Promise<void> {
  const tradeId = idOf('trd', tradeKey) ?? '';
  const proposalId = idOf('prp', proposalKey) ?? '';
  const pairs = await app.sql<{ consumer_listing_id: string; provider_listing_id: string }>(
    'SELECT consumer_listing_id, provider_listing_id FROM proposal_pair WHERE proposal_id = $1',
    [proposalId],
  );
  const [run] = await app.sql<{ id: string }>('SELECT match_run_id AS id FROM proposal WHERE proposal_id = $1', [
    proposalId,
  ]);
  const listings = pairs.flatMap((pair) => [pair.consumer_listing_id, pair.provider_listing_id]);
  const ids = [tradeId, proposalId, run?.id ?? '', ...listings];
  const named = (column: string, values: readonly string[]) =>
    `t.${column} IN (${values.map((value) => `'${value}'`).join()})`;
  const ofTrade = ['trade', 'trade_participant', 'trade_step', 'trade_counterparty'];
  const ofProposal = [
    'proposal',
    'proposal_participant',
    'proposal_revision',
    'proposal_pair',
    'proposal_counterparty',
  ];
  await copyRows(
    app,
    ids,
    [
      // An agent has one active listing of a profile.
      { table: 'listing', where: named('listing_id', listings), changes: { state: 'closed' } },
      { table: 'match_run', where: named('match_run_id', [run?.id ?? '']) },
      ...ofProposal.map((table) => ({ table, where: named('proposal_id', [proposalId]) })),
      ...ofTrade.map((table) => ({ table, where: named('trade_id', [tradeId]) })),
    ],
    COPIES,
  );
}

/** Runs a query as a party and counts its statements. */
async function run(party: Party, source: string): Promise<{ statements: number; text: string }> {
  let statements = 0;
  const caller: Caller = {
    kind: 'principal',
    credentialId: '',
    agentText: undefined,
    principalId: idOf('prn', party.principalKey) ?? '',
  };
  const contextValue = queryContext({
    budget: new RequestBudget(Infinity, Infinity),
    db: {
      query: (statement) => {
        statements += 1;
        return store.query(statement);
      },
      now: () => store.now(),
      realNow: () => store.realNow(),
    },
    requestId: 'req',
    caller,
    services: { settings: {} } as Services,
  });
  const { data, errors } = await graphql({ schema, source, contextValue });
  expect(errors).toBeUndefined();
  return { statements, text: JSON.stringify(data) };
}

const PARTY =
  'principal { id displayName reputation { settledTrades } } agent { agentKey name description version provider { organization } }';
const STEP = 'provider { displayName } consumer { displayName } providerAgent { name } consumerAgent { name }';
const POSTINGS =
  'postings(first: 3) { totalCount nodes { amountStamps counterpartyKind trade { state } listing { title } } }';
const PROPOSAL = `state trade { state } matchRun { listing { title } } listings { title agent { name } principal { displayName } }
  timeline(first: 5) { type subject { id } }
  currentRevision { proposedBy { displayName } changes { path } participants { ${PARTY} } terms { steps { ${STEP} } } }`;

const LISTS: Readonly<Record<string, string>> = {
  trades: `nextDeadlineAt participants { ${PARTY} } activeStep { stepNo } steps { ${STEP} } timeline(first: 5) { type }
    proposal { ${PROPOSAL} } ${POSTINGS}`,
  proposals: PROPOSAL,
  listings: `agent { name webhookEndpoint { pendingCount } } matchRuns(first: 2) { totalCount nodes { id } }
    proposals(first: 2) { totalCount nodes { state } }`,
  matchRuns: 'listing { title } proposals { state }',
  postings: 'counterpartyKind trade { state } listing { title }',
};

// @spec G16
test.each(Object.entries(LISTS))(
  'A page of 200 %s takes as many statements as a page of one',
  async (list, selection) => {
    const page = (first: number) =>
      run(
        consumer,
        `{ principal { list: ${list}(first: ${String(first)}) { totalCount nodes { id ${selection} } } } }`,
      );
    // One posting may be of no listing and no trade; ten are of some.
    const one = await page(list === 'postings' ? 10 : 1);
    const many = await page(200);
    // Two levels that load rows of one table share a batch or not, depending on which answer comes first.
    expect(Math.abs(many.statements - one.statements)).toBeLessThanOrEqual(2);
    expect(many.text.length).toBeGreaterThanOrEqual(list === 'postings' ? one.text.length : 20 * one.text.length);
  },
);
