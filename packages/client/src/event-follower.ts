import { linkAbort } from './abort';
import { createEventStream, type EventStreamOptions, type TradingEvent } from './events';
import type { CursorStore } from './cursor-store';
import type { Operations } from './operations';
import type { OutageOptions } from './outage';
import type { EventType } from './schema';

/** Called with one event at a time. `stop` ends the loop after this event is stored. */
export type EventHandler = (event: TradingEvent, stop: () => void) => unknown;

export interface FollowOptions extends OutageOptions {
  /** Keeps the cursor of the last handled event. An empty store begins with the first event of the principal. */
  readonly store: CursorStore;
  /**
   * The first event for an empty store: the first one of the principal (`first`, the default), or the next new one
   * (`now`). A stored cursor always counts.
   */
  readonly start?: 'first' | 'now';
  /** Types to follow: `['TRADE_COMPLETED', …]`; default all. */
  readonly types?: readonly EventType[];
  readonly principalKey?: string;
  readonly signal?: AbortSignal;
}

const PAGE_SIZE = 200;

/**
 * Handles each event at least once, in order. The cursor is stored after the handler has finished.
 * If the handler throws, the cursor stays and the promise rejects, so the next call begins with the same event.
 */
export async function followEvents(
  connection: EventStreamOptions,
  operations: Operations,
  handler: EventHandler,
  options: FollowOptions,
): Promise<void> {
  const ending = new AbortController();
  const unlink = linkAbort(ending, options.signal);
  try {
    await followUntil(ending, connection, operations, handler, options);
  } finally {
    unlink();
  }
}

async function followUntil(
  ending: AbortController,
  connection: EventStreamOptions,
  operations: Operations,
  handler: EventHandler,
  { store, start = 'first', types, principalKey, maximumFailures, onInterruption }: FollowOptions,
): Promise<void> {
  const { signal } = ending;
  const stop = (): void => ending.abort();
  const hasEnded = (): boolean => signal.aborted;
  const handle = async (event: TradingEvent): Promise<void> => {
    await handler(event, stop);
    await store.save(event.cursor);
  };
  const after =
    (await store.load()) ??
    (start === 'now' ? await saveNewest(operations, store, principalKey, signal) : undefined) ??
    (await handleFirstPage(operations, handle, store, { types, principalKey }, signal));
  if (hasEnded()) return;
  const stream = createEventStream({ ...connection, types, principalKey, after, maximumFailures, onInterruption });
  const close = (): void => stream.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    for await (const event of stream) {
      await handle(event);
      if (hasEnded()) return;
    }
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
}

/** Stores the cursor of the newest event and returns it; undefined: the principal has no event. */
async function saveNewest(
  operations: Operations,
  store: CursorStore,
  principalKey: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  const newest = { first: 1, orderBy: { field: 'SEQUENCE', direction: 'DESC' }, principalKey } as const;
  const page = await operations.principals.events(newest, { signal }).catch(unless(signal));
  const cursor = page?.nodes[0]?.cursor;
  if (cursor !== undefined) await store.save(cursor);
  return cursor;
}

type Selected = Pick<FollowOptions, 'types' | 'principalKey'>;

/** Handles the oldest events and returns the cursor after them. A page without events has a cursor too. */
async function handleFirstPage(
  operations: Operations,
  handle: (event: TradingEvent) => Promise<void>,
  store: CursorStore,
  selected: { readonly [Name in keyof Selected]: Selected[Name] | undefined },
  signal: AbortSignal,
): Promise<string | undefined> {
  const page = await operations.principals.events({ first: PAGE_SIZE, ...selected }, { signal }).catch(unless(signal));
  if (!page) return undefined;
  const { nodes, pageInfo } = page;
  for (const event of nodes) {
    await handle(event);
    if (signal.aborted) return event.cursor;
  }
  const cursor = pageInfo.endCursor ?? undefined;
  if (nodes.length === 0 && cursor !== undefined) await store.save(cursor);
  return cursor;
}

/** Ignores the error of a request that the signal has aborted. */
function unless(signal: AbortSignal): (error: unknown) => undefined {
  return (error) => {
    if (!signal.aborted) throw error;
  };
}
