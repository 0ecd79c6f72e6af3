import { setTimeout as sleep } from 'node:timers/promises';
import { endpoint } from './client';
import { ApiError, errorOfGraphQL } from './errors';
import { isTransient, jitter } from './retry';
import { openSubscription, type SignaturePlacement, SubscriptionEnded } from './socket';
import type { Signer } from './sign';

/** An event with the default selection. `type` is GraphQL's: `TRADE_COMPLETED`. */
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
  /** Address of the service or of its GraphQL endpoint. */
  readonly url: string | URL;
  /** Subscription field; default `events`. */
  readonly field?: 'events' | 'tradeCompleted' | 'tradeFailed';
  readonly principalKey?: string;
  /** For `events` only: `['TRADE_COMPLETED', …]`; default all. */
  readonly types?: readonly string[];
  /** Cursor of the last handled event. Default: new events only. */
  readonly after?: string | undefined;
  /** Fields of `Event`, including `cursor`. */
  readonly selection?: string;
  readonly proof?: SignaturePlacement;
  readonly clock?: () => Date;
  readonly keepAliveMs?: number;
  /** Limits of the pause before a reconnect. */
  readonly retry?: { readonly baseMs: number; readonly maximumMs: number };
  /** Failures in a row, without an event between them, before the stream throws; default: no limit. */
  readonly maximumFailures?: number;
}

/** The server closed the stream for a permanent reason, such as 4401 (revoked) or 4403 (refused). */
export class EventStreamClosed extends Error {
  override readonly name = 'EventStreamClosed';

  constructor(
    /** Close code of the WebSocket, or HTTP status of a refused upgrade. */
    readonly closeCode: number,
    readonly reason: string,
  ) {
    super(`event stream closed with ${closeCode}${reason === '' ? '' : `: ${reason}`}`);
  }
}

export interface EventStream<E extends { readonly cursor: string } = TradingEvent> extends AsyncIterable<E> {
  /** Cursor of the last event. Store it to resume later. */
  readonly cursor: string | undefined;
  /** Ends the iteration and the socket. */
  close(): void;
}

// Permanent reasons: bad request, revoked, forbidden, subprotocol, subscriber. Too many requests (4429) is temporary.
const FINAL_CODES = new Set([4400, 4401, 4403, 4406, 4409]);
const SELECTION = 'id cursor type sequence subjectKey timestamp data';

/**
 * Streams the principal's events over graphql-transport-ws without gaps. After a lost connection it opens a new socket with
 * a new signature and resumes after the last event. Iterate once. Throws EventStreamClosed or ApiError for permanent errors.
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
  const retry = options.retry ?? { baseMs: 200, maximumMs: 30_000 };
  const maximumFailures = options.maximumFailures ?? Infinity;
  const closed = (): boolean => signal.aborted;
  for (let failures = 1; !closed(); failures += 1) {
    let end: unknown = new EventStreamClosed(1000, 'ended by the server');
    try {
      for await (const event of eventsOfSocket<E>(options, position.cursor, signal)) {
        position.cursor = event.cursor;
        failures = 0;
        yield event;
        if (closed()) return;
      }
    } catch (thrown) {
      if (closed()) return;
      const error = thrown instanceof SubscriptionEnded ? thrown.reason : thrown;
      const final = finalError(error);
      if (final) throw final;
      end = error;
    }
    if (closed()) return;
    if (failures >= maximumFailures) throw asError(end);
    await sleep(jitter(Math.max(failures, 1), retry), undefined, { signal }).catch(() => undefined);
  }
}

async function* eventsOfSocket<E>(
  options: EventStreamOptions,
  after: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<E, void, undefined> {
  if (signal.aborted) return;
  const socket = openSubscription<E>(
    {
      ...options,
      url: endpoint(options.url).replace(/^http/, 'ws'),
      proof: options.proof ?? 'headers',
      clock: options.clock ?? ((): Date => new Date()),
      keepAliveMs: options.keepAliveMs ?? 30_000,
    },
    subscription(options, after),
  );
  const end = (): void => socket.close();
  signal.addEventListener('abort', end, { once: true });
  try {
    for (let result = await socket.next(); result; result = await socket.next()) {
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

/** Returns the error to throw if it is permanent, else undefined. */
function finalError(error: unknown): Error | undefined {
  // A refused subscription ends with a list of GraphQL errors.
  if (Array.isArray(error)) return finalError(errorOfGraphQL(error[0], 400));
  if (error instanceof ApiError) return isTransient(error) ? undefined : error;
  if (!hasCode(error)) return upgradeRefusal(error);
  return FINAL_CODES.has(error.code) ? new EventStreamClosed(error.code, error.reason ?? '') : undefined;
}

/** Recognizes a refused upgrade: `ws` puts the status into the message of its error. */
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
