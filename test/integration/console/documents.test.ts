import { getOperationAST, parse, print } from 'graphql';
import { readDocuments, type StoredDocument } from '../../../src/console/documents';
import { keyOf } from '../../../src/domain/keys';
import {
  activate,
  balances,
  buyTickets,
  checkpoint,
  createParty,
  mutate,
  type Party,
  principal,
  propose,
  publishContract,
  settled,
  startTrade,
  until,
} from '../../support/actors';
import { useTestApp } from '../../support/app';
import { approvalKeyOf, putMandate, respond } from '../../support/mandates';
import { pushedTo } from '../../support/webhook-agents';
import { type ConsoleBrowser, openConsole, send } from './support';

/** Every query document of the build, sent by one human with the keys of another human's objects. */

const HOOK = 'https://hooks.example.com/unique-token-7f3a9c';
/** Long, so that no random key contains it. */
const BEN = 'ben-of-the-other-principal';
const documents = [...readDocuments()].filter(([, { operation }]) => operation === 'query');
const humans = documents.filter(([, { role }]) => role === 'human');
const operators = documents.filter(([, { role }]) => role === 'operator');

const app = useTestApp({ ATS_CONSOLE: 'on' });
let ada: ConsoleBrowser;
let ben: ConsoleBrowser;
let own: Party;
let other: Party;
/** Values of the other principal by the names of the variables. */
const keys: Record<string, string> = {};
/** Texts that only the other principal may read, by what they are. */
const secrets: Record<string, string> = {};

beforeAll(async () => {
  [ada, ben] = [await openConsole(app, 'ada'), await openConsole(app, BEN)];
  const [first, second, partner] = [
    await createParty(app, 'Ada'),
    await createParty(app, 'Ben'),
    await createParty(app, 'Partner'),
  ];
  [own, other] = [first, await pushedTo(app, second, HOOK)];
  for (const party of [own, other, partner]) await buyTickets(party, 'GROWTH');
  await bind(own, 'ada');
  await bind(other, BEN);
  await collect(partner);
});

async function bind({ owner, principalKey }: Party, subject: string): Promise<void> {
  const binding = { principalKey, provider: 'local', subject, role: 'OWNER' };
  await mutate(owner, 'putBinding', binding, 'binding { role }');
}

/** Creates objects of the other principal, and remembers their keys and their private values. */
async function collect(partner: Party): Promise<void> {
  const { principalKey, agentKey } = other;
  await mutate(other.api, 'reserveBond', { amountStamps: 777 }, 'principal { principalKey }');
  const trade = await startTrade(other, partner, { price: 613 });
  await activate(trade);
  await publishContract(trade);
  await checkpoint(trade);
  await settled(trade);
  const found = await principal<Found>(other.api, PRIVATE);
  const { ticketBalanceStamps } = await balances(other);
  const { tradeKey, proposalKey } = trade;
  Object.assign(keys, { principalKey, agentKey, tradeKey, proposalKey, counterpartyKey: principalKey });
  Object.assign(keys, { listingKey: found.listings.nodes[0]?.listingKey, subject: principalKey, key: principalKey });
  const [delivery] = await until(
    () => app.sql<{ delivery_id: string }>('SELECT delivery_id FROM webhook_delivery LIMIT 1'),
    (rows) => rows.length > 0,
  );
  keys['deliveryKey'] = keyOf('dlv', delivery?.delivery_id ?? '');
  keys['open'] = principalKey;
  await putMandate(other, { approvalAboveStamps: 0 });
  const { proposalKey: proposed } = await propose(partner, other);
  keys['approvalKey'] = await approvalKeyOf(respond(other, proposed, 'ACCEPT'));
  Object.assign(secrets, {
    'ticket balance': `:${String(ticketBalanceStamps)},`,
    'URL of webhooks': HOOK,
    'key of a credential': found.credentials.nodes[0]?.apiKey,
    'key of an event': found.events.nodes[0]?.eventId,
    'session of a purchase': found.ticketPurchases.nodes[0]?.sessionId,
    'key of a posting': found.postings.nodes[0]?.postingKey,
    'key of a trade': tradeKey,
    'key of a proposal': proposalKey,
    'key of a delivery': keys['deliveryKey'],
    'key of an approval': keys['approvalKey'],
    'account of an owner': BEN,
  });
}

interface Found {
  readonly listings: { readonly nodes: readonly { readonly listingKey: string }[] };
  readonly credentials: { readonly nodes: readonly { readonly apiKey: string }[] };
  readonly events: { readonly nodes: readonly { readonly eventId: string }[] };
  readonly ticketPurchases: { readonly nodes: readonly { readonly sessionId: string }[] };
  readonly postings: { readonly nodes: readonly { readonly postingKey: string }[] };
}
const PRIVATE = `listings(first: 1) { nodes { listingKey } } credentials(first: 1) { nodes { apiKey } }
  events(first: 1) { nodes { eventId } } ticketPurchases(first: 1) { nodes { sessionId } }
  postings(first: 1) { nodes { postingKey } }`;

/** Values of the variables that are no keys. A variable that may be absent is absent. */
const PLAIN: Readonly<Record<string, unknown>> = {
  'Boolean!': true,
  'Int!': 10,
  'String!': 'slash_policy_v1',
  'DateTime!': '2026-01-01T00:00:00.000Z',
  'OperatorQueue!': 'VERDICT',
  'CheckpointStatus!': 'CONFIRMED',
};

/** Fills every variable for a key with the key of the other principal. @throws Error if a key is missing */
function variablesOf({ name, text }: StoredDocument): Record<string, unknown> {
  const operation = getOperationAST(parse(text));
  const variables: Record<string, unknown> = {};
  for (const { variable, type } of operation?.variableDefinitions ?? []) {
    const [at, kind] = [variable.name.value, print(type)];
    const value = kind.startsWith('ID') ? keys[at] : PLAIN[kind];
    if (value !== undefined) variables[at] = value;
    else if (kind.endsWith('!')) throw new Error(`${name}: the test has no value for $${at}: ${kind}`);
  }
  return variables;
}

const leaked = (text: string): string[] => Object.keys(secrets).filter((what) => text.includes(secrets[what] ?? ''));

test('the owner reads each private value by these documents, so the test would find it', async () => {
  const seen = new Set<string>();
  for (const [documentId, document] of humans) {
    const { status, text } = await send(app, ben, { documentId, variables: variablesOf(document) });
    expect([document.name, status]).toEqual([document.name, 200]);
    for (const what of leaked(text)) seen.add(what);
  }
  expect([...seen].sort()).toEqual(Object.keys(secrets).sort());
});

test('no document gives a human the private values of another principal', async () => {
  expect(humans.length).toBeGreaterThan(15);
  for (const [documentId, document] of humans) {
    const { text } = await send(app, ada, { documentId, variables: variablesOf(document) });
    expect([document.name, leaked(text)]).toEqual([document.name, []]);
  }
});

test('the keys of another principal’s objects give nothing below the own principal', async () => {
  for (const [documentId, document] of humans) {
    const variables = { ...variablesOf(document), principalKey: own.principalKey };
    const { text } = await send(app, ada, { documentId, variables });
    expect([document.name, leaked(text)]).toEqual([document.name, []]);
  }
});

test('operators’ documents are 403 for other humans', async () => {
  expect(operators.length).toBeGreaterThan(5);
  for (const [documentId, document] of operators) {
    const { status, json, text } = await send(app, ada, { documentId, variables: variablesOf(document) });
    expect([document.name, status, json.code]).toEqual([document.name, 403, 'platform_only']);
    expect(leaked(text)).toEqual([]);
  }
});
