import { execute, getNamedType, type GraphQLObjectType, isLeafType, parse } from 'graphql';
import { type EventType, eventTypes } from '../../../src/domain/effects';
import { keyOf } from '../../../src/domain/keys';
import { operationOf } from '../../../src/api/graphql/execution/document-cache';
import { EventTexts } from '../../../src/api/graphql/execution/event-renderer';
import { createSchema } from '../../../src/api/graphql/schema';
import { RequestBudget } from '../../../src/database/transactions/request-budget';
import { serializePayload } from '../../../src/database/events/event-log';
import { StoredPayloadEvent } from '../../../src/database/events/stored-payload';
import { newId } from '../../support/ledger';

/** An event of a subscription is answered with its frozen texts, and nobody may see that in an answer (decision 0026). */

const schema = createSchema();
const texts = new EventTexts(schema);

const DATA = {
  name: 'Zoë " ✓ \\ \u2028',
  none: null,
  amount: 9_007_199_254_740_991,
  nested: [{ '2': 1, '1': [] }, {}],
};

function eventOf(type: EventType, data: Record<string, unknown> = DATA): StoredPayloadEvent {
  const [eventId, principalId] = [newId(), newId()];
  const createdAt = new Date('2026-11-24T09:17:43.007Z');
  return new StoredPayloadEvent({
    event_id: eventId,
    principal_id: principalId,
    subject_key: keyOf('prn', principalId),
    trade_id: null,
    payload: serializePayload({ eventId, type, createdAt, sequence: 42n, data }),
    sequence: 42n,
  });
}

function textOf(query: string, operationName?: string) {
  const document = parse(query);
  return texts.of(document, operationOf(document, operationName));
}

async function executed(query: string, event: StoredPayloadEvent): Promise<string> {
  const contextValue = { allowance: new RequestBudget(1e9, 1e9) };
  return JSON.stringify(await execute({ schema, document: parse(query), rootValue: event, contextValue }));
}

/** All that an event has and that is no object of its own. */
const ALL = Object.values((schema.getType('Event') as GraphQLObjectType).getFields())
  .filter(({ type }) => isLeafType(getNamedType(type)))
  .map(({ name }) => name)
  .join(' ');

test.each([
  ['all fields', `subscription { events { ${ALL} __typename } }`],
  ['one of them', 'subscription { events(types: [TRADE_FAILED]) { sequence } }'],
  ['aliases', 'subscription { e: events { a: id b: data c: data type: cursor } }'],
  ['what is named twice', 'subscription { events { id type id ... on Event { type sequence } } }'],
  ['fragments', 'subscription { events { ...a ... on Node { n: id } } } fragment a on Event { data ... { cursor } }'],
  ['a fragment at the root', 'subscription { ...s } fragment s on Subscription { tradeCompleted { id timestamp } }'],
  ['variables', 'subscription ($after: String) { tradeFailed(after: $after) { id data } }'],
])('the text of %s is what executing it tells', async (_what, query) => {
  const text = textOf(query);
  for (const type of eventTypes) {
    const event = eventOf(type);
    expect(text?.(event)).toBe(await executed(query, event));
  }
  const empty = eventOf('webhook.disabled', {});
  expect(text?.(empty)).toBe(await executed(query, empty));
});

test.each([
  ['the trade as it is now', 'subscription { events { id trade { id } } }'],
  ['directives', 'subscription { events { id @include(if: true) } }'],
  ['directives further in', 'subscription { events { ...a } } fragment a on Event { ... @skip(if: true) { id } }'],
  ['a root field that is named twice', 'subscription { events { id } events { type } }'],
])('what asks for %s is executed', (_what, query) => {
  expect(textOf(query)).toBeUndefined();
});

test('subscribers of one document share what is made of it; each operation of a document has its own', () => {
  const document = parse('subscription a { events { id } } subscription b { events { type } }');
  const [a, b] = ['a', 'b'].map((name) => texts.of(document, operationOf(document, name)));
  expect(texts.of(document, operationOf(document, 'a'))).toBe(a);
  expect(b?.(eventOf('trade.failed'))).toBe('{"data":{"events":{"type":"TRADE_FAILED"}}}');
});
