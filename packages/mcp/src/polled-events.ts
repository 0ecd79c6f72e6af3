import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStream } from '#client';
import type { Connection, EventSelection } from './service';

/** A wait for events of the caller, inside the service. It holds no connection to the database. */
export interface EventWait {
  /** True after `end`, after a revocation of the credential, and when the service stops. */
  isEnded(): boolean;
  /** Resolves when there may be new events, or when the wait has ended. */
  next(): Promise<void>;
  end(): void;
}

/** Begins a wait after a cursor. @throws ApiError if the caller has too many of them */
export type BeginWait = (after: string) => Promise<EventWait>;

const PAGE = 50;
/** A principal with many events of other types must not use up its budget of reads. */
const MIN_READ_INTERVAL_MS = 500;

/** Streams events by a query after each wait, so that each page is read with the rights of its moment. */
export function createPolledEvents<E extends { readonly cursor: string }>(
  client: Connection['client'],
  beginWait: BeginWait,
  { after, types, selection = 'cursor' }: EventSelection,
): EventStream<E> {
  const document = `query ($after: String, $types: [EventType!]) {
    principal { events(first: ${PAGE}, after: $after, types: $types) { nodes { ${selection} } } } }`;
  const state: { cursor: string; isClosed: boolean; wait?: EventWait } = { cursor: after, isClosed: false };

  const readPage = async (): Promise<readonly E[]> => {
    type Data = { principal: { events: { nodes: E[] } } };
    const { principal } = await client.queryOrThrow<Data>(document, { after: state.cursor, types });
    return principal.events.nodes;
  };

  async function* read(): AsyncGenerator<E, void, undefined> {
    const wait = await beginWait(after);
    state.wait = wait;
    try {
      while (!wait.isEnded() && !state.isClosed) {
        const readAt = performance.now();
        const page = await readPage();
        for (const event of page) {
          state.cursor = event.cursor;
          yield event;
        }
        if (page.length > 0) continue;
        await wait.next();
        if (!wait.isEnded()) await sleep(Math.max(0, readAt + MIN_READ_INTERVAL_MS - performance.now()));
      }
    } finally {
      wait.end();
    }
  }

  return {
    get cursor() {
      return state.cursor;
    },
    close() {
      state.isClosed = true;
      state.wait?.end();
    },
    [Symbol.asyncIterator]: read,
  };
}
