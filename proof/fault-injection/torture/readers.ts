import { eventCursor } from '../../../src/domain/events/event-cursor';
import { idOf } from '../../../src/domain/keys';
import { createClient, createEventStream, type EventStream, type Signer } from '../../../src/client';
import { FeedReader } from '../chaos/readers';
import type { Connection } from '../../../test/support/ledger';
import { until } from '../../../test/support/service';
import type { Party } from './cast';
import type { Feed } from './check';

/** Who reads a party's events while everything fails: page by page at both servers, and over a socket at one. Not a test. */

const ALL_WITHIN_MS = 60_000;

export interface Readers {
  /** To the end of the log as it is now. What is missing is for the checker to find. */
  finish(db: Connection): Promise<Feed[]>;
  stop(): void;
}

/** @param at which server has the socket */
export function follow(servers: readonly string[], party: Party, at: number): Readers {
  const { credential, agentId, principalKey: principal } = party;
  const signer: Signer = { credential, agentId };
  const state = { read: false };
  const pages = new FeedReader(
    servers.map((url) => createClient({ url, ...signer, retry: { attempts: 1 }, timeoutMs: 8_000 })),
  );
  const paging = pages.follow(() => state.read);
  const heard: string[] = [];
  const stream = createEventStream({
    url: servers[at % servers.length] ?? '',
    ...signer,
    after: eventCursor(0n),
    // A socket may be half open: somebody has to ask.
    keepAliveMs: 2_000,
    retry: { baseMs: 50, maximumMs: 1_000 },
  });
  const hearing = hear(stream, heard);
  const stop = (): void => {
    state.read = true;
    stream.close();
  };
  return {
    stop,
    async finish(db) {
      state.read = true;
      await paging;
      const count = await eventsOf(db, principal);
      await until(() => heard.length >= count, 'the socket to have everything', ALL_WITHIN_MS).catch(() => undefined);
      stop();
      const ended = await hearing;
      return [
        { principal, by: 'page', ids: pages.heard.map(({ id }) => id) },
        { principal, by: ended === undefined ? 'socket' : `socket that ended with ${ended}`, ids: heard },
      ];
    },
  };
}

async function eventsOf(db: Connection, principalKey: string): Promise<number> {
  const id = idOf('prn', principalKey);
  const [row] = await db.sql<{ count: bigint }>('SELECT count(*) FROM event WHERE principal_id = $1', id);
  return Number(row?.count ?? 0);
}

/** Resolves when the stream is closed; with why, where it ended by itself. */
async function hear(stream: EventStream, heard: string[]): Promise<string | undefined> {
  try {
    for await (const { id } of stream) heard.push(id);
    return undefined;
  } catch (error) {
    return String(error);
  }
}
