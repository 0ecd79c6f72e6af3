/** The stream of one subscription to what waits for a principal. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../domain/errors/errors';
import { isTransient } from '../../database/connection/transient';
import { readFeed, type SubscriberAuthorization } from '../../database/events/feed';
import { cancellableIterator } from './cancellation';
import { ExecutedEvent, ExecutionInterrupted, MAX_EXECUTIONS } from './event-execution';
import { closeCodes, type SocketConnection } from './socket-connection';
import type { SubscriptionPlan } from './subscriber';
import type { StreamDeps, SubscriptionHub } from './subscription-hub';

const MIN_PERIOD_MS = 1_000;
/** No event is read after this sequence: only the authorization is. */
const LAST_SEQUENCE = 2n ** 63n - 1n;

/** The lists of a subscription, and the execution of its selection for one of them. */
export interface AttentionSource extends Pick<SubscriptionPlan, 'execute'> {
  readonly read: () => Promise<object>;
}

/** Yields the result of a list at once, and again after each change of the list's JSON: at most once a second. */
export function watchAttention(
  deps: StreamDeps,
  connection: SocketConnection,
  authorization: SubscriberAuthorization,
  source: AttentionSource,
): AsyncIterable<ExecutedEvent> {
  return cancellableIterator(async function* (signal): AsyncGenerator<ExecutedEvent, void> {
    const { metrics } = deps.services;
    metrics.subscriptionBegun();
    try {
      yield* changes(deps, connection, authorization, source, signal);
    } finally {
      metrics.subscriptionEnded();
    }
  });
}

async function* changes(
  deps: StreamDeps,
  connection: SocketConnection,
  authorization: SubscriberAuthorization,
  source: AttentionSource,
  signal: AbortSignal,
): AsyncGenerator<ExecutedEvent, void> {
  let sent: string | undefined;
  let mark: string | undefined;
  let failures = 0;
  while (!signal.aborted) {
    const found = await readAuthorized(deps, authorization, () => nextList(source, sent, failures));
    if (found === 'revoked') {
      connection.close(closeCodes.revoked, 'Credential revoked');
      return;
    }
    failures = found ? 0 : failures + 1;
    if (found?.result) {
      sent = found.text;
      yield found.result;
      // The consumer asks for the next list after this one was sent.
      connection.ackWindow.recordSent(1);
      await sleep(MIN_PERIOD_MS, undefined, { signal, ref: false }).catch(() => undefined);
      await connection.ackWindow.waitForCapacity(signal);
    }
    mark = await nextMark(deps.hub, authorization, found ? mark : undefined, signal);
  }
}

/** Waits until a poll finds another mark, or a lost authorization. */
async function nextMark(
  { attention }: SubscriptionHub,
  authorization: SubscriberAuthorization,
  mark: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (;;) {
    const poll = await attention.next(authorization, signal);
    if (!poll || poll.isLost || poll.mark !== mark) return poll?.mark;
  }
}

interface NextList {
  readonly text: string;
  /** Undefined: the list was sent before. */
  readonly result: ExecutedEvent | undefined;
}

/** Reads the list and executes the selection for it, so that both are repeated after a moment without the database. */
async function nextList({ read, execute }: AttentionSource, sent: string | undefined, failures: number) {
  const list = await read();
  const text = JSON.stringify(list);
  if (text === sent) return { text, result: undefined };
  try {
    return { text, result: new ExecutedEvent(await execute(list)) };
  } catch (error) {
    // A list whose fields never can be read is sent with its error.
    if (!(error instanceof ExecutionInterrupted) || failures + 1 < MAX_EXECUTIONS) throw error;
    return { text, result: new ExecutedEvent(error.result) };
  }
}

/**
 * Reads the list, and then the authorization: no list leaves that was read after its end.
 * Undefined: the database was unreachable, and the caller tries again.
 * @throws Refusal 403 `principal_access_denied` for a removed binding
 */
async function readAuthorized(
  { store, log }: StreamDeps,
  authorization: SubscriberAuthorization,
  read: () => Promise<NextList>,
): Promise<NextList | 'revoked' | undefined> {
  try {
    const next = await read();
    const { credentialRevoked, bindingRemoved } = await readFeed(store, {
      ...authorization,
      after: LAST_SEQUENCE,
      types: undefined,
    });
    if (bindingRemoved && !credentialRevoked) throw new Refusal('principal_access_denied');
    return credentialRevoked ? 'revoked' : next;
  } catch (error) {
    if (!isTransient(error) && !(error instanceof ExecutionInterrupted)) throw error;
    log.warn({ err: error }, 'what waits could not be read; trying again');
    return undefined;
  }
}
