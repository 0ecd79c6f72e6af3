import type { EventType } from '../domain/effects';
import { decode } from './codec';
import type { Db } from './db';
import type { StoredEvent } from './event-log';

/** NOTIFY when credentials were revoked or rotated away; payload: credential ids, comma-separated. */
export const REVOKED_CHANNEL = 'ats_credential_revoked';

/** Tells every instance to close the sockets of these credentials (contract §3). After the commit: a hint, no promise. */
export async function notifyRevoked(db: Db, credentialIds: readonly string[]): Promise<void> {
  await db.query({
    name: 'notify_revoked',
    text: `SELECT pg_notify('${REVOKED_CHANNEL}', $1)`,
    values: [credentialIds.join(',')],
  });
}

/** Those of the credentials that are revoked. */
export async function revokedAmong(db: Db, credentialIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ credential_id: string }>({
    name: 'revoked_among',
    text: 'SELECT credential_id FROM credential WHERE credential_id = ANY ($1::uuid[]) AND revoked_at IS NOT NULL',
    values: [credentialIds],
  });
  return rows.map((row) => row.credential_id);
}

export interface FeedRequest {
  readonly credentialId: string;
  /** The acting human, who must still be bound to the principal; null for other callers. */
  readonly humanId: string | null;
  readonly principalId: string;
  readonly after: bigint;
  readonly types: readonly EventType[] | undefined;
}

export interface FeedPage {
  /** The credential is revoked: nothing may be sent any more. */
  readonly revoked: boolean;
  /** The human is bound to the principal no longer. */
  readonly unbound: boolean;
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
  if (first === undefined) return { revoked: true, unbound: false, head: 0n, events: [] };
  const events = rows
    .filter((row) => row['event_id'] !== null)
    .map(({ revoked: _revoked, unbound: _unbound, head: _head, ...event }) => decode<StoredEvent>(event));
  return { revoked: first.revoked, unbound: first.unbound, head: first.head, events };
}
