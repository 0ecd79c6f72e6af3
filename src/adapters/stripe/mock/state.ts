import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What the stand-in remembers. It outlives a kill: every change is one line appended to a file before it is answered. */

export interface LineItem {
  readonly name: string;
  readonly quantity: number;
  readonly unitAmount: number;
}

export interface StoredSession {
  readonly id: string;
  /** Unix seconds, as on Stripe's wire. */
  readonly created: number;
  readonly expiresAt: number;
  readonly status: 'open' | 'complete' | 'expired';
  readonly items: readonly LineItem[];
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly clientReferenceId: string | null;
  readonly successUrl: string;
  readonly cancelUrl: string | null;
  readonly paymentIntent: string | null;
}

/** What an idempotency key was used for first. */
export interface StoredReplay {
  readonly key: string;
  readonly fingerprint: string;
  readonly sessionId: string;
}

/** A webhook event; it is kept until our endpoint has acknowledged it. */
export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly body: string;
}

interface Identity {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly port: number;
}

type Change =
  | { readonly identity: Identity }
  | { readonly session: StoredSession }
  | { readonly replay: StoredReplay }
  | { readonly event: StoredEvent }
  | { readonly acknowledged: string };

export class StripeMockState {
  private identity: Identity;
  readonly sessions = new Map<string, StoredSession>();
  readonly replays = new Map<string, StoredReplay>();
  readonly undelivered = new Map<string, StoredEvent>();

  private constructor(private readonly path: string) {
    this.identity = { secretKey: ['sk', 'test', token(24)].join('_'), webhookSecret: `whsec_${token(24)}`, port: 0 };
  }

  /** Reads what is there, and writes it back whole: the file does not grow from start to start. */
  static open(path: string): StripeMockState {
    const state = new StripeMockState(path);
    for (const change of changesIn(path)) state.removeEvent(change);
    mkdirSync(dirname(path), { recursive: true });
    const draft = `${path}.${token(6)}`;
    writeFileSync(draft, state.changes().map(lineOf).join(''), { mode: 0o600, flag: 'wx', flush: true });
    renameSync(draft, path);
    return state;
  }

  get secretKey(): string {
    return this.identity.secretKey;
  }

  get webhookSecret(): string {
    return this.identity.webhookSecret;
  }

  /** The port of the last run, so that pages given out before a restart still open; 0 the first time. */
  get port(): number {
    return this.identity.port;
  }

  keepPort(port: number): void {
    if (port !== this.identity.port) this.insert({ identity: { ...this.identity, port } });
  }

  /** All changes land together: they are one write. */
  insert(...changes: readonly Change[]): void {
    appendFileSync(this.path, changes.map(lineOf).join(''));
    for (const change of changes) this.removeEvent(change);
  }

  private removeEvent(change: Change): void {
    if ('identity' in change) this.identity = change.identity;
    else if ('session' in change) this.sessions.set(change.session.id, change.session);
    else if ('replay' in change) this.replays.set(change.replay.key, change.replay);
    else if ('event' in change) this.undelivered.set(change.event.id, change.event);
    else this.undelivered.delete(change.acknowledged);
  }

  private changes(): readonly Change[] {
    return [
      { identity: this.identity },
      ...[...this.sessions.values()].map((session) => ({ session })),
      ...[...this.replays.values()].map((replay) => ({ replay })),
      ...[...this.undelivered.values()].map((event) => ({ event })),
    ];
  }
}

/** Who the stand-in of that file is; the last word counts. */
export function readIdentity(path: string): Identity | undefined {
  return changesIn(path).reduce<Identity | undefined>(
    (last, one) => ('identity' in one ? one.identity : last),
    undefined,
  );
}

/** Random, of letters and digits only: `bytes` bytes in hexadecimal. */
export function token(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}

function lineOf(change: Change): string {
  return `${JSON.stringify(change)}\n`;
}

function changesIn(path: string): readonly Change[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  // What follows the last newline was cut off by a kill and had not been answered.
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Change);
}
