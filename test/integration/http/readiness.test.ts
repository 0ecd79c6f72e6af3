import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { builtServer } from '../../support/built';
import { type ProxiedApp, startProxiedApp } from '../../support/app-behind-proxy';
import { newFolder } from '../../support/folder';
import { until } from '../../support/service';

/** `/readyz` and the log while the database is away, stalled or full. */

async function probe(url: string): Promise<{ status: number; ms: number }> {
  const startedAt = performance.now();
  const { status } = await fetch(new URL('/readyz', url));
  return { status, ms: performance.now() - startedAt };
}

const isReady = async ({ url }: Pick<ProxiedApp, 'url'>): Promise<boolean> => (await probe(url)).status === 200;

// @spec OP4
test('should answer /readyz with 503 within 1 s in a stall, and requests within 15 s', async () => {
  const app = await startProxiedApp({ ATS_ROLE: 'api' });
  try {
    expect((await probe(app.url)).status).toBe(200);
    app.proxy.become('stall');
    await until(async () => !(await isReady(app)), 'not ready');
    const startedAt = performance.now();
    const card = fetch(new URL('/agents/agt_01h455vb4pex5vsknk084sn02q/.well-known/agent-card.json', app.url));
    const probes = await Promise.all(Array.from({ length: 20 }, () => probe(app.url)));
    expect(new Set(probes.map(({ status }) => status))).toEqual(new Set([503]));
    // A busy machine may delay some of them.
    expect(Math.min(...probes.map(({ ms }) => ms))).toBeLessThan(1_000);
    expect((await card).status).toBe(503);
    expect(performance.now() - startedAt).toBeLessThan(15_500);
    app.proxy.become('pass');
    await until(() => isReady(app), 'ready again');
  } finally {
    await app.stop();
  }
});

// @spec OP1
test('should stop within the grace in a stall of the database', async () => {
  const app = await startProxiedApp({ ATS_STOP_GRACE_SECONDS: '2' });
  app.proxy.become('stall');
  await until(async () => !(await isReady(app)), 'not ready');
  const startedAt = performance.now();
  await app.app.stop();
  // The grace, and half a second for each part that does not end.
  expect(performance.now() - startedAt).toBeLessThan(8_000);
  await app.stop();
});

// @spec OP5
test('should log the loss of the database once, and its return once', async () => {
  const app = await startProxiedApp();
  const lines = (message: RegExp) => app.log.lines.filter((line) => message.test(line.message));
  try {
    app.proxy.become('refuse');
    app.proxy.cut();
    await until(() => lines(/database is unavailable/).length > 0, 'the loss is logged');
    // Requests fail too, in the time in which each worker has failed several times.
    await until(async () => !(await isReady(app)), 'not ready');
    for (let request = 0; request < 20; request += 1) await fetch(new URL('/readyz', app.url));
    app.proxy.become('pass');
    await until(() => lines(/database is available again/).length > 0, 'the return is logged');
    const [back] = lines(/available again/);
    expect(back?.fields['failures']).toBeGreaterThan(5);
    // No stack: only these two lines tell of the outage.
    expect(app.log.lines.filter(({ level, fields }) => level !== 'info' && 'err' in fields)).toEqual([]);
    expect([lines(/database is unavailable/).length, lines(/available again/).length]).toEqual([1, 1]);
  } finally {
    await app.stop();
  }
});

/** Appends until the disk is full. @throws ENOSPC */
function fill(path: string): never {
  for (;;) appendFileSync(path, Buffer.alloc(4096));
}

const canMount = process.platform === 'linux' && process.getuid?.() === 0;

// @spec OP4
(canMount ? test : test.skip)(
  'should answer /readyz with 503 on a full disk, and 200 when there is space again',
  async () => {
    const folder = newFolder('full');
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=755', 'tmpfs', folder]);
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    const filler = join(folder, 'filler');
    try {
      const server = await builtServer({ ATS_DATA_DIR: dataDir });
      try {
        expect((await probe(server.url)).status).toBe(200);
        // PostgreSQL may take the last pages first.
        expect(() => fill(filler)).toThrow('ENOSPC');
        await until(async () => (await probe(server.url)).status === 503, 'not ready on a full disk');
        rmSync(filler);
        await until(async () => (await probe(server.url)).status === 200, 'ready when there is space again');
      } finally {
        await server.kill('SIGTERM');
      }
    } finally {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    }
  },
  300_000,
);
