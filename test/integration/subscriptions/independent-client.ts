import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { createSigner, httpbis } from 'http-message-signatures';
import WebSocket from 'ws';

/** A client written from docs/guides/signing.md with two public packages, and no code of this service. */

export interface Key {
  readonly apiKey: string;
  readonly signingSecret: string;
}

/** Signs `connectionParams` with the `http-message-signatures` package (RFC 9421). */
async function signParams(address: string, { apiKey, signingSecret }: Key): Promise<Record<string, string>> {
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
const MAX_WAIT_MS = 1_000;
const FINAL_CODES = new Set([4400, 4401, 4403, 4406, 4409, 4429]);

/** Follows a principal's events, and resumes after the last cursor whenever a socket ends. */
export class IndependentClient {
  readonly sequences: number[] = [];
  /** The close codes, in order. */
  readonly closed: number[] = [];
  /** `performance.now()` of the last close. */
  closedAt = 0;
  private stopped = false;
  private end: () => void = () => undefined;

  constructor(
    private readonly address: string,
    private readonly key: Key,
    private after: string,
    private readonly types?: readonly string[],
  ) {}

  /** Resolves after `stop`, or after a close code that forbids a reconnect. */
  async follow(): Promise<void> {
    while (!this.stopped) {
      const code = await this.followOneSocket();
      this.closed.push(code);
      if (FINAL_CODES.has(code)) return;
      await pause(Math.random() * MAX_WAIT_MS);
    }
  }

  stop(): void {
    this.stopped = true;
    this.end();
  }

  private async followOneSocket(): Promise<number> {
    const client = createClient({
      url: this.address,
      webSocketImpl: WebSocket,
      retryAttempts: 0,
      connectionParams: () => signParams(this.address, this.key),
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

/** Returns 0 when no connection was made. */
function codeOf(error: unknown): number {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'number'
    ? error.code
    : 0;
}
