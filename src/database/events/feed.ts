import type { EventType } from '../../domain/effects';
import { plainArray } from '../sql/arrays';
import { decode } from '../sql/codec';
import type { Db } from '../transactions/statement';
import type { StoredEvent } from './event-log';
import { StoredPayloadEvent, type StoredPayloadRow } from './stored-payload';
import { literal, type Tx } from '../transactions/database';

/** NOTIFY when credentials were revoked or rotated away; payload: credential ids, comma-separated. */
export const REVOKED_CHANNEL = 'ats_credential_revoked';

// A notification holds 8,000 bytes.
const MAX_IDS_PER_NOTIFICATION = 100;

/**
 * Tells every instance to close the sockets of these credentials (contract §3), with the commit itself: whatever else
 * waits for a connection, and whether or not this process lives on. A hint all the same: readers look by themselves.
 */
export function notifyRevoked(tx: Tx, credentialIds: readonly string[]): void {
  for (let from = 0; from < credentialIds.length; from += MAX_IDS_PER_NOTIFICATION) {
    const ids = credentialIds.slice(from, from + MAX_IDS_PER_NOTIFICATION).join(',');
    tx.beforeCommit(`SELECT pg_notify('${REVOKED_CHANNEL}', ${literal(ids)})`);
  }
}

/** Those of the credentials that are revoked. */
export async function filterRevoked(db: Db, credentialIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ credential_id: string }>({
    name: 'revoked_among',
    text: 'SELECT credential_id FROM credential WHERE credential_id = ANY ($1::uuid[]) AND revoked_at IS NOT NULL',
    values: [credentialIds],
  });
  return rows.map((row) => row.credential_id);
}

/** What makes somebody a subscriber of a principal's events. */
export interface SubscriberAuthorization {
  readonly credentialId: string;
  /** The acting human, who must still be bound to the principal; null for other callers. */
  readonly humanId: string | null;
  readonly principalId: string;
}

export interface FeedRequest extends SubscriberAuthorization {
  readonly after: bigint;
  readonly types: readonly EventType[] | undefined;
}

export interface FeedPage {
  /** The credential is revoked: nothing may be sent any more. */
  readonly credentialRevoked: boolean;
  /** The human is bound to the principal no longer. */
  readonly bindingRemoved: boolean;
  /** The principal's newest sequence when this was read. */
  readonly head: bigint;
  readonly events: readonly StoredEvent[];
}

export const FEED_PAGE = 100;

/**
 * The next events for one subscriber. The right to them is read with them, in one snapshot, so that a lost notification
 * cannot let an event out after the revocation (events.md §3).
 */
export async function readFeed(db: Db, request: FeedRequest): Promise<FeedPage> {
  const { credentialId, humanId, principalId, after, types } = request;
  const rows = await db.query<Record<string, unknown> & { revoked: boolean; unbound: boolean; head: bigint }>({
    name: 'feed_page',
    text: `SELECT c.revoked_at IS NOT NULL AS revoked, coalesce(h.sequence, 0) AS head,
        $2::uuid IS NOT NULL AND NOT EXISTS (SELECT FROM binding b WHERE b.human_id = $2 AND b.principal_id = $3) AS unbound, e.*
      FROM credential c
      LEFT JOIN event_head h ON h.principal_id = $3
      LEFT JOIN LATERAL (
        SELECT event_id, principal_id, type, subject_key, trade_id, data, created_at, sequence FROM event
        WHERE principal_id = $3 AND sequence > $4 AND ($5::text[] IS NULL OR type = ANY ($5))
        ORDER BY sequence LIMIT ${String(FEED_PAGE)}) e ON true
      WHERE c.credential_id = $1 ORDER BY e.sequence`,
    values: [credentialId, humanId, principalId, after, types ?? null],
  });
  const [first] = rows;
  if (first === undefined) return { credentialRevoked: true, bindingRemoved: false, head: 0n, events: [] };
  const events = rows
    .filter((row) => row['event_id'] !== null)
    .map(({ revoked: _revoked, unbound: _unbound, head: _head, ...event }) => decode<StoredEvent>(event));
  return { credentialRevoked: first.revoked, bindingRemoved: first.unbound, head: first.head, events };
}

/** What many subscribers who are at the same place of their principals' logs are given next. */
export interface ChannelsPage {
  /** Those of the rights that are gone: revoked credentials, humans bound no longer. */
  readonly lost: ReadonlySet<SubscriberAuthorization>;
  /** By principal, in order. */
  readonly events: ReadonlyMap<string, readonly StoredPayloadEvent[]>;
}

// As in `feed_page`: rights and events in one snapshot. Rights are looked up one by one: of an EXISTS within an OR
// PostgreSQL makes a hash of the whole table. What is frozen has nearly all of an event, in one text that Node reads faster
// than the columns it was made of.
const READ_CHANNELS = (limit: number): string => `
  SELECT ARRAY(
      SELECT r.number::int FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) WITH ORDINALITY AS r (credential_id, human_id, principal_id, number)
      WHERE (SELECT c.revoked_at IS NULL FROM credential c WHERE c.credential_id = r.credential_id) IS NOT TRUE
        OR r.human_id IS NOT NULL
        AND (SELECT true FROM binding b WHERE b.human_id = r.human_id AND b.principal_id = r.principal_id) IS NULL) AS lost,
    NULL AS event_id, NULL AS principal_id, NULL AS subject_key, NULL AS trade_id, NULL AS payload, NULL AS sequence
  UNION ALL
  SELECT NULL, e.* FROM unnest($4::uuid[], $5::bigint[]) AS p (principal_id, after) CROSS JOIN LATERAL (
    SELECT event_id, principal_id, subject_key, trade_id, payload, sequence FROM event
    WHERE principal_id = p.principal_id AND sequence > p.after ORDER BY sequence LIMIT ${String(limit)}) e
  ORDER BY sequence NULLS FIRST`;

interface ChannelsRow extends StoredPayloadRow {
  readonly lost: number[] | null;
}

// What is held in memory at once.
const MAX_EVENTS_PER_READ = 1_000;
const MAX_CHANNELS_PER_READ = 500;
// Of so many rooms one statement reads alike: few texts, each of which PostgreSQL plans once.
const SIZES = [10, 20, 50, 100, 200, MAX_CHANNELS_PER_READ];

function eventsPerChannel(rooms: number): number {
  return MAX_EVENTS_PER_READ / (SIZES.find((size) => rooms <= size) ?? MAX_CHANNELS_PER_READ);
}

/** What one `readRooms` is to read: as many rooms as have its events between them. */
export class ChannelReadPlan {
  private channels = 0;
  private events = 0;

  get full(): boolean {
    return this.channels === MAX_CHANNELS_PER_READ || this.events >= MAX_EVENTS_PER_READ;
  }

  /** The most that is read of each. */
  get limit(): number {
    return eventsPerChannel(this.channels);
  }

  /** @param behind events that are known and not read yet */
  add(behind: bigint): void {
    this.channels += 1;
    this.events += Math.min(Number(behind), eventsPerChannel(1));
  }
}

/** The next events of principals, at most `limit` each, and who of the subscribers may hear nothing any more. */
export async function readChannels(
  db: Db,
  places: readonly { readonly principalId: string; readonly after: bigint }[],
  rights: readonly SubscriberAuthorization[],
  limit: number,
): Promise<ChannelsPage> {
  const [rest, ...rows] = await db.query<ChannelsRow>({
    name: `feed_rooms_${String(limit)}`,
    text: READ_CHANNELS(limit),
    values: [
      plainArray(rights.map((right) => right.credentialId)),
      plainArray(rights.map((right) => right.humanId)),
      plainArray(rights.map((right) => right.principalId)),
      plainArray(places.map((place) => place.principalId)),
      plainArray(places.map((place) => place.after)),
    ],
  });
  const lost = (rest?.lost ?? []).flatMap((number) => rights[number - 1] ?? []);
  const events = new Map<string, StoredPayloadEvent[]>();
  for (const row of rows) {
    const event = new StoredPayloadEvent(row);
    const known = events.get(event.principalId);
    if (known) known.push(event);
    else events.set(event.principalId, [event]);
  }
  return { lost: new Set(lost), events };
}
