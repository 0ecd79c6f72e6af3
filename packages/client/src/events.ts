import type { EventType } from './schema';
import { subscribe, type SubscriptionConnection } from './subscribe';

/** An event with the default selection. `type` is GraphQL's: `TRADE_COMPLETED`. docs/reference/events.md lists all. */
export interface TradingEvent {
  readonly id: string;
  readonly cursor: string;
  readonly type: EventType;
  readonly sequence: number;
  readonly subjectKey: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface EventStreamOptions extends SubscriptionConnection {
  /** Subscription field; default `events`. */
  readonly field?: 'events' | 'tradeCompleted' | 'tradeFailed';
  readonly principalKey?: string | undefined;
  /** For `events` only: `['TRADE_COMPLETED', …]`; default all. */
  readonly types?: readonly EventType[] | undefined;
  /**
   * Cursor of the last handled event. Default: new events only. Without it, events are missed if the connection is lost
   * before the first one. `follow` has a cursor from its start.
   */
  readonly after?: string | undefined;
  /** Fields of `Event`, including `cursor`. */
  readonly selection?: string;
}

export interface EventStream<E extends { readonly cursor: string } = TradingEvent> extends AsyncIterable<E> {
  /** Cursor of the last event. Store it to resume later. */
  readonly cursor: string | undefined;
  /** Ends the iteration and the socket. */
  close(): void;
}

const SELECTION = 'id cursor type sequence subjectKey timestamp data';

/**
 * Streams the principal's events over graphql-transport-ws, without gaps after a cursor. After a lost connection it opens a
 * new socket with a new signature and resumes after the last event. Iterate once. Throws EventStreamClosed or ApiError for permanent errors.
 */
export function createEventStream<E extends { readonly cursor: string } = TradingEvent>(
  options: EventStreamOptions,
): EventStream<E> {
  const closing = new AbortController();
  const position = { cursor: options.after };
  return {
    get cursor() {
      return position.cursor;
    },
    close: () => closing.abort(),
    [Symbol.asyncIterator]: () => streamEvents<E>(options, position, closing.signal),
  };
}

async function* streamEvents<E extends { readonly cursor: string }>(
  options: EventStreamOptions,
  position: { cursor: string | undefined },
  signal: AbortSignal,
): AsyncGenerator<E, void, undefined> {
  const request = (): ReturnType<typeof subscription> => subscription(options, position.cursor);
  for await (const event of subscribe<E>(options, request, options.field ?? 'events', signal)) {
    position.cursor = event.cursor;
    yield event;
  }
}

function subscription(
  options: EventStreamOptions,
  after: string | undefined,
): { query: string; variables: Record<string, unknown> } {
  const field = options.field ?? 'events';
  const selection = options.selection ?? SELECTION;
  const variables = { principalKey: options.principalKey, after };
  if (field !== 'events') {
    const query = `subscription ($principalKey: ID, $after: String) { ${field}(principalKey: $principalKey, after: $after) { ${selection} } }`;
    return { query, variables };
  }
  const query = `subscription ($principalKey: ID, $types: [EventType!], $after: String) { events(principalKey: $principalKey, types: $types, after: $after) { ${selection} } }`;
  return { query, variables: { ...variables, types: options.types } };
}
