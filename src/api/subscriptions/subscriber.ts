/** One subscription of a socket, as its channel sees it. */
import type { FormattedExecutionResult } from 'graphql';
import type { EventType } from '../../domain/effects';
import type { Context } from '../graphql/execution/context';
import type { StoredEvent } from '../../database/events/event-log';
import type { SubscriberAuthorization } from '../../database/events/feed';
import { ExecutionAttempts } from './event-execution';
import type { SocketConnection, SubscriptionPosition } from './socket-connection';

/** How the payloads of a subscription are made. */
export interface SubscriptionPlan {
  /** The client's id of the subscription, as JSON text. */
  readonly id: string;
  /** Subscribers of a principal with equal keys receive equal payloads. */
  readonly groupKey: string;
  /** Creates the context of one read. Loaders that live longer would return old data. */
  readonly createContext: () => Context;
  /**
   * Returns the payload of the `next` message for an event.
   * @throws ExecutionInterrupted if the database was busy or unreachable
   */
  readonly execute: (event: object) => Promise<FormattedExecutionResult>;
  /** Called after a live event was written to every subscriber of the group. */
  readonly onSent: (event: StoredEvent) => void;
}

/** The events that a subscriber receives. Subscribers with equal keys have equal filters. */
export interface SubscriberFilter {
  /** Undefined: all types. */
  readonly types: readonly EventType[] | undefined;
  /** Undefined: all events of these types. */
  readonly matches?: ((event: StoredEvent) => boolean) | undefined;
}

/** The most bytes that may wait in a socket's buffer before its subscribers leave their channel. */
export const MAX_BUFFERED_BYTES = 16 * 1024;

/**
 * A subscription and its position in the principal's event log.
 *
 * States: reading → attached → reading → … → ended. While it is reading, its event stream reads the log for it alone.
 * While it is attached, its channel sends live events to it. `PrincipalChannel` attaches it, and `detach` ends that.
 */
export class Subscriber implements SubscriptionPosition {
  /** The channel's batch at the time of attachment. That batch was read without this subscriber's authorization. */
  attachedAtBatch = 0;
  /** Set by the channel while the subscriber is attached. */
  onDetach: (() => void) | undefined;
  /** The executions of the event after `position`, while the subscriber reads alone. */
  readonly attempts = new ExecutionAttempts();
  /** Equal for subscribers with the same authorization. */
  readonly authorizationKey: string;

  constructor(
    readonly connection: SocketConnection,
    readonly plan: SubscriptionPlan,
    readonly channel: SubscriptionPosition['channel'],
    readonly authorization: SubscriberAuthorization,
    readonly filter: SubscriberFilter,
    readonly startHead: bigint,
    /** The sequence of the last event that was sent. */
    public position: bigint,
  ) {
    this.authorizationKey = `${authorization.credentialId}/${authorization.humanId ?? ''}`;
  }

  /** Leaves the channel. The event stream then reads the next events for this subscriber alone. */
  detach(): void {
    const { onDetach } = this;
    this.onDetach = undefined;
    onDetach?.();
  }

  /** Sends live events, or detaches when the reader is too slow. `position` is the sequence of the last event. */
  send(payloads: readonly string[], position: bigint): void {
    const { connection, plan } = this;
    if (!connection.isOpen) return;
    if (connection.bufferedBytes > MAX_BUFFERED_BYTES) {
      this.detach();
      return;
    }
    connection.sendAll(payloads.map((payload) => `{"id":${plan.id},"type":"next","payload":${payload}}`));
    this.position = position;
    connection.ackWindow.recordSent(payloads.length);
    if (connection.ackWindow.isFull) this.detach();
  }
}
