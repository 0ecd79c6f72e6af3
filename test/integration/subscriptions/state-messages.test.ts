import { Ajv2020 } from 'ajv/dist/2020';
import formats from 'ajv-formats';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { signConnectionParams, type Signer } from '../../../src/client';
import { useTestApp } from '../../support/app';
import { signerOf } from '../../support/exchange';
import { respond, termsOf } from '../../support/mandates';
import { until } from '../../support/service';
import { twoParties } from '../../support/trades';
import { activate, checkpoint, type Party, propose, publishContract, settled, startTrade } from '../../support/actors';

/** The AsyncAPI document describes the messages of the state subscriptions as they are sent. */

type Schema = Readonly<Record<string, unknown>>;
interface Document {
  readonly channels: {
    readonly states: {
      readonly messages: Readonly<Record<string, { readonly name: string; readonly payload: Schema }>>;
    };
  };
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties: Readonly<Record<string, Schema>> }>>;
  };
}

const app = useTestApp();
let provider: Party;
let consumer: Party;
let document: Document;

beforeAll(async () => {
  ({ provider, consumer } = await twoParties(app));
  document = (await (await fetch(`${app.url}/api/v1/asyncapi.json`)).json()) as Document;
});

/** The component that a schema names, also in lists and in values that may be null. */
function componentOf(schema: Schema): string | undefined {
  const { $ref: ref, items, anyOf } = schema;
  if (typeof ref === 'string') return ref.split('/').at(-1);
  if (items !== undefined) return componentOf(items as Schema);
  return Array.isArray(anyOf) ? (anyOf as Schema[]).map(componentOf).find((name) => name !== undefined) : undefined;
}

const isNamedOnly = ({ description }: Schema): boolean =>
  /^Type `\w+` of the GraphQL schema\.$/.test(String(description));

/** Selects all members of a component, and the type of objects that are only named. */
function selectionOf(name: string): string {
  const members = Object.entries(document.components.schemas[name]?.properties ?? {}).map(([member, schema]) => {
    const inner = componentOf(schema);
    if (inner !== undefined) return `${member} { ${selectionOf(inner)} }`;
    return isNamedOnly(schema) || isNamedOnly((schema['items'] ?? {}) as Schema) ? `${member} { __typename }` : member;
  });
  return members.join(' ');
}

/** Refuses members that the document does not describe. Named objects have members of their own. */
function strict(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strict);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, strict(inner)]));
  const { properties } = value as { properties?: object };
  return properties === undefined
    ? members
    : { ...members, required: Object.keys(properties), additionalProperties: false };
}

async function follow(
  signer: Signer,
  message: string,
  args: string,
  cause: () => Promise<unknown>,
): Promise<unknown[]> {
  const described = document.channels.states.messages[message];
  if (!described) throw new Error(`no message ${message}`);
  const { name, payload } = described;
  const data = (payload['properties'] as { data: { properties: Record<string, Schema> } }).data.properties[name];
  const query = `subscription { ${name}${args} { ${selectionOf(componentOf(data ?? {}) ?? '')} } }`;
  const http = `${app.url}/graphql`;
  const received: unknown[] = [];
  const errors: unknown[] = [];
  const client = createClient({
    url: http.replace(/^http/, 'ws'),
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    connectionParams: () => ({ ...signConnectionParams(http, signer) }),
  });
  client.subscribe(
    { query },
    { next: (next) => received.push(next), error: (error) => errors.push(error), complete: () => undefined },
  );
  await until(async () => {
    if (received.length === 0 && errors.length === 0) await cause();
    return received.length > 0 || errors.length > 0;
  }, 'a message');
  await client.dispose();
  expect(errors).toEqual([]);
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats(ajv);
  const validate = ajv.compile({ ...(strict(payload) as object), components: strict(document.components) });
  for (const next of received) expect([validate(next), validate.errors]).toEqual([true, null]);
  return received;
}

const nothing = (): Promise<void> => Promise.resolve();

// @spec EV13
test('tradeUpdated sends what the document describes, in an open, a contested and a settled trade', async () => {
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  await publishContract(trade);
  const after = await provider.api.queryOrThrow<{ principal: { events: { nodes: { cursor: string }[] } } }>(
    '{ principal { events(first: 1) { nodes { cursor } } } }',
  );
  const args = `(tradeKey: "${trade.tradeKey}", after: "${String(after.principal.events.nodes[0]?.cursor)}")`;
  expect((await follow(signerOf(provider), 'trade_updated', args, nothing)).length).toBeGreaterThan(0);
  await checkpoint(trade, { status: 'FAILED' });
  await follow(signerOf(consumer), 'trade_updated', args, nothing);
  const done = await startTrade(provider, consumer);
  await activate(done);
  await publishContract(done);
  await checkpoint(done);
  await settled(done);
  await follow(signerOf(consumer), 'trade_updated', args.replace(trade.tradeKey, done.tradeKey), nothing);
});

// @spec EV13
test('proposalUpdated sends what the document describes', async () => {
  const deal = await propose(provider, consumer);
  const args = `(proposalKey: "${deal.proposalKey}")`;
  let priceStamps = 1_000;
  // Counters until the subscription has begun and sends one.
  const cause = () => {
    priceStamps -= 1;
    const by = priceStamps % 2 === 0 ? provider : consumer;
    return respond(by, deal.proposalKey, 'COUNTER', { terms: termsOf(provider, consumer, priceStamps) });
  };
  await follow(signerOf(consumer), 'proposal_updated', args, cause);
});

// @spec EV13
test('attentionChanged and operatorQueueChanged send what the document describes', async () => {
  await propose(provider, consumer);
  await activate(await startTrade(provider, consumer));
  await follow(signerOf(provider), 'attention_changed', '', nothing);
  for (const queue of ['VERDICT', 'OVERDUE', 'SETTLEMENT'])
    await follow({ credential: app.operatorCredential }, 'operator_queue_changed', `(queue: ${queue})`, nothing);
  expect(Object.keys(document.channels.states.messages)).toHaveLength(4);
});
