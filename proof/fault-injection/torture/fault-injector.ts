import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Fault, FaultKind } from './plan';
import type { Deployment } from './deployment';

/** Injects the planned faults in order. Faults of one victim never overlap. */

/** The limit of concurrent faults. */
const MAX_CONCURRENT_FAULTS = 2;

export class FaultInjector {
  readonly counts = new Map<FaultKind, number>();
  private readonly victims = new Map<string, Promise<void>>();
  private active = 0;

  constructor(
    private readonly deployment: Deployment,
    private readonly note: (line: string) => void,
  ) {}

  /** Injects faults until `over` returns true; then heals everything. */
  async run(plan: Iterator<Fault>, over: () => boolean): Promise<void> {
    while (!over()) {
      const fault = plan.next().value as Fault;
      await pause(fault.afterMs);
      while (this.active >= MAX_CONCURRENT_FAULTS && !over()) await pause(20);
      if (!over()) this.begin(fault);
    }
    await Promise.all(this.victims.values());
    this.deployment.heal();
  }

  private begin(fault: Fault): void {
    const victim = victimOf(fault);
    this.active += 1;
    const before = this.victims.get(victim) ?? Promise.resolve();
    const run = before
      .then(() => this.strike(fault))
      .then(() => void this.counts.set(fault.kind, (this.counts.get(fault.kind) ?? 0) + 1))
      .catch((error: unknown) => void this.deployment.failures.push(`${fault.kind}: ${String(error)}`))
      .finally(() => (this.active -= 1));
    this.victims.set(victim, run);
  }

  private async strike(fault: Fault): Promise<void> {
    const { kind, at, forMs } = fault;
    const { deployment } = this;
    this.note(`${kind} ${at} ${forMs} ms`);
    if (kind === 'kill') await this.kill(at);
    else if (kind === 'both') await Promise.all([this.kill(at), this.kill((at + 1) % deployment.processes.length)]);
    else if (kind === 'postmaster') await deployment.killDatabase(forMs);
    else if (kind === 'backend') await killBackend(deployment, at);
    else if (kind === 'cut') deployment.databaseProxies[at]?.cut();
    else if (kind === 'clients') deployment.serverProxies[at]?.cut();
    else {
      const proxy = kind === 'answers' ? deployment.serverProxies[at] : deployment.databaseProxies[at];
      proxy?.become(kind === 'answers' ? 'deaf' : kind);
      if (kind === 'refuse') proxy?.cut();
      await pause(forMs);
      proxy?.become('pass');
    }
  }

  private async kill(at: number): Promise<void> {
    const process = this.deployment.processes[at];
    await process?.kill();
    await process?.start();
  }
}

/** The victim of a fault. All processes are one victim, because a fault may kill two of them. */
function victimOf({ kind, at }: Fault): string {
  if (kind === 'kill' || kind === 'both') return 'processes';
  if (kind === 'backend' || kind === 'postmaster') return 'database';
  return kind === 'clients' || kind === 'answers' ? `door ${at}` : `line ${at}`;
}

/** Kills one database backend of the service with SIGKILL, if there is one. */
async function killBackend({ databaseUrl }: Deployment, at: number): Promise<void> {
  const client = new Client(databaseUrl);
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE application_name IN ('agent-trading-service', 'ats listener') ORDER BY state, pid OFFSET $1 LIMIT 1`,
    [at],
  );
  const [victim] = rows;
  if (victim !== undefined) process.kill(victim.pid, 'SIGKILL');
  await client.end().catch(() => undefined);
  await waitForRecovery(databaseUrl);
}

/** Waits until PostgreSQL has recovered. */
async function waitForRecovery(url: string): Promise<void> {
  for (;;) {
    const client = new Client(url);
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('SELECT 1');
      return;
    } catch {
      await pause(50);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
