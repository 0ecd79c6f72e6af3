/** Event reads for subscribers, with the check of their authorization. */
import type { EventType } from '../../domain/effects';
import { groupBy } from '../../domain/group-by';
import { plainArray } from '../sql/arrays';
import { decode } from '../sql/codec';
import type { Db } from '../transactions/statement';
import type { StoredEvent } from './event-log';
import { literal, type Tx } from '../transactions/database';

/** NOTIFY channel for revoked and rotated credentials. Payload: credential ids, comma-separated. */
export const REVOKED_CHANNEL = 'ats_credential_revoked';

// A notification's payload has at most 8,000 bytes.
const MAX_IDS_PER_NOTIFICATION = 100;

/**
 * Notifies every instance of revoked credentials, so that it closes their sockets.
 *
 * The notification is part of the commit, so it needs no further connection and survives a crash of this process. It is a
 * hint: every instance also polls.
 */
export function notifyRevoked(tx: Tx, credentialIds: readonly string[]): void {
  for (let from = 0; from < credentialIds.length; from += MAX_IDS_PER_NOTIFICATION) {
    const ids = credentialIds.slice(from, from + MAX_IDS_PER_NOTIFICATION).join(',');
    tx.beforeCommit(`SELECT pg_notify('${REVOKED_CHANNEL}', ${literal(ids)})`);
  }
}

/** Whether a credential `c` is revoked or expired. */
const HAS_ENDED = '(c.revoked_at IS NOT NULL OR coalesce(c.expires_at <= clock_timestamp(), false))';

/** Returns the revoked and expired ones of the given credentials. */
export async function filterRevoked(db: Db, credentialIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ credential_id: string }>({
    name: 'revoked_among',
    text: `SELECT credential_id FROM credential c WHERE credential_id = ANY ($1::uuid[]) AND ${HAS_ENDED}`,
    values: [credentialIds],
  });
  return rows.map((row) => row.credential_id);
}

/** The credential and human that allow a subscription to a principal's events. */
export interface SubscriberAuthorization {
  readonly credentialId: string;
  /** The acting human, which must stay bound to the principal. Null for other callers. */
  readonly humanId: string | null;
  readonly principalId: string;
}

export interface FeedRequest extends SubscriberAuthorization {
  readonly after: bigint;
  readonly types: readonly EventType[] | undefined;
}

export interface FeedPage {
  /** The credential is revoked or expired: no event may be sent. */
  readonly credentialRevoked: boolean;
  /** The human is not bound to the principal any more. */
  readonly bindingRemoved: boolean;
  /** The principal's newest sequence at the time of the read. */
  readonly head: bigint;
  readonly events: readonly StoredEvent[];
}

export const FEED_PAGE = 100;

/**
 * Reads the next events for one subscriber.
 *
 * The same snapshot checks the authorization, so a lost notification lets no event out after a revocation.
 */
export async function readFeed(db: Db, request: FeedRequest): Promise<FeedPage> {
  const { credentialId, humanId, principalId, after, types } = request;
  const rows = await db.query<Record<string, unknown> & { revoked: boolean; unbound: boolean; head: bigint }>({
    name: 'feed_page',
    text: `SELECT ${HAS_ENDED} AS revoked, coalesce(h.sequence, 0) AS head,
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

/** The next events of several channels, and the authorizations that ended. */
export interface ChannelsPage {
  readonly lost: ReadonlySet<SubscriberAuthorization>;
  /** Events in order, by principal. */
  readonly events: ReadonlyMap<string, readonly StoredEvent[]>;
}

// One statement reads authorizations and events in one snapshot, as `feed_page` does. Each authorization is looked up by its
// key: PostgreSQL would build a hash of the whole table for an EXISTS inside an OR.
const READ_CHANNELS = (limit: number): string => `
  SELECT ARRAY(
      SELECT r.number::int FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) WITH ORDINALITY AS r (credential_id, human_id, principal_id, number)
      WHERE (SELECT NOT ${HAS_ENDED} FROM credential c WHERE c.credential_id = r.credential_id) IS NOT TRUE
        OR r.human_id IS NOT NULL
        AND (SELECT true FROM binding b WHERE b.human_id = r.human_id AND b.principal_id = r.principal_id) IS NULL) AS lost,
    NULL AS event_id, NULL AS principal_id, NULL AS type, NULL AS subject_key, NULL AS trade_id, NULL AS data,
    NULL AS created_at, NULL AS sequence
  UNION ALL
  SELECT NULL, e.* FROM unnest($4::uuid[], $5::bigint[]) AS p (principal_id, after) CROSS JOIN LATERAL (
    SELECT event_id, principal_id, type, subject_key, trade_id, data, created_at, sequence FROM event
    WHERE principal_id = p.principal_id AND sequence > p.after ORDER BY sequence LIMIT ${String(limit)}) e
  ORDER BY sequence NULLS FIRST`;

// The most that one statement reads into memory.
const MAX_EVENTS_PER_READ = 1_000;
const MAX_CHANNELS_PER_READ = 500;
// Reads are rounded up to these sizes, so PostgreSQL plans few different statements.
const CHANNEL_COUNTS = [10, 20, 50, 100, 200, MAX_CHANNELS_PER_READ];

function eventsPerChannel(channels: number): number {
  return MAX_EVENTS_PER_READ / (CHANNEL_COUNTS.find((count) => channels <= count) ?? MAX_CHANNELS_PER_READ);
}

/** Plans one `readChannels`: how many channels fit, and how many events of each. */
export class ChannelReadPlan {
  private channels = 0;
  private events = 0;

  get isFull(): boolean {
    return this.channels === MAX_CHANNELS_PER_READ || this.events >= MAX_EVENTS_PER_READ;
  }

  /** The most events that are read for each channel. */
  get limit(): number {
    return eventsPerChannel(this.channels);
  }

  /** @param unreadEvents events of the channel that are known and not read yet */
  add(unreadEvents: bigint): void {
    this.channels += 1;
    this.events += Math.min(Number(unreadEvents), eventsPerChannel(1));
  }
}

interface ChannelsRow {
  readonly lost: number[] | null;
}

/** Reads the next events of several principals, at most `limit` each, and checks the authorizations. */
export async function readChannels(
  db: Db,
  positions: readonly { readonly principalId: string; readonly after: bigint }[],
  authorizations: readonly SubscriberAuthorization[],
  limit: number,
): Promise<ChannelsPage> {
  const [first, ...rows] = await db.query<ChannelsRow>({
    name: `feed_channels_${String(limit)}`,
    text: READ_CHANNELS(limit),
    values: [
      plainArray(authorizations.map((authorization) => authorization.credentialId)),
      plainArray(authorizations.map((authorization) => authorization.humanId)),
      plainArray(authorizations.map((authorization) => authorization.principalId)),
      plainArray(positions.map((position) => position.principalId)),
      plainArray(positions.map((position) => position.after)),
    ],
  });
  const lost = (first?.lost ?? []).flatMap((number) => authorizations[number - 1] ?? []);
  const events = rows.map(({ lost: _lost, ...row }) => decode<StoredEvent>(row));
  return { lost: new Set(lost), events: groupBy(events, ({ principalId }) => principalId) };
}
