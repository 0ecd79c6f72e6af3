/** Reads live events for the channels of one process. */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../operations/ports';
import { ChannelReadPlan, type ChannelsPage, readChannels } from '../../database/events/feed';
import { isTransient } from '../../database/connection/transient';
import type { Database } from '../../database/transactions/database';
import type { DispatchBatch, PrincipalChannel } from './channel';
import { ExecutionInterrupted, RETRY_MS } from './event-execution';

/** A batch of one channel, and the channel's position when it began. */
interface ChannelBatch {
  readonly channel: PrincipalChannel;
  readonly batch: DispatchBatch;
  readonly after: bigint;
}

/** A read that is in progress. */
interface PendingRead {
  readonly batches: readonly ChannelBatch[];
  /** The most events of one channel. */
  readonly limit: number;
  /** Resolves with undefined when the read failed. The batches have ended by then. */
  readonly page: Promise<ChannelsPage | undefined>;
}

/**
 * Reads for all due channels with one statement at a time, so a busy process reads more events per statement.
 *
 * Channels deliver concurrently: a slow execution in one channel does not delay the others.
 *
 * States: idle → reading → idle; stopped. `enqueue` starts reading, and reading ends when no channel is due.
 */
export class EventDispatcher {
  private readonly dueChannels = new Set<PrincipalChannel>();
  private reading: Promise<void> | undefined;
  private isStopped = false;

  constructor(
    private readonly store: Database,
    private readonly log: Log,
  ) {}

  /** Adds a due channel to the queue. */
  enqueue(channel: PrincipalChannel): void {
    this.dueChannels.add(channel);
    if (!this.isStopped) this.reading ??= this.readAll();
  }

  /** Begins no further read, and resolves when the last one has ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.dueChannels.clear();
    await this.reading;
  }

  private async readAll(): Promise<void> {
    // Notifications come in groups, and one names many channels: this turn collects them into one read.
    await nextTurn();
    try {
      for (let read = this.beginRead(); read !== undefined;) {
        const { batches, limit, page } = read;
        const channelsPage = await page;
        // The next read runs in PostgreSQL while this page is delivered.
        read = this.beginRead();
        if (channelsPage) for (const channelBatch of batches) void this.deliver(channelBatch, channelsPage, limit);
      }
    } finally {
      // Cleared in the same turn, so a channel that becomes due later starts a new loop.
      this.reading = undefined;
    }
  }

  /** Begins one statement for as many channels as it can hold. Undefined: no channel is due. */
  private beginRead(): PendingRead | undefined {
    if (this.isStopped) return undefined;
    const batches: ChannelBatch[] = [];
    const plan = new ChannelReadPlan();
    for (const channel of this.dueChannels) {
      if (plan.isFull) break;
      this.dueChannels.delete(channel);
      if (!channel.isDue) continue;
      const after = channel.position;
      plan.add(channel.head - after);
      batches.push({ channel, batch: channel.beginBatch(), after });
    }
    if (batches.length === 0) return undefined;
    const { limit } = plan;
    return { batches, limit, page: this.readPage(batches, limit) };
  }

  private async readPage(batches: readonly ChannelBatch[], limit: number): Promise<ChannelsPage | undefined> {
    try {
      const positions = batches.map(({ channel: { principalId }, after }) => ({ principalId, after }));
      const authorizations = batches.flatMap(({ batch }) => [...batch.authorizations.values()]);
      return await readChannels(this.store, positions, authorizations, limit);
    } catch (error) {
      await this.handleFailure(batches, error);
      return undefined;
    }
  }

  private async deliver({ channel, batch }: ChannelBatch, page: ChannelsPage, limit: number): Promise<void> {
    const events = page.events.get(channel.principalId) ?? [];
    const last = events.at(-1)?.sequence ?? channel.position;
    // A page below the limit holds every event up to the batch's head.
    const position = events.length < limit && batch.head > last ? batch.head : last;
    try {
      await channel.deliver(batch, events, position, page.lost);
    } catch (error) {
      await this.handleUndelivered(channel, error);
    }
    channel.endBatch();
  }

  private async handleUndelivered(channel: PrincipalChannel, error: unknown): Promise<void> {
    if (error instanceof ExecutionInterrupted) {
      this.log.warn({ errors: error.result.errors }, 'an event could not be sent; trying again');
      if (channel.attempts.mayRepeat(channel.position)) return sleep(RETRY_MS, undefined, { ref: false });
    } else {
      this.log.error({ err: error }, 'events could not be delivered to their sockets');
    }
    channel.detachAll();
  }

  private async handleFailure(batches: readonly ChannelBatch[], error: unknown): Promise<void> {
    if (isTransient(error)) {
      this.log.warn({ err: error }, 'events could not be read; trying again');
      await sleep(RETRY_MS, undefined, { ref: false });
    } else {
      this.log.error({ err: error }, 'events could not be read for their sockets');
      for (const { channel } of batches) channel.detachAll();
    }
    for (const { channel } of batches) channel.endBatch();
  }
}
