import { keyOf } from '../../../src/domain/keys';
import { serializePayload } from '../../../src/database/events/event-log';
import { StoredPayloadEvent, splitPayload } from '../../../src/database/events/stored-payload';
import { newId } from '../../support/ledger';

/** An event read by its frozen payload (events.md §1). */

const eventId = newId();
const createdAt = new Date('2026-11-24T09:17:43.007Z');
const data = { principal_key: 'prn_x', text: '","data":{"}\n', nested: { data: { data: [] } } };
const payload = serializePayload({ eventId, type: 'trade.completed', createdAt, sequence: 42n, data });

test('a frozen payload is taken apart into the texts it was made of', () => {
  const texts = splitPayload(payload);
  const parts = Object.entries(texts).map(([name, text]) => `${JSON.stringify(name)}:${text}`);
  expect(`{${parts.join(',')}}`).toBe(payload);
  expect(JSON.parse(texts.data)).toEqual(data);
});

test('one that was written otherwise, in another order or with spaces, says the same', () => {
  const parts = Object.entries(JSON.parse(payload) as object);
  const other = JSON.stringify(Object.fromEntries(parts.reverse()), null, 1);
  expect(splitPayload(other)).toEqual(splitPayload(payload));
});

test('an event has what its row and its payload say', () => {
  const principalId = newId();
  const row = { event_id: eventId, principal_id: principalId, subject_key: keyOf('prn', principalId), trade_id: null };
  const event = new StoredPayloadEvent({ ...row, payload, sequence: 42n });
  expect({
    eventId: event.eventId,
    principalId: event.principalId,
    subjectKey: event.subjectKey,
    tradeId: event.tradeId,
    sequence: event.sequence,
    type: event.type,
    createdAt: event.createdAt,
    data: event.data,
  }).toEqual({
    eventId,
    principalId,
    subjectKey: row.subject_key,
    tradeId: null,
    sequence: 42n,
    type: 'trade.completed',
    createdAt,
    data,
  });
});
