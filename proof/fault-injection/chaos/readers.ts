import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../../../src/client';

/** A reader of a principal's log by cursor, whose server may die at any moment. Not a test. */

export interface Heard {
  readonly id: string;
  readonly sequence: number;
}

interface Page {
  readonly principal: {
    readonly events: { readonly nodes: readonly (Heard & { readonly cursor: string })[] };
  };
}

const QUERY = `query ($after: String) { principal { events(first: 20, after: $after) { nodes { id sequence cursor } } } }`;
const AGAIN_MS = 50;

export class FeedReader {
  readonly heard: Heard[] = [];
  /** Pages that no server answered. */
  failures = 0;
  private cursor: string | undefined;

  /** @param servers the principal's client of each server; one is asked after the other */
  constructor(private readonly servers: readonly Client[]) {}

  /** Reads until it is told to stop, and then to the end. */
  async follow(stopped: () => boolean): Promise<void> {
    for (let turn = 0; ; turn += 1) {
      const last = stopped();
      const more = await this.page(turn);
      if (more === 0 && last) return;
      if (more <= 0) await pause(AGAIN_MS);
    }
  }

  /** How many there were; -1 when nobody answered. */
  private async page(turn: number): Promise<number> {
    const api = this.servers[turn % this.servers.length];
    try {
      const { principal } = (await api?.query<Page>(QUERY, { after: this.cursor })) ?? { principal: undefined };
      const nodes = principal?.events.nodes ?? [];
      for (const { id, sequence, cursor } of nodes) {
        this.heard.push({ id, sequence });
        this.cursor = cursor;
      }
      return nodes.length;
    } catch {
      this.failures += 1;
      return -1;
    }
  }
}
