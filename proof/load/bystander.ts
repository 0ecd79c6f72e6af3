import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { query, signerOf } from '../../test/support/exchange';
import type { AttackedService } from './attacked-service';
import { post } from './post';

/** One read of the bystander. */
export interface Read {
  readonly isOk: boolean;
  readonly ms: number;
}

const READ = query('{ principal { displayName ticketBalanceStamps } }');
const READERS = 2;
const READ_PAUSE_MS = 20;

/** The reads of a principal that no attack uses: on one connection, and each on a new one. */
export class Bystander {
  private readonly agent = new Agent({ keepAlive: true });

  private constructor(
    private readonly service: AttackedService,
    private readonly control: ChildProcess,
  ) {}

  static async start(service: AttackedService): Promise<Bystander> {
    const control = fork(join(__dirname, 'busy-machine.ts'), { execArgv: ['--import', 'tsx'] });
    await once(control, 'message');
    return new Bystander(service, control);
  }

  stop(): void {
    this.control.disconnect();
    this.agent.destroy();
  }

  /** How many times longer other work makes a computation. The caller measures it while nothing of the test works. */
  async busyness(): Promise<number> {
    this.control.send('measure');
    const [slowness] = (await once(this.control, 'message')) as [number];
    return Math.max(1, slowness);
  }

  /** Reads until the end, with two readers. */
  async readUntil(isOver: (reads: readonly Read[]) => boolean): Promise<Read[]> {
    const reads: Read[] = [];
    const loop = async (_: unknown, reader: number): Promise<void> => {
      while (!isOver(reads)) {
        reads.push(await this.read(reader === 0));
        await pause(READ_PAUSE_MS);
      }
    };
    await Promise.all(Array.from({ length: READERS }, loop));
    return reads;
  }

  private async read(isNewConnection: boolean): Promise<Read> {
    const { server, bystander } = this.service;
    const signer = signerOf(bystander);
    const agent = isNewConnection ? undefined : this.agent;
    const startedAt = performance.now();
    const { status, text } = await post({ url: server.url, signer, body: READ, agent });
    const isOk = status === 200 && !text.includes('"errors"');
    return { isOk, ms: performance.now() - startedAt };
  }
}

/** The quantile of a list of times. */
export function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
