import { isObjectType } from 'graphql';
import type { Client } from '../../src/client';
import { type Prefix, prefixes } from '../../src/domain/keys';
import { createSchema } from '../../src/api/graphql/schema';
import { useTestApp } from '../support/app';
import { approvalKeyOf, putMandate, respond } from '../support/mandates';
import { twoParties } from '../support/trades';
import { pushedTo } from '../support/webhook-agents';
import {
  activate,
  checkpoint,
  createParty,
  mutate,
  propose,
  publishContract,
  settled,
  startTrade,
  until,
} from '../support/actors';

/** Every object type with a key implements Node, and `node` finds each visible prefix. */

const app = useTestApp({ ATS_WEBHOOK_ALLOW_PRIVATE: 'true' });

/** Prefixes and their types; docs/decisions explains the prefixes without a type. */
const TYPES: Partial<Record<Prefix, string>> = {
  prn: 'Principal',
  agt: 'Agent',
  crd: 'Credential',
  lst: 'Listing',
  mrn: 'MatchRun',
  prp: 'Proposal',
  apr: 'Approval',
  trd: 'Trade',
  stl: 'Settlement',
  pst: 'Posting',
  evt: 'Event',
  dlv: 'WebhookDelivery',
  bnd: 'Binding',
  act: 'OperatorAct',
};
const WITHOUT_A_TYPE: Prefix[] = ['xfr', 'wsk', 'hum', 'ses', 'req'];

type Found = readonly ({ readonly id: string; readonly __typename: string } | null)[];

/** An event has one type for each event type. */
const typeOf = (name: string): string => name.replace(/^\w+Event$/, 'Event');

const look = async (client: Client, ids: readonly string[]): Promise<Found> => {
  const document = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id __typename } }';
  const { nodes } = await client.queryOrThrow<{ nodes: Found }>(document, { ids });
  return nodes.map((node) => node && { ...node, __typename: typeOf(node.__typename) });
};

/** Collects every key in an answer, under any field name. */
const keysIn = (answer: unknown): string[] => [
  ...new Set(JSON.stringify(answer).match(/\b[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}\b/g)),
];

const EVERYTHING = `query ($p: ID!) { principal(principalKey: $p) { id
  credentials { nodes { id } } bindings { nodes { id } } agents { nodes { id webhookDeliveries { nodes { id } } } }
  listings { nodes { id } } proposals { nodes { id } } postings { nodes { id transferKey } } events { nodes { id } }
  trades { nodes { id settlement { id } } } approvals { nodes { id } } } }`;

// @spec G1
test('every prefix has a type that implements Node, or is listed as one without a type', () => {
  const implementing = Object.values(createSchema().getTypeMap())
    .filter(isObjectType)
    .filter((type) => type.getInterfaces().some(({ name }) => name === 'Node'));
  const types = new Set(implementing.map(({ name }) => typeOf(name)));
  // A counterparty is shown by another type. A purchase has the id of its checkout session.
  const others = ['PublicAgent', 'PublicPrincipal', 'TicketPurchase'];
  expect([...types].sort()).toEqual([...Object.values(TYPES), ...others].sort());
  expect([...Object.keys(TYPES), ...WITHOUT_A_TYPE].sort()).toEqual(Object.keys(prefixes).sort());
});

// @spec N1, G1, G9
// @id node-visibility
test('should find every key that a caller is shown, and return null to another principal', async () => {
  const { provider, consumer } = await twoParties(app);
  await pushedTo(app, provider, 'http://127.0.0.1:65535/', ['TICKETS_CREDITED']);
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  await publishContract(trade);
  await checkpoint(trade);
  await settled(trade);
  await putMandate(provider, { approvalAboveStamps: 0 });
  await approvalKeyOf(respond(provider, (await propose(provider, consumer)).proposalKey, 'ACCEPT'));
  const { matchRun } = await mutate<{ matchRun: { matchRunId: string } }>(
    consumer.api,
    'runMatch',
    { listingKey: (await listingOf(consumer.api)) ?? '' },
    'matchRun { matchRunId }',
  );
  const { purchase } = await mutate<{ purchase: { checkoutUrl: string } }>(
    provider.api,
    'purchaseTickets',
    { pack: 'STARTER' },
    'purchase { checkoutUrl }',
  );
  await fetch(purchase.checkoutUrl, { method: 'POST', redirect: 'manual' });
  const mine = await until(
    async () => keysIn(await provider.owner.queryOrThrow(EVERYTHING, { p: provider.principalKey })),
    (keys) => keys.some((key) => key.startsWith('dlv_')) && keys.some((key) => key.startsWith('stl_')),
  );
  const prefixOf = (key: string) => key.slice(0, 3) as Prefix;
  const seen = new Set(mine.map(prefixOf));
  expect([...seen].sort()).toEqual([...Object.keys(TYPES).filter((p) => p !== 'mrn' && p !== 'act'), 'xfr'].sort());
  expect(await look(provider.owner, mine)).toEqual(
    mine.map((id) => (TYPES[prefixOf(id)] === undefined ? null : { id, __typename: TYPES[prefixOf(id)] })),
  );
  expect(await look(consumer.api, [matchRun.matchRunId])).toEqual([
    { id: matchRun.matchRunId, __typename: 'MatchRun' },
  ]);
  expect(await look(consumer.api, [provider.principalKey, provider.agentKey])).toEqual([
    { id: provider.principalKey, __typename: 'PublicPrincipal' },
    { id: provider.agentKey, __typename: 'PublicAgent' },
  ]);
  const otherParty = await createParty(app, 'Stranger');
  expect((await look(otherParty.api, [...mine, matchRun.matchRunId])).filter((one) => one !== null)).toEqual([]);
  const acts = await operatorActs(provider.principalKey);
  expect(await look(app.operator, acts)).toEqual(acts.map((id) => ({ id, __typename: 'OperatorAct' })));
  expect(await look(provider.owner, acts)).toEqual(acts.map(() => null));
});

async function listingOf(api: Client): Promise<string | undefined> {
  const { principal } = await api.queryOrThrow<{ principal: { listings: { nodes: { id: string }[] } } }>(
    '{ principal { listings(first: 1) { nodes { id } } } }',
  );
  return principal.listings.nodes[0]?.id;
}

async function operatorActs(principalKey: string): Promise<string[]> {
  await mutate(app.operator, 'setEconomicAnchor', { principalKey, maxOpenTrades: 21 }, 'principal { id }');
  const { operatorLog } = await app.operator.queryOrThrow<{ operatorLog: { nodes: { id: string }[] } }>(
    'query ($key: ID) { operatorLog(subjectKey: $key) { nodes { id } } }',
    { key: principalKey },
  );
  expect(operatorLog.nodes).not.toEqual([]);
  return operatorLog.nodes.map(({ id }) => id);
}
