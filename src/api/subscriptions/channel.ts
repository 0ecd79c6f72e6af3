/** The live events of one principal. */
import type { StoredEvent } from '../../database/events/event-log';
import type { SubscriberAuthorization } from '../../database/events/feed';
import { ExecutionAttempts } from './event-execution';
import type { Subscriber } from './subscriber';
import { SubscriberGroup } from './subscriber-group';

/** One read of a channel and the delivery of its events. */
export interface DispatchBatch {
  readonly number: number;
  /** The newest known sequence when the batch began: the read sees every event up to it. */
  readonly head: bigint;
  /** Authorizations of all attached subscribers, by `authorizationKey`. */
  readonly authorizations: ReadonlyMap<string, SubscriberAuthorization>;
}

// A subscriber that is further behind catches up alone, so that others can join without waiting.
const MAX_EVENTS_BEHIND_TO_JOIN = 100n;

/**
 * The subscribers of one principal that have received all events up to the same position.
 *
 * The dispatcher reads each live event once for all of them. A subscriber elsewhere in the log, or with a slow reader, is
 * not attached and reads alone. The position of an attached subscriber is never before the channel's position, so the
 * channel's next read misses no event.
 *
 * States: idle → due → dispatching → idle. `advanceHead` and `waitForLiveEvents` make the channel due. The dispatcher
 * calls `beginBatch`, `deliver` and `endBatch`.
 */
export class PrincipalChannel {
  /** The executions of the events after `position`. */
  readonly attempts = new ExecutionAttempts();
  private readonly groups = new Map<string, SubscriberGroup>();
  private readonly headListeners = new Set<() => void>();
  private newestSequence = 0n;
  private readPosition = 0n;
  private batchNumber = 0;
  private isDispatching = false;

  /** @param requestRead called when the log has events after the channel's position */
  constructor(
    readonly principalId: string,
    private readonly requestRead: (channel: PrincipalChannel) => void,
  ) {}

  /** The newest known sequence. */
  get head(): bigint {
    return this.newestSequence;
  }

  /** The sequence up to which every attached subscriber has received the events. */
  get position(): bigint {
    return this.readPosition;
  }

  /** Whether there are events to read and subscribers to read them for. */
  get isDue(): boolean {
    return !this.isDispatching && this.groups.size > 0 && this.newestSequence > this.readPosition;
  }

  /** Records a new newest sequence. */
  advanceHead(head: bigint): void {
    if (head <= this.newestSequence) return;
    this.newestSequence = head;
    for (const listener of [...this.headListeners]) listener();
    this.requestReadIfDue();
  }

  /** Resolves when the newest known sequence is after this one, or when the signal aborts. */
  async waitForHead(sequence: bigint, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.newestSequence > sequence) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        this.headListeners.delete(end);
        signal.removeEventListener('abort', end);
        resolve();
      };
      this.headListeners.add(end);
      signal.addEventListener('abort', end);
    });
  }

  /** Attaches the subscriber. Resolves when it is detached and has to read alone, or when the signal aborts. */
  async waitForLiveEvents(subscriber: Subscriber, signal: AbortSignal): Promise<void> {
    if (signal.aborted || !this.canJoin(subscriber)) return;
    if (this.groups.size === 0) this.readPosition = subscriber.position;
    await new Promise<void>((resolve) => {
      const detach = (): void => subscriber.detach();
      signal.addEventListener('abort', detach);
      this.attach(subscriber, () => {
        signal.removeEventListener('abort', detach);
        resolve();
      });
      this.requestReadIfDue();
    });
  }

  /** Begins a batch: its events are for the subscribers that are attached now. */
  beginBatch(): DispatchBatch {
    this.isDispatching = true;
    this.batchNumber += 1;
    const authorizations = new Map<string, SubscriberAuthorization>();
    for (const { authorizationKey, authorization } of this.attached()) {
      if (!authorizations.has(authorizationKey)) authorizations.set(authorizationKey, authorization);
    }
    return { number: this.batchNumber, head: this.newestSequence, authorizations };
  }

  /**
   * Sends the batch's events and moves the channel to `position`.
   * @param lost authorizations that ended: their subscribers receive none of the events
   * @throws ExecutionInterrupted if the database was busy or unreachable; the channel then keeps its position
   */
  async deliver(
    batch: DispatchBatch,
    events: readonly StoredEvent[],
    position: bigint,
    lost: ReadonlySet<SubscriberAuthorization>,
  ): Promise<void> {
    if (lost.size > 0) this.detachUnauthorized(batch, lost);
    const broadcasts = Array.from(this.groups.values(), (group) => group.broadcast(events, batch.number));
    // All groups end before the batch does, also if one fails.
    const failed = (await Promise.allSettled(broadcasts)).find(({ status }) => status === 'rejected');
    if (failed) await Promise.all(broadcasts);
    this.readPosition = position;
    for (const subscriber of this.attached()) {
      if (subscriber.position >= position) continue;
      // The batch was not read for a subscriber that joined during it: it reads these events alone.
      if (subscriber.attachedAtBatch < batch.number) subscriber.position = position;
      else subscriber.detach();
    }
  }

  /** Ends the batch, also after a failure. */
  endBatch(): void {
    this.isDispatching = false;
    this.requestReadIfDue();
  }

  /** Detaches every subscriber: each one reads alone and handles the error that stopped the channel. */
  detachAll(): void {
    for (const subscriber of this.attached()) subscriber.detach();
  }

  private *attached(): Generator<Subscriber> {
    for (const { subscribers } of this.groups.values()) yield* subscribers;
  }

  private canJoin({ position }: Subscriber): boolean {
    if (this.groups.size === 0) return this.newestSequence - position <= MAX_EVENTS_BEHIND_TO_JOIN;
    return position >= this.readPosition;
  }

  private attach(subscriber: Subscriber, onDetach: () => void): void {
    const { groupKey } = subscriber.plan;
    const group = this.groups.get(groupKey) ?? new SubscriberGroup(subscriber);
    this.groups.set(groupKey, group);
    group.subscribers.add(subscriber);
    subscriber.attachedAtBatch = this.batchNumber;
    subscriber.onDetach = () => {
      group.subscribers.delete(subscriber);
      if (group.subscribers.size === 0 && this.groups.get(groupKey) === group) this.groups.delete(groupKey);
      onDetach();
    };
  }

  private detachUnauthorized({ authorizations }: DispatchBatch, lost: ReadonlySet<SubscriberAuthorization>): void {
    for (const subscriber of this.attached()) {
      const authorization = authorizations.get(subscriber.authorizationKey);
      if (authorization && lost.has(authorization)) subscriber.detach();
    }
  }

  private requestReadIfDue(): void {
    if (this.isDue) this.requestRead(this);
  }
}
