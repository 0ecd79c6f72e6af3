import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createFolder } from '../../../create-folder';

export const HOST = '127.0.0.1';
const STATE_FILE = 'stripe-stand-in.jsonl'; // style-ok: existing data folders have this name

export interface LineItem {
  readonly name: string;
  readonly quantity: number;
  readonly unitAmount: number;
}

export interface StoredSession {
  readonly id: string;
  /** Unix seconds, as in Stripe's API. */
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

/** The first use of an idempotency key. */
export interface StoredReplay {
  readonly key: string;
  readonly fingerprint: string;
  readonly sessionId: string;
}

/** A webhook event, which is stored until our endpoint acknowledges it. */
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

/** The state of the Stripe mock. Each change appends one line to a file first, so that it survives a kill. */
export class StripeMockState {
  private identity: Identity;
  readonly sessions = new Map<string, StoredSession>();
  readonly replays = new Map<string, StoredReplay>();
  readonly undelivered = new Map<string, StoredEvent>();

  private constructor(private readonly path: string) {
    this.identity = { secretKey: ['sk', 'test', token(24)].join('_'), webhookSecret: `whsec_${token(24)}`, port: 0 };
  }

  /** Reads the file and writes it again without outdated lines. */
  static open(path: string): StripeMockState {
    const state = new StripeMockState(path);
    for (const change of changesIn(path)) state.apply(change);
    createFolder(dirname(path));
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

  /** Port of the last run, so that old checkout pages still open; 0 at the first start. */
  get port(): number {
    return this.identity.port;
  }

  savePort(port: number): void {
    if (port !== this.identity.port) this.insert({ identity: { ...this.identity, port } });
  }

  /** Stores all changes in one write. */
  insert(...changes: readonly Change[]): void {
    appendFileSync(this.path, changes.map(lineOf).join(''));
    for (const change of changes) this.apply(change);
  }

  private apply(change: Change): void {
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

export function stateFile(dataDir: string): string {
  return join(dataDir, STATE_FILE);
}

/** Finds the Stripe mock of this data folder, running or stopped. */
export function locateStripeMock(dataDir: string): { apiBase: string; secretKey: string } | undefined {
  const path = stateFile(dataDir);
  const identity = existsSync(path) ? readIdentity(path) : undefined;
  if (identity === undefined || identity.port === 0) return undefined;
  return { apiBase: `http://${HOST}:${String(identity.port)}`, secretKey: identity.secretKey };
}

/** Reads the keys and the port from a state file; the last line counts. */
export function readIdentity(path: string): Identity | undefined {
  return changesIn(path).findLast((change) => 'identity' in change)?.identity;
}

/** Returns random bytes in hexadecimal. */
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
  // A kill may leave a partial last line, whose request was not answered.
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Change);
}
