import { useTestApp } from '../support/app';
import { approvalKeyOf, funded, putMandate, respond } from '../support/mandates';
import { body, type List, ownerRest, restOf, under } from '../support/rest';
import { statementsOf } from '../support/statements';
import { fundedParties, twoParties } from '../support/trades';
import {
  accept,
  activate,
  checkpoint,
  mutate,
  type Party,
  principal,
  propose,
  publishContract,
  startTrade,
} from '../support/actors';

/** One list of all that waits for a principal, with the deadlines and the acts. No worker runs and ends anything. */

interface Item {
  readonly kind: string;
  readonly dueAt: string | null;
  readonly subject: { readonly id: string; readonly __typename: string };
  readonly subjectKey: string;
  readonly agent: { readonly agentKey: string };
  readonly action: {
    readonly operation: string;
    readonly input: Record<string, unknown>;
    readonly closesAt: string;
    readonly consequence: { readonly tradeState: string | null };
  } | null;
}

const ITEM =
  'kind dueAt subject { id __typename } subjectKey agent { agentKey } action { operation input closesAt consequence { tradeState } }';

const app = useTestApp({ ATS_ROLE: 'api' });
let provider: Party;
let consumer: Party;

beforeAll(async () => {
  ({ provider, consumer } = await twoParties(app));
});

const attention = async (by: Party): Promise<readonly Item[]> =>
  (await principal<{ attention: readonly Item[] }>(by.api, `attention { ${ITEM} }`)).attention;
const waiting = async (by: Party) => (await attention(by)).map(({ kind, subjectKey }) => [kind, subjectKey]);

// @spec NA9
test('the life of a trade: each moment waits for one of the two', async () => {
  const deal = await propose(provider, consumer);
  expect(await waiting(provider)).toEqual([['RESPOND', deal.proposalKey]]);
  const [item] = await attention(consumer);
  expect(item).toMatchObject({
    subject: { id: deal.proposalKey, __typename: 'Proposal' },
    agent: { agentKey: consumer.agentKey },
    action: {
      operation: 'respondToProposal',
      input: { decision: 'ACCEPT', expectedRevisionNo: 1 },
      closesAt: item?.dueAt,
    },
  });
  await accept(deal, provider);
  expect(await waiting(provider)).toEqual([]);
  await accept(deal, consumer);
  expect(await waiting(provider)).toEqual([['CREATE_TRADE', deal.proposalKey]]);
  const { trade } = await mutate<{ trade: { tradeKey: string } }>(
    provider.api,
    'createTrade',
    { proposalKey: deal.proposalKey },
    'trade { tradeKey }',
  );
  const started = { ...deal, tradeKey: trade.tradeKey };
  const moments = async () => [await waiting(provider), await waiting(consumer)];
  const of = (kind: string) => [kind, started.tradeKey];
  expect(await moments()).toEqual([[], [of('ACTIVATE')]]);
  await activate(started);
  expect(await moments()).toEqual([[of('PUBLISH_CONTRACT')], []]);
  await publishContract(started);
  expect(await moments()).toEqual([[], [of('SUBMIT_CHECKPOINT')]]);
  // Whether the delivery passes is the choice of the consumer, so the act does not make it.
  const [toCheck] = await attention(consumer);
  const { principalKey } = consumer;
  expect(toCheck?.action).toMatchObject({ operation: 'submitCheckpoint', consequence: { tradeState: null } });
  expect(toCheck?.action?.input).toEqual({ principalKey, tradeKey: started.tradeKey, stepNo: 1 });
  await checkpoint(started, { status: 'FAILED' });
  expect(await moments()).toEqual([[of('FILE_REBUTTAL')], []]);
  const rebuttal = { tradeKey: started.tradeKey, stepNo: 1, statement: 'It was delivered.' };
  await mutate(provider.api, 'fileRebuttal', rebuttal, 'step { stepNo }');
  expect(await moments()).toEqual([[], []]);
});

// @spec NA9
test('a trade after its deadline takes no place of what waits', async () => {
  const [seller, buyer] = (await fundedParties(app, 'Seller', 'Buyer')) as [Party, Party];
  await activate(await startTrade(seller, buyer));
  app.clock.advance(86_400);
  const { proposalKey } = await propose(seller, buyer);
  const first = '{ principal { attention(first: 1) { kind subjectKey } } }';
  const { principal: found } = await seller.api.queryOrThrow<{ principal: { attention: unknown[] } }>(first);
  expect(found.attention).toEqual([{ kind: 'RESPOND', subjectKey: proposalKey }]);
});

test('the soonest deadline comes first, a listing that expires soon is named, and REST has the same list', async () => {
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  const soon = new Date(Date.now() + app.clock.offsetMs() + 3_600_000).toISOString();
  const listing = {
    agentId: provider.agentId,
    tradeProfile: 'soon',
    side: 'PROVIDE',
    title: 'Soon',
    priceStamps: 1,
    expiresAt: soon,
  };
  const published = await mutate<{ listing: { listingKey: string } }>(
    provider.api,
    'publishListing',
    listing,
    'listing { listingKey }',
  );
  await app.sql('UPDATE agent SET notifications_disabled_at = now() WHERE agent_id = $1', [provider.agentId]);
  const items = await attention(provider);
  expect(items.map(({ kind, subjectKey }) => [kind, subjectKey])).toEqual([
    ['LISTING_EXPIRES', published.listing.listingKey],
    ['PUBLISH_CONTRACT', trade.tradeKey],
    ['WEBHOOK_DISABLED', provider.agentKey],
  ]);
  // The act changes the listing. It does not take it off the market.
  expect(items[0]?.action?.input).toEqual({ principalKey: provider.principalKey, ...published.listing });
  expect(items.map(({ dueAt }) => dueAt)).toEqual([soon, expect.any(String), null]);
  const list = body<List>(await restOf(app, provider).get(`${under(provider)}/attention?limit=2`));
  expect(list.data).toMatchObject([
    { kind: 'listing_expires', subject_key: published.listing.listingKey, action: { operation: 'updateListing' } },
    { kind: 'publish_contract', agent_key: provider.agentKey, action: { rest_method: 'POST', rest_body: {} } },
  ]);
});

// @spec NA13
test('A request for an approval waits for the owners, and a decision ends it', async () => {
  const party = await funded(app, 'asking');
  await putMandate(party, { approvalAboveStamps: 0 });
  const { proposalKey } = await propose(provider, party);
  const approvalKey = await approvalKeyOf(respond(party, proposalKey, 'ACCEPT'));
  const { principalKey } = party;
  const read = async ({ api }: Pick<Party, 'api'>): Promise<Item | undefined> => {
    const { principal: found } = await api.queryOrThrow<{ principal: { attention: Item[] } }>(
      `{ principal(principalKey: "${principalKey}") { attention { ${ITEM} } } }`,
    );
    return found.attention.find(({ kind }) => kind === 'APPROVAL');
  };
  const item = await read({ api: party.owner });
  expect(item).toMatchObject({
    subject: { id: approvalKey, __typename: 'Approval' },
    subjectKey: approvalKey,
    agent: { agentKey: party.agentKey },
    action: { operation: 'decideApproval', input: { principalKey, approvalKey }, closesAt: item?.dueAt },
  });
  // The agent sees that it waits, and cannot decide. Operators do not see approvals.
  expect(await read(party)).toMatchObject({ subjectKey: approvalKey, action: null });
  expect(await read({ api: app.operator })).toBeUndefined();
  const list = body<List>(await ownerRest(app, party).get(`${under(party)}/attention`));
  expect(list.data).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'approval', subject_key: approvalKey, due_at: item?.dueAt },
      action: expect.objectContaining({
        operation: 'decideApproval',
        rest_path: `/api/v1/principals/${principalKey}/approvals/${approvalKey}/decision`,
        rest_body: {},
      }) as unknown,
    }),
  );
  await mutate(party.owner, 'decideApproval', { ...item?.action?.input, decision: 'DENY' }, 'approval { status }');
  expect(await read({ api: party.owner })).toBeUndefined();
});

// @spec NA13
test('A request for an approval leaves the list when it expires', async () => {
  const party = await funded(app, 'waiting');
  await putMandate(party, { approvalAboveStamps: 0 });
  const { proposalKey } = await propose(provider, party);
  await approvalKeyOf(respond(party, proposalKey, 'ACCEPT'));
  const { principalKey } = party;
  const waitsForOwner = async () =>
    (
      await party.owner.queryOrThrow<{ principal: { attention: Item[] } }>(
        `{ principal(principalKey: "${principalKey}") { attention { ${ITEM} } } }`,
      )
    ).principal.attention.filter(({ kind }) => kind === 'APPROVAL');
  expect(await waitsForOwner()).toMatchObject([{ action: { operation: 'decideApproval' } }]);
  await app.sql('UPDATE approval SET expires_at = requested_at WHERE agent_id = $1', [party.agentId]);
  expect(await waitsForOwner()).toEqual([]);
});

test('the list costs a constant number of statements', async () => {
  const list = (first: number) =>
    statementsOf(
      app,
      `{ principal(principalKey: "${provider.principalKey}") { attention(first: ${String(first)}) { kind agent { agentKey } action { operation } } } }`,
    );
  const few = await list(2);
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  expect(await list(3)).toBe(few);
});
