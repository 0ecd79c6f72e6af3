import { appendFileSync } from 'node:fs';

/** The attempts and answers that clients recorded, in order. One process writes them, so their numbers order them. */

/** Something that one call creates once: `{kind: 'listing', id: 'lst_…'}`. */
export interface Effect {
  readonly kind: string;
  readonly id: string;
  /** An acknowledged amount or state. */
  readonly value?: string;
}

/** The effects that an answer acknowledges. */
export interface Acknowledged {
  readonly effects?: readonly Effect[];
  /** Values by name. The last acknowledged value must be the final one. */
  readonly values?: Readonly<Record<string, string>>;
  /** API keys (`ak_…`) that end with this call. */
  readonly endedCredentials?: readonly string[];
  /** Events that the call writes, as `principal type subject`. */
  readonly events?: readonly string[];
  /** The type of an event that any further principal may get once. Concurrent calls decide who gets it. */
  readonly broadcast?: string;
}

interface EntryBase {
  readonly n: number;
  /** Milliseconds since the start of the run. */
  readonly at: number;
  readonly key: string;
}

/** An attempt was sent. */
export interface Invoked extends EntryBase {
  readonly kind: 'invoke';
  readonly attempt: number;
  readonly field: string;
  readonly server: number;
  readonly credential: string;
}

/** The attempt succeeded. `digest` covers status and body. */
export interface Ok extends EntryBase, Acknowledged {
  readonly kind: 'ok';
  readonly attempt: number;
  readonly digest: string;
}

/** The attempt was refused finally. */
export interface Failed extends EntryBase {
  readonly kind: 'fail';
  readonly attempt: number;
  readonly code: string;
}

/** The outcome of the attempt is unknown: the call may have taken effect. */
export interface Unknown extends EntryBase {
  readonly kind: 'unknown';
  readonly attempt: number;
  readonly why: string;
}

export type Entry = Invoked | Ok | Failed | Unknown;
type Unnumbered = Entry extends infer One ? (One extends Entry ? Omit<One, 'n' | 'at'> : never) : never;

export class History {
  readonly entries: Entry[] = [];
  private readonly startedAt = performance.now();

  /** @param file receives each entry as a line of JSON */
  constructor(private readonly file?: string) {}

  add(entry: Unnumbered): void {
    const numbered = { n: this.entries.length, at: Math.round(performance.now() - this.startedAt), ...entry } as Entry;
    this.entries.push(numbered);
    if (this.file !== undefined) appendFileSync(this.file, `${JSON.stringify(numbered)}\n`);
  }
}
