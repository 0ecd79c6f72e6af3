import { setTimeout as pause } from 'node:timers/promises';
import { residentBytes } from '../../bench/support/memory';
import { rows } from '../../src/settings/settings';
import { query, send, signerOf } from '../../test/support/exchange';
import { type AttackedService, type Attackers, startAttackedService, startAttackers } from './attacked-service';

/**
 * The service serves a principal while others attack it in every way that needs no answer or no money.
 *
 * The attackers run with the lowest priority: on two cores the test would otherwise measure how the machine shares its
 * processors, and not the service.
 */

const SECONDS = Number(process.env['LOAD_SECONDS'] ?? 15);
const MAX_P99_MS = 250;
const MAX_RSS_BYTES = 600 * 1024 * 1024;
/** The median of an idle machine. A machine that is busy with other work is allowed more, in proportion. */
const IDLE_P50_MS = 10;
const READERS = 2;
const READ_PAUSE_MS = 20;
const CALM_READS = 100;
/** The grace of a stop, and the time to end the process. */
const GRACE_MS = rows.stopGraceSeconds.default * 1_000 + 2_000;

let service: AttackedService | undefined;
let attackers: Attackers | undefined;

afterAll(async () => {
  await attackers?.stop().catch(() => undefined);
  await service?.remove();
});

interface Read {
  readonly status: number;
  readonly ms: number;
}

const READ = query('{ principal { displayName ticketBalanceStamps } }');

async function read({ server, bystander }: AttackedService): Promise<Read> {
  const startedAt = performance.now();
  try {
    const { status, json } = await send(server, signerOf(bystander), { body: READ });
    return { status: json.errors ? 0 : status, ms: performance.now() - startedAt };
  } catch {
    return { status: 0, ms: performance.now() - startedAt };
  }
}

function quantile(reads: readonly Read[], share: number): number {
  const sorted = reads.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function readWhile(from: AttackedService, isOver: (reads: readonly Read[]) => boolean): Promise<Read[]> {
  const reads: Read[] = [];
  const loop = async (): Promise<void> => {
    while (!isOver(reads)) {
      reads.push(await read(from));
      await pause(READ_PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: READERS }, loop));
  return reads;
}

// Only `npm run load` runs it: on two cores the service does not meet all goals yet (docs/proofs/hostile-input.md).
(process.env['LOAD_SECONDS'] === undefined ? test.skip : test)(
  'a principal is served, memory is bounded and a stop ends, while others flood, pipeline, introspect, write and read slowly',
  async () => {
    const attacked = (service = await startAttackedService());
    await readWhile(attacked, (reads) => reads.length >= CALM_READS);
    const calm = await readWhile(attacked, (reads) => reads.length >= CALM_READS);
    const { introspector, writer, slowReaders } = attacked;
    attackers = startAttackers({
      url: attacked.server.url,
      sockets: 20,
      pipelines: 20,
      introspection: { signer: signerOf(introspector), connections: 10, perSecond: 95 },
      writers: { signer: signerOf(writer), connections: 32, perSecond: 95 },
      slow: { connections: 100, signers: slowReaders.map(signerOf) },
    });
    let maxRssBytes = 0;
    const until = performance.now() + SECONDS * 1_000;
    const reads = await readWhile(attacked, () => {
      maxRssBytes = Math.max(maxRssBytes, residentBytes(attacked.server.pid) ?? 0);
      return performance.now() > until;
    });
    // The attack goes on during the stop.
    const stoppedAt = performance.now();
    await attacked.server.kill('SIGTERM');
    const stopMs = performance.now() - stoppedAt;
    const counts = await attackers.stop();
    attackers = undefined;
    const slowness = Math.max(1, quantile(calm, 0.5) / IDLE_P50_MS);
    const figures = {
      reads: reads.length,
      failed: reads.filter(({ status }) => status !== 200).length,
      calmP50Ms: Math.round(quantile(calm, 0.5)),
      calmP99Ms: Math.round(quantile(calm, 0.99)),
      p50Ms: Math.round(quantile(reads, 0.5)),
      p99Ms: Math.round(quantile(reads, 0.99)),
      maxRssMib: Math.round(maxRssBytes / 1024 / 1024),
      stopMs: Math.round(stopMs),
      attackers: counts,
    };
    process.stdout.write(`${JSON.stringify(figures)}\n`);
    // Every kind of attacker did its work.
    for (const name of [
      'socket messages',
      'pipelined answers',
      'introspections 200',
      'writes 200',
      'slow readers closed',
    ]) {
      expect([name, counts[name] ?? 0]).toEqual([name, expect.any(Number)]);
      expect(counts[name]).toBeGreaterThan(0);
    }
    expect(figures.failed).toBe(0);
    expect(figures.reads).toBeGreaterThan(SECONDS);
    expect(figures.p99Ms).toBeLessThan(MAX_P99_MS * slowness);
    expect(maxRssBytes).toBeLessThan(MAX_RSS_BYTES);
    expect(stopMs).toBeLessThan(GRACE_MS);
  },
  600_000,
);
