import { setTimeout as sleep } from 'node:timers/promises';
import type { Signer } from '../../../src/client';
import { errorCatalogue, type ErrorCode } from '../../../src/domain/errors/catalogue';
import type { TestApp } from '../../support/app';
import type { Sending } from '../../support/exchange';
import type { Receiver } from '../../support/receiver';

/** Scenarios are written once, in REST's names; a driver plays each step in its own language. */

export type Json = Readonly<Record<string, unknown>>;

/** One step: an operation by its GraphQL field (`createTrade`, `principal.trade`), with what it takes in REST's names. */
export interface Step {
  readonly field: string;
  readonly input: Json;
  /** Null: nobody signs. */
  readonly who: Signer | null;
  /** What is odd about the request itself: headers, key, time of signing. */
  readonly sending?: Sending;
}

/** What a step was answered with, in REST's names, without what a transport has of its own. */
export type Outcome = { readonly answer: unknown } | { readonly refusal: Refused };

/** A refusal: status, code, title, recovery, detail, and the members of its code. */
export interface Refused extends Json {
  readonly code: ErrorCode;
}

export interface Driver {
  play(step: Step): Promise<Outcome>;
}

export interface Scenario {
  readonly name: string;
  /** `strained`: the payment processor is away, and a minute has few reads. */
  readonly world?: 'strained';
  readonly play: (stage: Stage) => Promise<void>;
}

/** A line of a transcript. */
export interface TranscriptLine {
  readonly field: string;
  readonly outcome: Outcome;
}

type Play = Pick<TestApp, 'url' | 'clock' | 'sql' | 'ownerUrl' | 'console' | 'operatorCredential'>;

/** Where a scenario is played, and what it was answered so far. */
export class Stage {
  readonly transcript: TranscriptLine[] = [];
  readonly operator: Signer;

  constructor(
    /** Of this scenario alone, so that names of one never meet those of another. */
    readonly slug: string,
    readonly app: Play,
    readonly receiver: Receiver,
    private readonly driver: Driver,
  ) {
    this.operator = { credential: app.operatorCredential };
  }

  /** The console acting for a human. */
  human(subject: string): Signer {
    return { credential: this.app.console, acting: { provider: 'test', subject: `${this.slug}.${subject}` } };
  }

  /** @throws Error when it is refused */
  async ask<T = Json>(who: Signer | null, field: string, input: Json = {}, sending: Sending = {}): Promise<T> {
    const outcome = await this.driver.play({ field, input, who, sending });
    return this.keep<T>(field, outcome);
  }

  /** @throws Error when it is not refused with that code, or with another status than the catalogue's */
  async refused(
    who: Signer | null,
    field: string,
    input: Json,
    code: ErrorCode,
    sending: Sending = {},
  ): Promise<Refused> {
    const outcome = await this.driver.play({ field, input, who, sending });
    const refusal = 'refusal' in outcome ? outcome.refusal : undefined;
    if (refusal?.code !== code || refusal['status'] !== errorCatalogue[code].status) {
      throw new Error(`${field} was to be refused with ${code}: ${JSON.stringify(outcome)}`);
    }
    this.transcript.push({ field, outcome });
    return refusal;
  }

  /** Asks again until the answer satisfies; the transcript has the last answer alone. */
  async until<T = Json>(who: Signer, field: string, input: Json, good: (answer: T) => boolean): Promise<T> {
    const end = Date.now() + 20_000;
    for (;;) {
      const outcome = await this.driver.play({ field, input, who });
      if ('answer' in outcome && good(outcome.answer as T)) return this.keep<T>(field, outcome);
      if (Date.now() > end) throw new Error(`${field} is still not so: ${JSON.stringify(outcome)}`);
      await sleep(50);
    }
  }

  private keep<T>(field: string, outcome: Outcome): T {
    if ('refusal' in outcome) throw new Error(`${field} was refused: ${JSON.stringify(outcome.refusal)}`);
    this.transcript.push({ field, outcome });
    return outcome.answer as T;
  }
}
