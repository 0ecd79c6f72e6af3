import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, errorOfGraphQL } from './errors';
import { endpoint } from './graphql-client';
import { type OutageOptions, Outages } from './outage';
import { DEFAULT_RETRY, isTransient, jitter } from './retry';
import type { Signer } from './sign';
import { openSubscription, type SignaturePlacement, type Subscription, SubscriptionEnded } from './socket';

/** The service and the signature of a subscription. */
export interface SubscriptionConnection extends Signer, OutageOptions {
  /** Address of the service or of its GraphQL endpoint. */
  readonly url: string | URL;
  readonly proof?: SignaturePlacement | undefined;
  readonly clock?: (() => Date) | undefined;
  readonly keepAliveMs?: number | undefined;
  /** Limits of the pause before a reconnect. */
  readonly retry?: { readonly baseMs: number; readonly maximumMs: number } | undefined;
}

export interface SubscribeOptions extends OutageOptions {
  /** Ends the iteration and closes the socket. */
  readonly signal?: AbortSignal;
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

// Permanent reasons: bad request, revoked, forbidden, subprotocol, subscriber. Too many requests (4429) is temporary.
const FINAL_CODES = new Set([4400, 4401, 4403, 4406, 4409]);

/**
 * Iterates over the results of a subscription. After a lost connection it opens a new socket with a new signature.
 * Throws EventStreamClosed or ApiError for permanent errors.
 * @param request the subscription of the next socket
 * @param field the root field that has the results
 */
export async function* subscribe<T>(
  connection: SubscriptionConnection,
  request: () => Subscription,
  field: string,
  signal: AbortSignal,
): AsyncGenerator<T, void, undefined> {
  const retry = connection.retry ?? DEFAULT_RETRY;
  const maximumFailures = connection.maximumFailures ?? Infinity;
  const outages = new Outages(connection.onInterruption);
  const closed = (): boolean => signal.aborted;
  for (let failures = 1; !closed(); failures += 1) {
    let end: unknown = new EventStreamClosed(1000, 'ended by the server');
    outages.open();
    try {
      for await (const result of resultsOfSocket<T>(connection, request(), field, signal)) {
        failures = 0;
        outages.end();
        yield result;
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
    outages.report(asError(end));
    await sleep(jitter(Math.max(failures, 1), retry), undefined, { signal }).catch(() => undefined);
  }
}

async function* resultsOfSocket<T>(
  connection: SubscriptionConnection,
  request: Subscription,
  field: string,
  signal: AbortSignal,
): AsyncGenerator<T, void, undefined> {
  if (signal.aborted) return;
  const socket = openSubscription<T>(
    {
      ...connection,
      url: endpoint(connection.url).replace(/^http/, 'ws'),
      proof: connection.proof ?? 'headers',
      clock: connection.clock ?? ((): Date => new Date()),
      keepAliveMs: connection.keepAliveMs ?? 30_000,
    },
    request,
  );
  const end = (): void => socket.close();
  signal.addEventListener('abort', end, { once: true });
  try {
    for (let result = await socket.next(); result; result = await socket.next()) {
      if (result.errors?.[0]) throw errorOfGraphQL(result.errors[0], 500);
      const value = result.data?.[field];
      if (value) yield value;
    }
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
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
