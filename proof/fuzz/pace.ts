import type { FuzzedService } from './service';
import { type Reply, signed, Wire } from './wire';

/**
 * Limits the time of an answer: one second on an idle machine. A small request, which takes a few milliseconds on an
 * idle machine, measures the present load.
 */
const LONGEST_MS = 1_000;
const QUIET_MS = 5;
const TRIES = 3;
const PROBES = 9;

const PROBE = {
  method: 'POST',
  target: '/graphql',
  headers: ['content-type', 'application/json'],
  body: '{"query":"{ service { version } }"}',
};

export class Slow extends Error {}

export class Pace {
  /** Number of late answers that were requested again. */
  late = 0;
  private readonly wire: Wire;

  private constructor(private readonly service: FuzzedService) {
    this.wire = new Wire(service.url);
  }

  static async of(service: FuzzedService): Promise<Pace> {
    const pace = new Pace(service);
    await pace.slowness();
    return pace;
  }

  /** How many times slower than an idle machine this one is now. At least 1. */
  private async slowness(): Promise<number> {
    const times: number[] = [];
    for (let at = 0; at < PROBES; at += 1) {
      const { ms } = await this.wire.send(signed(this.service.url, { credential: this.service.operator }, PROBE));
      times.push(ms);
    }
    times.sort((a, b) => a - b);
    return Math.max(1, (times[Math.floor(PROBES / 2)] ?? 0) / QUIET_MS);
  }

  /**
   * Returns the answer, or the answer of a later attempt. An answer delayed by a busy machine is not late each time.
   * @throws Slow
   */
  async sendInTime<T extends Pick<Reply, 'ms'>>(send: () => Promise<T>): Promise<T> {
    const tries: string[] = [];
    for (let at = 0; at < TRIES; at += 1) {
      const reply = await send();
      if (reply.ms <= LONGEST_MS) return reply;
      const allowed = LONGEST_MS * (await this.slowness());
      if (reply.ms <= allowed) return reply;
      this.late += 1;
      tries.push(`${reply.ms.toFixed(0)} ms where ${allowed.toFixed(0)} are allowed`);
    }
    throw new Slow(`slow each time: ${tries.join(', ')}`);
  }

  close(): void {
    this.wire.close();
  }
}
