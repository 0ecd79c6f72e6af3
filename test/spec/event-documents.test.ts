import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import formats from 'ajv-formats';
import { eventExample } from '../../scripts/event-documents';
import { type EventType, eventTypes, type NewEvent } from '../../src/domain/effects';
import { eventSchema } from '../../src/domain/events/event-schemas';
import { webhookDisabled } from '../../src/domain/events/events';
import { deadlineExtended, describePeriod } from '../../src/domain/trades/closed-hours';
import { idOf } from '../../src/domain/keys';
import { useTestApp } from '../support/app';
import { newId } from '../support/ledger';
import { refusalOf } from '../support/parties';
import { body, type List, restOf, under } from '../support/rest';
import {
  activate,
  buyTickets,
  checkpoint,
  createParty,
  mutate,
  type Party,
  propose,
  publishContract,
  settled,
  startTrade,
  until,
} from '../support/actors';

/** The documents about events are those of real events. */

const app = useTestApp();
let provider: Party;
let consumer: Party;

type Event = Readonly<Record<string, unknown>> & { readonly id: string; readonly type: EventType };

beforeAll(async () => {
  [provider, consumer] = [await createParty(app, 'Provider'), await createParty(app, 'Consumer')];
  for (const party of [provider, consumer]) {
    await buyTickets(party);
    await mutate(party.api, 'reserveBond', { amountStamps: 3000 }, 'principal { id }');
  }
  const good = await startTrade(provider, consumer);
  await activate(good);
  await publishContract(good);
  await checkpoint(good);
  await settled(good);
  const bad = await startTrade(provider, consumer);
  await activate(bad);
  await publishContract(bad);
  await checkpoint(bad, { status: 'FAILED' });
  const rebuttal = { tradeKey: bad.tradeKey, stepNo: 1, statement: 'It was delivered.' };
  await mutate(provider.api, 'fileRebuttal', rebuttal, 'step { state }');
  await mutate(provider.api, 'withdrawFromTrade', { tradeKey: bad.tradeKey }, 'trade { state }');
  await settled(bad);
  const { proposalKey } = await propose(provider, consumer);
  await exhaustMandate(consumer, proposalKey);
  await decideRequest(consumer, proposalKey);
  await mutate(provider.api, 'respondToProposal', { proposalKey, decision: 'REJECT' }, 'proposal { state }');
});

/** Sets a mandate for the agent, and lets it accept the proposal. Returns the refusal. */
async function acceptUnder(mandate: object, { api, owner, principalKey, agentKey }: Party, proposalKey: string) {
  await mutate(owner, 'putMandate', { principalKey, agentKey, ...mandate }, 'agent { id }');
  return refusalOf(mutate(api, 'respondToProposal', { proposalKey, decision: 'ACCEPT' }, 'proposal { state }'));
}

/** The budget of the agent is too small for the proposal. */
async function exhaustMandate(party: Party, proposalKey: string): Promise<void> {
  expect(await acceptUnder({ budgetStamps: 0 }, party, proposalKey)).toMatchObject({ limit: 'budget_stamps' });
}

/** The agent asks for an approval, and its owner denies it. */
async function decideRequest(party: Party, proposalKey: string): Promise<void> {
  const { owner, principalKey } = party;
  const { approvalKey } = await acceptUnder({ approvalAboveStamps: 0 }, party, proposalKey);
  await mutate(owner, 'decideApproval', { principalKey, approvalKey, decision: 'DENY' }, 'approval { status }');
}

/** All events of a party over REST, when the relay has numbered the last one. */
async function events(party: Party, last: EventType): Promise<readonly Event[]> {
  const rest = restOf(app, party);
  const read = async () => body<List<Event>>(await rest.get(`${under(party)}/events?limit=200`)).data;
  return until(read, (found) => found.some(({ type }) => type === last));
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats(ajv);

/** Refuses members that the schema does not name, so that a new one must be described. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, strict(value)]));
  return 'properties' in schema ? { ...members, additionalProperties: false } : members;
}

const validators = new Map<EventType, ValidateFunction>(
  eventTypes.map((type) => [type, ajv.compile(strict(eventSchema(type)) as object)]),
);

function errorsOf(event: Readonly<Record<string, unknown>>, type: EventType): unknown {
  const validate = validators.get(type);
  return validate?.(event) === true ? [] : { type, event, errors: validate?.errors };
}

// @spec EV10
test('should fit the schema of their type, with all their members', async () => {
  const found = [...(await events(provider, 'proposal.rejected')), ...(await events(consumer, 'proposal.rejected'))];
  for (const event of found) expect(errorsOf(event, event.type)).toEqual([]);
  const seen = new Set(found.map(({ type }) => type));
  const unseen = eventTypes.filter((type) => !seen.has(type));
  expect(unseen).toEqual(['proposal.countered', 'trade.deadline_extended', 'policy.announced', 'webhook.disabled']);
});

// @spec EV10
test('should fit the schema of the types that need an outage or a broken receiver', () => {
  const principalId = idOf('prn', provider.principalKey) ?? '';
  const context = { now: new Date(), newId };
  const trade = { tradeId: newId(), proposalId: newId(), state: 'executing', stepNo: 1, principalIds: [principalId] };
  const closed = describePeriod(new Date(0), new Date(60_000));
  const extended = deadlineExtended({ ...trade, dueAt: new Date() } as never, closed, context);
  const made: readonly NewEvent[] = [...extended, webhookDisabled(principalId, newId(), 'gone', context)];
  for (const { type, data, subjectKey } of made) {
    const example = eventExample(type);
    expect(errorsOf({ ...example, subject_key: subjectKey, data }, type)).toEqual([]);
  }
});

// @spec EV3
test('should have the members of their type in GraphQL', async () => {
  const effectiveAt = new Date(Date.now() + 2 * 86_400_000).toISOString();
  const policy = { policyVersion: 'slash_policy_v1.1', effectiveAt };
  await propose(provider, consumer);
  await mutate(app.operator, 'activatePolicy', policy, 'policy { version }');
  await events(provider, 'policy.announced');
  const { principal: seen } = await provider.api.queryOrThrow<{ principal: { events: { nodes: object[] } } }>(
    `{ principal { events(filter: { types: [POLICY_ANNOUNCED, TRADE_CREATED] }) { nodes { type
      ... on PolicyAnnouncedEvent { policyVersion ruleVersion effectiveAt }
      ... on TradeCreatedEvent { proposal { state } } } } } }`,
  );
  expect(seen.events.nodes).toEqual([
    ...Array<object>(2).fill({ type: 'TRADE_CREATED', proposal: { state: 'ACCEPTED' } }),
    { type: 'POLICY_ANNOUNCED', ...policy, ruleVersion: 'rules_v1.1' },
  ]);
});

// @spec EV3
test('should have the same members in a webhook, in REST and in GraphQL', async () => {
  const [first] = await events(provider, 'proposal.rejected');
  if (!first) throw new Error('no event');
  const [row] = await app.sql<{ payload: string }>(
    'SELECT webhook_payload(e) AS payload FROM event e WHERE event_id = $1',
    [idOf('evt', first.id)],
  );
  const sent = JSON.parse(row?.payload ?? '') as Event;
  expect(Object.fromEntries(Object.entries(first).toSorted())).toEqual(
    Object.fromEntries(Object.entries(sent).toSorted()),
  );
  const { node } = await provider.api.queryOrThrow<{ node: Event }>(
    'query ($id: ID!) { node(id: $id) { ... on Event { id eventId cursor sequence type timestamp subjectKey data } } }',
    { id: first.id },
  );
  const { event_id: eventId, subject_key: subjectKey, type, ...rest } = sent;
  expect(node).toEqual({ ...rest, eventId, subjectKey, type: type.replace('.', '_').toUpperCase() });
});

// @spec EV11
test('should have a schema at /schemas/events/<type>.json and an example that fits it', async () => {
  const index = (await (await fetch(`${app.url}/schemas/events`)).json()) as Readonly<Record<string, string>>;
  expect(Object.keys(index)).toEqual([...eventTypes]);
  for (const type of eventTypes) {
    const answer = await fetch(new URL(index[type] ?? '', app.url));
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(await answer.json()).toEqual(eventSchema(type));
    expect(errorsOf(eventExample(type), type)).toEqual([]);
  }
});

// @spec EV12
test('should be webhooks of the OpenAPI document, and messages of the AsyncAPI document', async () => {
  const document = async (name: string) =>
    (await (await fetch(`${app.url}/api/v1/${name}.json`)).json()) as Readonly<Record<string, object | undefined>>;
  const sent = eventTypes.filter((type) => type !== 'webhook.disabled');
  expect(Object.keys((await document('openapi'))['webhooks'] ?? {})).toEqual(sent);
  const { asyncapi, channels, components } = (await document('asyncapi')) as unknown as {
    asyncapi: string;
    channels: Record<string, { messages: object }>;
    components: { messages: object };
  };
  expect(asyncapi).toBe('3.0.0');
  const names = eventTypes.map((type) => type.replace('.', '_'));
  expect(Object.keys(components.messages)).toEqual(names);
  expect(Object.keys(channels['subscriptions']?.messages ?? {})).toEqual(names);
  expect(Object.keys(channels['webhooks']?.messages ?? {})).toHaveLength(sent.length);
});
