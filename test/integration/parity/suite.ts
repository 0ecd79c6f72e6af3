import { setTimeout as sleep } from 'node:timers/promises';
import type { Signer } from '../../../src/client';
import { errorCatalogue, type ErrorCode } from '../../../src/domain/errors/catalogue';
import type { TestApp } from '../../support/app';
import type { Sending } from '../../support/exchange';
import type { Receiver } from '../../support/receiver';

/** Scenarios use the names of REST; a driver plays each step over its own API. */

export type Json = Readonly<Record<string, unknown>>;

/** One step: an operation by its GraphQL field, such as `principal.trade`, with its input in REST's names. */
export interface Step {
  readonly field: string;
  readonly input: Json;
  /** Null: the request is unsigned. */
  readonly who: Signer | null;
  /** Deviations of the request itself: headers, key, time of signing. */
  readonly sending?: Sending;
}

/** The answer to a step, in REST's names and without details of the transport. */
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
  /** `strained`: the payment processor is unavailable, and the rate limit is low. `sandbox`: ATS_SANDBOX is true. */
  readonly world?: 'strained' | 'sandbox';
  readonly play: (stage: Stage) => Promise<void>;
}

/** A line of a transcript. */
export interface TranscriptLine {
  readonly field: string;
  readonly outcome: Outcome;
}

type Play = Pick<TestApp, 'url' | 'clock' | 'sql' | 'ownerUrl' | 'console' | 'operatorCredential'>;

/** Plays a scenario's steps and records the answers. */
export class Stage {
  readonly transcript: TranscriptLine[] = [];
  readonly operator: Signer;

  constructor(
    /** A prefix that keeps the names of scenarios apart. */
    readonly slug: string,
    readonly app: Play,
    readonly receiver: Receiver,
    private readonly driver: Driver,
  ) {
    this.operator = { credential: app.operatorCredential };
  }

  /** Signs as the console, acting for a human. */
  human(subject: string): Signer {
    return { credential: this.app.console, acting: { provider: 'test', subject: `${this.slug}.${subject}` } };
  }

  /** @throws Error if the step is refused */
  async ask<T = Json>(who: Signer | null, field: string, input: Json = {}, sending: Sending = {}): Promise<T> {
    const outcome = await this.driver.play({ field, input, who, sending });
    return this.keep<T>(field, outcome);
  }

  /** @throws Error unless the step is refused with this code and its status in the catalogue */
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

  /** Polls until the answer satisfies the condition; the transcript has only the last answer. */
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
