import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { createSigner, httpbis } from 'http-message-signatures';
import WebSocket from 'ws';

/** Whoever has read docs/guides/signing.md and knows two packages, `graphql-ws` and one that signs; nothing of ours is in here. */

export interface Key {
  readonly apiKey: string;
  readonly signingSecret: string;
}

/** RFC 9421 by the `http-message-signatures` package, for `connectionParams`. */
async function signed(address: string, { apiKey, signingSecret }: Key): Promise<Record<string, string>> {
  const { headers } = await httpbis.signMessage(
    {
      key: createSigner(signingSecret, 'hmac-sha256', apiKey),
      name: 'ats',
      fields: ['@method', '@authority', '@path', '@query'],
      params: ['created', 'keyid', 'tag'],
      paramValues: { created: new Date(), tag: 'ats-v1' },
    },
    { method: 'GET', url: address.replace(/^ws/, 'http'), headers: {} },
  );
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return Object.fromEntries(named) as Record<string, string>;
}

const QUERY = `subscription ($after: String, $types: [EventType!]) {
  events(after: $after, types: $types) { cursor sequence type } }`;
const LONGEST_WAIT_MS = 1_000;
const FOREVER = new Set([4400, 4401, 4403, 4406, 4409, 4429]);

/** Follows a principal's events for as long as it may: whatever ends a socket, the next one goes on after the last cursor. */
export class Stranger {
  readonly sequences: number[] = [];
  /** Close codes, in order. */
  readonly closed: number[] = [];
  /** Of the last one, `performance.now()`. */
  closedAt = 0;
  private stopped = false;
  private end: () => void = () => undefined;

  constructor(
    private readonly address: string,
    private readonly key: Key,
    private after: string,
    private readonly types?: readonly string[],
  ) {}

  /** Resolves when it was stopped or told for good that it may not. */
  async follow(): Promise<void> {
    while (!this.stopped) {
      const code = await this.oneSocket();
      this.closed.push(code);
      if (FOREVER.has(code)) return;
      await pause(Math.random() * LONGEST_WAIT_MS);
    }
  }

  stop(): void {
    this.stopped = true;
    this.end();
  }

  private async oneSocket(): Promise<number> {
    const client = createClient({
      url: this.address,
      webSocketImpl: WebSocket,
      retryAttempts: 0,
      connectionParams: () => signed(this.address, this.key),
    });
    const ended = new Promise<number>((resolve) => {
      client.subscribe<{ events: { cursor: string; sequence: number } }>(
        { query: QUERY, variables: { after: this.after, types: this.types } },
        {
          next: ({ data }) => {
            if (!data) return;
            this.sequences.push(data.events.sequence);
            this.after = data.events.cursor;
          },
          error: (error) => {
            this.closedAt = performance.now();
            resolve(codeOf(error));
          },
          complete: () => resolve(1000),
        },
      );
      this.end = () => resolve(1000);
    });
    const code = await ended;
    await client.dispose();
    return code;
  }
}

/** 0: there was nobody to talk to. */
function codeOf(error: unknown): number {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'number'
    ? error.code
    : 0;
}
