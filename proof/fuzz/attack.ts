import { randomUUID } from 'node:crypto';
import type { Signer } from '../../src/client';
import { PropertyViolation, type Judged, judge } from './reply-check';
import { Pace } from './pace';
import type { FuzzedService } from './service';
import { type Outgoing, type Reply, signed, Wire } from './wire';

/** Counts the requests and their outcomes. */
export class RequestCounts {
  requests = 0;
  sockets = 0;
  /** Number of answers by status or by error code. */
  readonly outcomes = new Map<string, number>();
  /** Number of times the same request got a different refusal once. A worker had changed the state in between. */
  changed = 0;
  slowestMs = 0;

  count({ status, codes }: Judged, { ms }: Reply): void {
    this.requests += 1;
    this.slowestMs = Math.max(this.slowestMs, ms);
    for (const outcome of codes.length > 0 ? codes : [String(status)]) this.note(outcome);
  }

  countSocket(outcome: string): void {
    this.sockets += 1;
    this.note(outcome);
  }

  private note(outcome: string): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }
}

/** A reply and its checked content. */
export interface Answered {
  readonly reply: Reply;
  readonly judged: Judged;
}

export class Attack {
  readonly counts = new RequestCounts();
  readonly wire: Wire;

  private constructor(
    readonly service: FuzzedService,
    readonly pace: Pace,
  ) {
    this.wire = new Wire(service.url);
  }

  static async on(service: FuzzedService): Promise<Attack> {
    return new Attack(service, await Pace.of(service));
  }

  /** Sends one request and checks its reply against the documentation and the time limit. @throws PropertyViolation, Slow */
  async once(outgoing: Outgoing): Promise<Answered> {
    const reply = await this.pace.sendInTime(() => this.wire.send(outgoing));
    const judged = judge(reply, outgoing.method);
    this.counts.count(judged, reply);
    return { reply, judged };
  }

  /** Sends a request again. @throws PropertyViolation if its refusal is not that of the first answer */
  async assertSameRefusal(outgoing: Outgoing, first: Answered): Promise<void> {
    const again = await this.once(outgoing);
    if (again.judged.refusal !== first.judged.refusal)
      throw new PropertyViolation(`the second refusal differs from ${first.reply.text}`, again.reply);
  }

  /**
   * Sends the signed request up to three times. A second key must give the same refusal. The first key again must give
   * the same answer. @throws PropertyViolation, Slow
   */
  async twice(signer: Signer, outgoing: Outgoing): Promise<Answered> {
    const key = randomUUID();
    const first = await this.once(this.signed(signer, outgoing, key));
    if (first.judged.codes.length === 0) return first;
    const again = await this.once(this.signed(signer, outgoing, randomUUID()));
    if (again.judged.refusal !== first.judged.refusal) await this.assertSettled(signer, outgoing, again);
    const replayed = await this.once(this.signed(signer, outgoing, key));
    if (replayed.reply.headers['idempotency-replayed'] === 'true' && replayed.judged.refusal !== first.judged.refusal) {
      throw new PropertyViolation(
        `the replay differs from the first answer, which was ${first.reply.text}`,
        replayed.reply,
      );
    }
    return first;
  }

  /** Checks that a refusal changed only once. Workers also change the state, so one change is allowed. */
  private async assertSettled(signer: Signer, outgoing: Outgoing, before: Answered): Promise<void> {
    const third = await this.once(this.signed(signer, outgoing, randomUUID()));
    if (third.judged.refusal !== before.judged.refusal) {
      throw new PropertyViolation(`the refusal differs each time, before: ${before.reply.text}; now`, third.reply);
    }
    this.counts.changed += 1;
  }

  private signed(signer: Signer, outgoing: Outgoing, key: string): Outgoing {
    const headers = outgoing.method === 'GET' ? outgoing.headers : ['idempotency-key', key, ...outgoing.headers];
    return signed(this.service.url, signer, { ...outgoing, headers });
  }

  close(): void {
    this.wire.close();
    this.pace.close();
  }
}

export const JSON_BODY = ['content-type', 'application/json'];

export const graphql = (body: string | Buffer): Outgoing => ({
  method: 'POST',
  target: '/graphql',
  headers: JSON_BODY,
  body,
});
