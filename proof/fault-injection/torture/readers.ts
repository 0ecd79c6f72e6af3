import { eventCursor } from '../../../src/domain/events/event-cursor';
import { idOf } from '../../../src/domain/keys';
import { createClient, createEventStream, type EventStream, type Signer } from '../../../src/client';
import { FeedReader } from '../chaos/readers';
import type { Connection } from '../../../test/support/ledger';
import { until } from '../../../test/support/service';
import type { Party } from './parties';
import type { Feed } from './check';

/** Reads a party's events during the faults: by page from both servers, and over a socket from one. */

const READ_TIMEOUT_MS = 60_000;

export interface Readers {
  /** Reads to the current end of the log. The checker then finds missing events. */
  finish(db: Connection): Promise<Feed[]>;
  stop(): void;
}

/** @param at the server of the socket */
export function followEvents(servers: readonly string[], party: Party, at: number): Readers {
  const { credential, agentId, principalKey: principal } = party;
  const signer: Signer = { credential, agentId };
  const state = { read: false };
  const pages = new FeedReader(
    servers.map((url) => createClient({ url, ...signer, retry: { attempts: 1 }, timeoutMs: 8_000 })),
  );
  const paging = pages.readUntil(() => state.read);
  const received: string[] = [];
  const stream = createEventStream({
    url: servers[at % servers.length] ?? '',
    ...signer,
    after: eventCursor(0n),
    // A half-open socket is found by pings only.
    keepAliveMs: 2_000,
    retry: { baseMs: 50, maximumMs: 1_000 },
  });
  const collecting = collectIds(stream, received);
  const stop = (): void => {
    state.read = true;
    stream.close();
  };
  return {
    stop,
    async finish(db) {
      state.read = true;
      await paging;
      const count = await countEvents(db, principal);
      await until(() => received.length >= count, 'the socket to receive all events', READ_TIMEOUT_MS).catch(
        () => undefined,
      );
      stop();
      const ended = await collecting;
      return [
        { principal, by: 'page', ids: pages.events.map(({ id }) => id) },
        { principal, by: ended === undefined ? 'socket' : `socket that ended with ${ended}`, ids: received },
      ];
    },
  };
}

async function countEvents(db: Connection, principalKey: string): Promise<number> {
  const id = idOf('prn', principalKey);
  const [row] = await db.sql<{ count: bigint }>('SELECT count(*) FROM event WHERE principal_id = $1', id);
  return Number(row?.count ?? 0);
}

/** Collects event ids until the stream is closed. Returns the error if the stream fails. */
async function collectIds(stream: EventStream, received: string[]): Promise<string | undefined> {
  try {
    for await (const { id } of stream) received.push(id);
    return undefined;
  } catch (error) {
    return String(error);
  }
}
