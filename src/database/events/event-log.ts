import type { NewEvent } from '../../domain/effects';
import { readAll } from '../sql/read';
import type { Db, Statement } from '../transactions/statement';
import { literal, type Tx } from '../transactions/database';
import { enqueueDeliveries, lockFreeEvents } from '../repositories/webhook-queue';

/** NOTIFY channel for new events. Payload: `<principal id>:<newest sequence>,…`. Readers also poll. */
export const EVENTS_CHANNEL = 'ats_events';
// A notification's payload has at most 8,000 bytes. An entry has at most 54.
const MAX_HEADS_PER_NOTIFICATION = 140;

/** Parses the payload of a notification. */
export function parseHeads(payload: string): [principalId: string, sequence: bigint][] {
  return payload.split(',').flatMap((entry) => {
    const [id = '', sequence = ''] = entry.split(':');
    return /^\d+$/.test(sequence) ? [[id, BigInt(sequence)] as [string, bigint]] : [];
  });
}

/** An event with its sequence in the log. */
export interface StoredEvent extends NewEvent {
  readonly createdAt: Date;
  /** Sequence within the principal's events, from 1, without gaps. */
  readonly sequence: bigint;
}

// The rows of `event_head` are the locks. They are held until the commit, so that sequences become visible in their order.
// Locks are taken in the order of the principals, so that two relays cannot deadlock. A relay waits for the events that
// another one has locked. That one may be cut off, and a later event of a trade would get a lower number.
// This process joins events and heads:
// PostgreSQL may plan the join while the table is empty, and would then compare all pairs.
const assignSql = (batch: string): string => `
  WITH batch AS (${batch}), heads AS (
    INSERT INTO event_head AS h (principal_id, sequence)
    SELECT principal_id, count(*) FROM batch GROUP BY principal_id ORDER BY principal_id
    ON CONFLICT (principal_id) DO UPDATE SET sequence = h.sequence + excluded.sequence
    RETURNING principal_id, sequence
  )
  SELECT principal_id, sequence AS head, NULL AS event_id, NULL AS log_no FROM heads
  UNION ALL SELECT principal_id, NULL, event_id, log_no FROM batch
  ORDER BY head, log_no NULLS FIRST, event_id`;
const ASSIGN_FIRST = assignSql(`
    SELECT event_id, principal_id, log_no FROM event
    WHERE sequence IS NULL ORDER BY log_no NULLS FIRST, event_id LIMIT $1 FOR NO KEY UPDATE`);
const ASSIGN_CHOSEN = assignSql(`
    SELECT event_id, principal_id, log_no FROM event
    WHERE sequence IS NULL AND event_id = ANY ($1::uuid[]) ORDER BY log_no NULLS FIRST, event_id FOR NO KEY UPDATE`);

/** A row of `assignSql` for an event. */
interface UnsequencedEvent {
  readonly event_id: string;
  readonly principal_id: string;
  readonly head: null;
}

/** A row of `assignSql` for a principal: the sequence of its last event in the batch. */
interface Head {
  readonly principal_id: string;
  readonly head: bigint;
}

interface SequencedEvent {
  readonly event: UnsequencedEvent;
  readonly sequence: bigint;
}

/** Assigns sequences in order. The last event of each principal gets the head. */
function withSequences(events: readonly UnsequencedEvent[], heads: readonly Head[]): SequencedEvent[] {
  const nextSequences = new Map(heads.map(({ principal_id: id, head }) => [id, head]));
  const withSequence = (event: UnsequencedEvent): SequencedEvent => {
    const sequence = nextSequences.get(event.principal_id);
    if (sequence === undefined) throw new Error(`no head for an event of ${event.principal_id}`);
    nextSequences.set(event.principal_id, sequence - 1n);
    return { event, sequence };
  };
  return events.toReversed().map(withSequence).reverse();
}

const STORE_SEQUENCES = `
  UPDATE event e SET sequence = n.sequence FROM unnest($1::uuid[], $2::bigint[]) AS n (event_id, sequence)
  WHERE e.event_id = n.event_id`;

/**
 * Assigns sequences to up to `limit` events, creates their webhook deliveries and notifies subscribers. Returns the count.
 * @param onDeliveries called after the commit if there are deliveries to send
 */
export function assignSequences(tx: Tx, limit: number, onDeliveries?: () => void): Promise<number> {
  return assign(tx, { name: 'event_assign_sequences', text: ASSIGN_FIRST, values: [limit] }, onDeliveries);
}

/**
 * Like `assignSequences`, but it waits for no agent and no endpoint. It numbers no events of principals that have a
 * locked one, nor of those in `postponed`.
 * @returns the number of events that it read, and the principals with a locked row
 */
export async function assignFreeSequences(
  tx: Tx,
  limit: number,
  postponed: readonly string[],
  onDeliveries?: () => void,
): Promise<{ readonly count: number; readonly held: readonly string[] }> {
  const events = await lockFreeEvents(tx, limit, postponed);
  const held = new Set(events.filter(({ isHeld }) => isHeld).map(({ principalId }) => principalId));
  const free = events.filter(({ isHeld }) => !isHeld).map(({ eventId }) => eventId);
  if (free.length > 0) {
    await assign(tx, { name: 'event_assign_chosen', text: ASSIGN_CHOSEN, values: [free] }, onDeliveries);
  }
  return { count: events.length, held: [...held] };
}

async function assign(tx: Tx, statement: Statement, onDeliveries?: () => void): Promise<number> {
  const rows = await tx.query<UnsequencedEvent | Head>(statement);
  if (rows.length === 0) return 0;
  const heads = rows.filter((row) => row.head !== null);
  const events = withSequences(
    rows.filter((row) => row.head === null),
    heads,
  );
  const ids = events.map(({ event }) => event.event_id);
  await tx.query({
    name: 'event_store_sequences',
    text: STORE_SEQUENCES,
    values: [ids, events.map(({ sequence }) => String(sequence))],
  });
  const hasDeliveries = await enqueueDeliveries(tx, ids);
  if (hasDeliveries && onDeliveries) tx.afterCommit(onDeliveries);
  notifyHeads(tx, heads);
  return events.length;
}

function notifyHeads(tx: Tx, heads: readonly Head[]): void {
  const entries = heads.map(({ principal_id: id, head }) => `${id}:${String(head)}`);
  for (let from = 0; from < entries.length; from += MAX_HEADS_PER_NOTIFICATION) {
    const payload = entries.slice(from, from + MAX_HEADS_PER_NOTIFICATION).join(',');
    tx.beforeCommit(`SELECT pg_notify('${EVENTS_CHANNEL}', ${literal(payload)})`);
  }
}

export const EVENT_COLUMNS = 'event_id, principal_id, type, subject_key, trade_id, data, created_at, sequence';

/** Returns the sequence of the principal's newest event. 0 if there is none. */
export async function newestSequence(db: Db, principalId: string): Promise<bigint> {
  return (await newestSequences(db, [principalId])).get(principalId) ?? 0n;
}

/** Returns the newest sequences by principal id. Principals without events are left out. */
export async function newestSequences(db: Db, principalIds: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await db.query<{ principal_id: string; sequence: bigint }>({
    name: 'event_heads',
    text: 'SELECT principal_id, sequence FROM event_head WHERE principal_id = ANY ($1::uuid[])',
    values: [principalIds],
  });
  return new Map(rows.map((row) => [row.principal_id, row.sequence]));
}

/** Returns the events with a sequence by id, in any order. */
export async function findEvents(db: Db, eventIds: readonly string[]): Promise<StoredEvent[]> {
  return readAll(db, {
    name: 'events_by_id',
    text: `SELECT ${EVENT_COLUMNS} FROM event WHERE event_id = ANY ($1::uuid[]) AND sequence IS NOT NULL`,
    values: [eventIds],
  });
}
