import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { query, signerOf } from '../../test/support/exchange';
import type { AttackedService } from './attacked-service';
import { post } from './post';

/** One read of the bystander, and one of the control server right after it. */
export interface Read {
  readonly isOk: boolean;
  readonly ms: number;
  readonly controlMs: number;
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
    private readonly controlUrl: string,
  ) {}

  static async start(service: AttackedService): Promise<Bystander> {
    const control = fork(join(__dirname, 'control-server.ts'), { execArgv: ['--import', 'tsx'] });
    const [port] = (await once(control, 'message')) as [number];
    return new Bystander(service, control, `http://127.0.0.1:${String(port)}`);
  }

  stop(): void {
    this.control.disconnect();
    this.agent.destroy();
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
    const answeredAt = performance.now();
    await post({ url: this.controlUrl, signer, body: READ, agent });
    const isOk = status === 200 && !text.includes('"errors"');
    return { isOk, ms: answeredAt - startedAt, controlMs: performance.now() - answeredAt };
  }
}

/** The quantile of a list of times. */
export function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
