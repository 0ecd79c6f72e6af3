import { setTimeout as sleep } from 'node:timers/promises';
import { endpoint } from './client';
import { ApiError, errorOfGraphQL } from './errors';
import { isTransient, jitter } from './retry';
import { openSocket, type SignaturePlacement } from './socket';
import type { Signer } from './sign';

/** An event as the default selection reads it (events §1). `type` is GraphQL's: `TRADE_COMPLETED`. */
export interface TradingEvent {
  readonly id: string;
  readonly cursor: string;
  readonly type: string;
  readonly sequence: number;
  readonly subjectKey: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface EventStreamOptions extends Signer {
  /** The service's address, or that of its GraphQL endpoint. */
  readonly url: string | URL;
  /** Which subscription; default `events`. */
  readonly field?: 'events' | 'tradeCompleted' | 'tradeFailed';
  readonly principalKey?: string;
  /** For `events` only: `['TRADE_COMPLETED', …]`; default all. */
  readonly types?: readonly string[];
  /** The cursor of the last event handled. Without it the stream is from now on. */
  readonly after?: string | undefined;
  /** Fields of `Event`; must hold `cursor`. */
  readonly selection?: string;
  readonly proof?: SignaturePlacement;
  readonly clock?: () => Date;
  readonly keepAliveMs?: number;
  /** Bounds of the wait before connecting again. */
  readonly retry?: { readonly baseMs: number; readonly maximumMs: number };
  /** How many times in a row it may fail without one event before it throws; default: no end. */
  readonly maximumFailures?: number;
}

/** The server closed the socket for a reason that a new one would not mend: 4401 revoked, 4403 refused, … */
export class EventStreamClosed extends Error {
  override readonly name = 'EventStreamClosed';

  constructor(
    /** The WebSocket's close code; the HTTP status where the upgrade itself was refused. */
    readonly closeCode: number,
    readonly reason: string,
  ) {
    super(`event stream closed with ${closeCode}${reason === '' ? '' : `: ${reason}`}`);
  }
}

export interface EventStream<E extends { readonly cursor: string } = TradingEvent> extends AsyncIterable<E> {
  /** The cursor of the event given last: store it to go on from here another time. */
  readonly cursor: string | undefined;
  /** Ends the iteration and the socket. */
  close(): void;
}

// Coming back would be refused the same way: bad request, revoked, forbidden, subprotocol, subscriber. Too many (4429) is
// what the upgrade's 429 is: it passes.
const FINAL_CODES = new Set([4400, 4401, 4403, 4406, 4409]);
const SELECTION = 'id cursor type sequence subjectKey timestamp data';

/**
 * The principal's events over graphql-transport-ws, gap-free: a lost socket is opened anew, with a new signature, and
 * subscribed after the last event given. Iterate once. Throws EventStreamClosed or ApiError on what trying again would
 * not mend.
 */
export function createEventStream<E extends { readonly cursor: string } = TradingEvent>(
  options: EventStreamOptions,
): EventStream<E> {
  const closing = new AbortController();
  const place = { cursor: options.after };
  return {
    get cursor() {
      return place.cursor;
    },
    close: () => closing.abort(),
    [Symbol.asyncIterator]: () => follow<E>(options, place, closing.signal),
  };
}

async function* follow<E extends { readonly cursor: string }>(
  options: EventStreamOptions,
  place: { cursor: string | undefined },
  signal: AbortSignal,
): AsyncGenerator<E, void, undefined> {
  const retry = options.retry ?? { baseMs: 200, maximumMs: 30_000 };
  const most = options.maximumFailures ?? Infinity;
  const closed = (): boolean => signal.aborted;
  for (let failures = 1; !closed(); failures += 1) {
    let end: unknown = new EventStreamClosed(1000, 'ended by the server');
    try {
      for await (const event of oneSocket<E>(options, place.cursor, signal)) {
        place.cursor = event.cursor;
        failures = 0;
        yield event;
        if (closed()) return;
      }
    } catch (error) {
      if (closed()) return;
      const final = finalError(error);
      if (final) throw final;
      end = error;
    }
    if (closed()) return;
    if (failures >= most) throw asError(end);
    await sleep(jitter(Math.max(failures, 1), retry), undefined, { signal }).catch(() => undefined);
  }
}

async function* oneSocket<E>(
  options: EventStreamOptions,
  after: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<E, void, undefined> {
  const socket = openSocket({
    ...options,
    url: endpoint(options.url).replace(/^http/, 'ws'),
    proof: options.proof ?? 'headers',
    clock: options.clock ?? ((): Date => new Date()),
    keepAliveMs: options.keepAliveMs ?? 30_000,
  });
  const results = socket.client.iterate<Record<string, E>>(subscription(options, after));
  // Ends the subscription and with it, as it is lazy, the socket; also while the iteration waits for an event.
  const end = (): void => void results.return?.();
  signal.addEventListener('abort', end, { once: true });
  // A normal closure (1000) would make graphql-ws subscribe again by itself, after the cursor of long ago.
  socket.onClosed = end;
  try {
    if (signal.aborted) return;
    for await (const result of results) {
      socket.taken();
      if (result.errors?.[0]) throw errorOfGraphQL(result.errors[0], 500);
      const event = result.data?.[options.field ?? 'events'];
      if (event) yield event;
    }
  } finally {
    signal.removeEventListener('abort', end);
    end();
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

/** What to throw if there is no use in trying again; undefined if there is. */
function finalError(error: unknown): Error | undefined {
  // The subscription itself was refused: a list of GraphQL errors.
  if (Array.isArray(error)) return finalError(errorOfGraphQL(error[0], 400));
  if (error instanceof ApiError) return isTransient(error) ? undefined : error;
  if (!hasCode(error)) return upgradeRefusal(error);
  return FINAL_CODES.has(error.code) ? new EventStreamClosed(error.code, error.reason ?? '') : undefined;
}

/** `ws` tells of a refused upgrade by an error event with the status in its message. */
function upgradeRefusal(error: unknown): EventStreamClosed | undefined {
  const status = /^Unexpected server response: (\d{3})$/.exec(messageOf(error))?.[1];
  if (status === undefined || !status.startsWith('4') || status === '429' || status === '408') return undefined;
  return new EventStreamClosed(Number(status), 'the upgrade was refused');
}

function asError(error: unknown): Error {
  if (error instanceof Error) return error;
  if (hasCode(error)) return new EventStreamClosed(error.code, error.reason ?? '');
  return Array.isArray(error) ? errorOfGraphQL(error[0], 400) : new EventStreamClosed(1006, messageOf(error));
}

function hasCode(error: unknown): error is { code: number; reason?: string } {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'number';
}

function messageOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;
  return typeof message === 'string' ? message : '';
}
