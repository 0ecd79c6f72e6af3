import { eventCursor } from '../../domain/events/event-cursor';
import type { EventType } from '../../domain/effects';
import { keyOf } from '../../domain/keys';
import { decodeAll } from '../sql/codec';
import type { Db } from '../transactions/statement';
import { literal, type Tx } from '../transactions/database';
import { enqueueDeliveries } from '../repositories/webhook-queue';

/** The event log (events.md §1): stamped and frozen by the relay, read by sequence on every transport. */

/** NOTIFY when events were stamped: `<principal id>:<newest sequence>,…`. A hint: readers poll as well. */
export const EVENTS_CHANNEL = 'ats_events';
// PostgreSQL takes payloads of less than 8,000 bytes; an id, the longest sequence and what parts them are 54.
const MAX_HEADS_PER_NOTIFICATION = 140;

/** The newest sequences a notification tells of, by principal id. */
export function parseHeads(payload: string): [principalId: string, sequence: bigint][] {
  return payload.split(',').flatMap((entry) => {
    const [id = '', sequence = ''] = entry.split(':');
    return /^\d+$/.test(sequence) ? [[id, BigInt(sequence)] as [string, bigint]] : [];
  });
}

/** An event that has its place in the log. */
export interface StoredEvent {
  readonly eventId: string;
  readonly principalId: string;
  readonly type: EventType;
  readonly subjectKey: string;
  readonly tradeId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  /** Gap-free for each principal, from 1. */
  readonly sequence: bigint;
}

/** The text every transport sends or derives from: names are REST's. */
export function serializePayload(event: Omit<StoredEvent, 'principalId' | 'subjectKey' | 'tradeId'>): string {
  return JSON.stringify({
    id: keyOf('evt', event.eventId),
    type: event.type,
    timestamp: event.createdAt.toISOString(),
    sequence: Number(event.sequence),
    cursor: eventCursor(event.sequence),
    data: event.data,
  });
}

// The heads' rows are the lock: whoever stamps a principal's events holds it until its commit, so that sequences become
// visible in their order. Heads are taken by principal: two relays, should there ever be two, cannot deadlock. Events and
// heads are joined by us: where no event waits while it plans, PostgreSQL compares each with each (85 µs an event, of 500).
const ASSIGN_SEQUENCES = `
  WITH batch AS (
    SELECT event_id, principal_id, type, created_at, data, log_no FROM event
    WHERE sequence IS NULL ORDER BY log_no NULLS FIRST, event_id LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED
  ), heads AS (
    INSERT INTO event_head AS h (principal_id, sequence)
    SELECT principal_id, count(*) FROM batch GROUP BY principal_id ORDER BY principal_id
    ON CONFLICT (principal_id) DO UPDATE SET sequence = h.sequence + excluded.sequence
    RETURNING principal_id, sequence
  )
  SELECT principal_id, sequence AS head, NULL AS event_id, NULL AS type, NULL AS created_at, NULL AS data, NULL AS log_no FROM heads
  UNION ALL SELECT principal_id, NULL, event_id, type, created_at, data, log_no FROM batch
  ORDER BY head, log_no NULLS FIRST, event_id`;

/** An event, as the statement answers it: one by one they are half of what numbering costs this process. */
interface UnsequencedEvent {
  readonly event_id: string;
  readonly principal_id: string;
  readonly type: EventType;
  readonly created_at: Date;
  readonly data: StoredEvent['data'];
  readonly head: null;
}

/** The sequence of a principal's last event in the batch. */
interface Head {
  readonly principal_id: string;
  readonly head: bigint;
}

interface SequencedEvent {
  readonly event: UnsequencedEvent;
  readonly sequence: bigint;
}

/** Each event with its sequence, in their order: the last of each principal has its head. */
function withSequences(events: readonly UnsequencedEvent[], heads: readonly Head[]): SequencedEvent[] {
  const free = new Map(heads.map(({ principal_id: id, head }) => [id, head]));
  const last = (event: UnsequencedEvent): SequencedEvent => {
    const sequence = free.get(event.principal_id);
    if (sequence === undefined) throw new Error(`no head for an event of ${event.principal_id}`);
    free.set(event.principal_id, sequence - 1n);
    return { event, sequence };
  };
  return events.toReversed().map(last).reverse();
}

// No JSON has it: control characters are escaped.
const SEPARATOR = '\u001e';

const STORE_PAYLOADS = `
  UPDATE event e SET sequence = n.sequence, payload = n.payload
  FROM unnest($1::uuid[], $2::bigint[], string_to_array($3, '${SEPARATOR}')) AS n (event_id, sequence, payload)
  WHERE e.event_id = n.event_id`;

/**
 * Gives up to `limit` events their places, makes their webhook deliveries, and tells who has news with the commit; how
 * many. `deliveries` is called after the commit when there are any to be sent.
 */
export async function assignSequences(tx: Tx, limit: number, deliveries?: () => void): Promise<number> {
  const rows = await tx.query<UnsequencedEvent | Head>({
    name: 'event_stamp',
    text: ASSIGN_SEQUENCES,
    values: [limit],
  });
  if (rows.length === 0) return 0;
  const heads = rows.filter((row) => row.head !== null);
  const events = withSequences(
    rows.filter((row) => row.head === null),
    heads,
  );
  const ids = events.map(({ event }) => event.event_id);
  await tx.query({
    name: 'event_freeze',
    text: STORE_PAYLOADS,
    values: [
      ids,
      events.map(({ sequence }) => String(sequence)),
      events
        .map(({ event: { event_id: eventId, type, created_at: createdAt, data }, sequence }) =>
          serializePayload({ eventId, type, createdAt, sequence, data }),
        )
        .join(SEPARATOR),
    ],
  });
  const toSend = await enqueueDeliveries(tx, ids);
  if (toSend && deliveries) tx.afterCommit(deliveries);
  notifyHeads(tx, heads);
  return events.length;
}

function notifyHeads(tx: Tx, heads: readonly Head[]): void {
  const told = heads.map(({ principal_id: id, head }) => `${id}:${String(head)}`);
  for (let from = 0; from < told.length; from += MAX_HEADS_PER_NOTIFICATION) {
    const payload = told.slice(from, from + MAX_HEADS_PER_NOTIFICATION).join(',');
    tx.beforeCommit(`SELECT pg_notify('${EVENTS_CHANNEL}', ${literal(payload)})`);
  }
}

const COLUMNS = 'event_id, principal_id, type, subject_key, trade_id, data, created_at, sequence';

/** Events of a principal after a place in its log, in order; of all types when `types` is undefined. */
export async function eventsAfter(
  db: Db,
  principalId: string,
  afterSequence: bigint,
  types: readonly EventType[] | undefined,
  limit: number,
): Promise<StoredEvent[]> {
  return decodeAll(
    await db.query<object>({
      // PostgreSQL would plan `LIMIT $4` anew at every execution; callers ask for few sizes.
      name: `events_after_${String(limit)}`,
      text: `SELECT ${COLUMNS} FROM event
        WHERE principal_id = $1 AND sequence > $2 AND ($3::text[] IS NULL OR type = ANY ($3))
        ORDER BY sequence LIMIT ${String(limit)}`,
      values: [principalId, afterSequence, types ?? null],
    }),
  );
}

/** The sequence of the principal's newest event; 0 before the first. */
export async function newestSequence(db: Db, principalId: string): Promise<bigint> {
  return (await newestSequences(db, [principalId])).get(principalId) ?? 0n;
}

/** The same for many principals; one without events is left out. */
export async function newestSequences(db: Db, principalIds: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await db.query<{ principal_id: string; sequence: bigint }>({
    name: 'event_heads',
    text: 'SELECT principal_id, sequence FROM event_head WHERE principal_id = ANY ($1::uuid[])',
    values: [principalIds],
  });
  return new Map(rows.map((row) => [row.principal_id, row.sequence]));
}

/** Stamped events by id, in no order. */
export async function findEvents(db: Db, eventIds: readonly string[]): Promise<StoredEvent[]> {
  return decodeAll(
    await db.query<object>({
      name: 'events_by_id',
      text: `SELECT ${COLUMNS} FROM event WHERE event_id = ANY ($1::uuid[]) AND sequence IS NOT NULL`,
      values: [eventIds],
    }),
  );
}
