import { findEvents, type StoredEvent } from '../../src/database/events/event-log';
import type { Db } from '../../src/database/transactions/statement';
import type { EventType } from '../../src/domain/effects';

/** Reads the events of a principal after a sequence, in order. */
export async function eventsAfter(
  db: Db,
  principalId: string,
  afterSequence: bigint,
  types: readonly EventType[] | undefined,
  limit: number,
): Promise<StoredEvent[]> {
  const rows = await db.query<{ event_id: string }>({
    text: `SELECT event_id FROM event WHERE principal_id = $1 AND sequence > $2 AND ($3::text[] IS NULL OR type = ANY ($3))
      ORDER BY sequence LIMIT $4`,
    values: [principalId, afterSequence, types ?? null, limit],
  });
  const ids = rows.map(({ event_id: id }) => id);
  const found = new Map((await findEvents(db, ids)).map((event) => [event.eventId, event]));
  return ids.flatMap((id) => found.get(id) ?? []);
}
