import { appendFileSync } from 'node:fs';

/** What clients saw, in the order in which they saw it: one process writes it, so a number is a time. Not a test. */

/** Something that is there once because of one call: `{kind: 'listing', id: 'lst_…'}`. */
export interface Effect {
  readonly kind: string;
  readonly id: string;
  /** An amount, a state: what else was acknowledged of it. */
  readonly value?: string;
}

/** What a call acknowledged, beyond its answer's bytes. */
export interface Acknowledged {
  readonly effects?: readonly Effect[];
  /** What has a value now: the one acknowledged last must be the one that is there. */
  readonly sets?: Readonly<Record<string, string>>;
  /** Credentials (`ak_…`) that are good for nothing from here on. */
  readonly ends?: readonly string[];
  /** Events it tells, as `principal type subject`. */
  readonly tells?: readonly string[];
}

interface Said {
  readonly n: number;
  /** Milliseconds since the run began. */
  readonly at: number;
  readonly key: string;
}

/** One attempt is sent. */
export interface Invoked extends Said {
  readonly kind: 'invoke';
  readonly attempt: number;
  readonly field: string;
  readonly server: number;
  readonly credential: string;
}

/** It was answered: `digest` is of status and body. */
export interface Ok extends Said, Acknowledged {
  readonly kind: 'ok';
  readonly attempt: number;
  readonly digest: string;
}

/** It was refused for good. */
export interface Failed extends Said {
  readonly kind: 'fail';
  readonly attempt: number;
  readonly code: string;
}

/** Nobody answered, or nobody knows: it may have happened. */
export interface Unknown extends Said {
  readonly kind: 'unknown';
  readonly attempt: number;
  readonly why: string;
}

export type Entry = Invoked | Ok | Failed | Unknown;
type Unnumbered = Entry extends infer One ? (One extends Entry ? Omit<One, 'n' | 'at'> : never) : never;

export class History {
  readonly entries: Entry[] = [];
  private readonly begun = performance.now();

  /** @param file where each entry is written as a line of JSON, at once */
  constructor(private readonly file?: string) {}

  add(entry: Unnumbered): void {
    const numbered = { n: this.entries.length, at: Math.round(performance.now() - this.begun), ...entry } as Entry;
    this.entries.push(numbered);
    if (this.file !== undefined) appendFileSync(this.file, `${JSON.stringify(numbered)}\n`);
  }
}
