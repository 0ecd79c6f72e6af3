import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../../../src/client';

/** Reads the events of a principal by cursor while servers fail. */

export interface EventPosition {
  readonly id: string;
  readonly sequence: number;
}

interface Page {
  readonly principal: {
    readonly events: { readonly nodes: readonly (EventPosition & { readonly cursor: string })[] };
  };
}

const QUERY = `query ($after: String) { principal { events(first: 20, after: $after) { nodes { id sequence cursor } } } }`;
const RETRY_DELAY_MS = 50;

export class FeedReader {
  readonly events: EventPosition[] = [];
  /** Pages that failed. */
  failures = 0;
  private cursor: string | undefined;

  /** @param servers the principal's clients, one for each server, used in turn */
  constructor(private readonly servers: readonly Client[]) {}

  /** Reads until `stopped` returns true, then to the end of the log. */
  async readUntil(stopped: () => boolean): Promise<void> {
    for (let turn = 0; ; turn += 1) {
      const last = stopped();
      const more = await this.readPage(turn);
      if (more === 0 && last) return;
      if (more <= 0) await pause(RETRY_DELAY_MS);
    }
  }

  /** Reads the next page; returns its event count, or -1 after a failure. */
  private async readPage(turn: number): Promise<number> {
    const api = this.servers[turn % this.servers.length];
    try {
      const { principal } = (await api?.queryOrThrow<Page>(QUERY, { after: this.cursor })) ?? { principal: undefined };
      const nodes = principal?.events.nodes ?? [];
      for (const { id, sequence, cursor } of nodes) {
        this.events.push({ id, sequence });
        this.cursor = cursor;
      }
      return nodes.length;
    } catch {
      this.failures += 1;
      return -1;
    }
  }
}
