/** Subscribers of a channel that share one execution for each event. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StoredEvent } from '../../database/events/event-log';
import { MAX_BUFFERED_BYTES, type Subscriber } from './subscriber';

// Sockets written before other work gets its turn: this takes some milliseconds.
const SOCKETS_PER_TURN = 500;

/** Subscribers that receive equal payloads: each event is executed and serialized once for all of them. */
export class SubscriberGroup {
  readonly subscribers = new Set<Subscriber>();
  private readonly filter: Subscriber['filter'];
  private readonly plan: Subscriber['plan'];

  constructor({ filter, plan }: Pick<Subscriber, 'filter' | 'plan'>) {
    this.filter = filter;
    this.plan = plan;
  }

  /** Sends the events, in order, to the subscribers that were attached before the batch. */
  async broadcast(events: readonly StoredEvent[], batchNumber: number): Promise<void> {
    const { types, matches } = this.filter;
    const ofTypes = types ? events.filter(({ type }) => types.includes(type)) : events;
    const matching = matches ? ofTypes.filter(matches) : ofTypes;
    for (let next = 0; next < matching.length && this.subscribers.size > 0;) {
      const payloads = await this.renderPayloads(matching, next);
      const rendered = matching.slice(next, next + payloads.length);
      const receivers = await this.send(rendered, payloads, batchNumber);
      if (receivers > 0) for (const event of rendered) this.plan.onSent(event);
      next += payloads.length;
    }
  }

  /** Renders as many events as go into one write: at least one, then up to the buffer limit. */
  private async renderPayloads(events: readonly StoredEvent[], from: number): Promise<string[]> {
    const payloads: string[] = [];
    let length = 0;
    for (let at = from; at < events.length && length < MAX_BUFFERED_BYTES; at += 1) {
      const payload = JSON.stringify(await this.plan.execute(events[at] as StoredEvent));
      payloads.push(payload);
      length += payload.length;
    }
    return payloads;
  }

  /** Returns how many subscribers the events were sent to. */
  private async send(
    events: readonly StoredEvent[],
    payloads: readonly string[],
    batchNumber: number,
  ): Promise<number> {
    const last = events.at(-1)?.sequence ?? 0n;
    let receivers = 0;
    for (const subscriber of this.subscribers) {
      if (subscriber.attachedAtBatch >= batchNumber || subscriber.position >= last) continue;
      const firstUnsent = events.findIndex(({ sequence }) => sequence > subscriber.position);
      subscriber.send(firstUnsent === 0 ? payloads : payloads.slice(firstUnsent), last);
      receivers += 1;
      if (receivers % SOCKETS_PER_TURN === 0) await nextTurn();
    }
    return receivers;
  }
}
