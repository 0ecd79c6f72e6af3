import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Fault, FaultKind } from './plan';
import type { Place } from './place';

/** The faults, one after the other as the plan has them, those of one victim never at the same time. Not a test. */

/** So many may go on at once. */
const AT_ONCE = 2;

export class Storm {
  readonly done = new Map<FaultKind, number>();
  private readonly victims = new Map<string, Promise<void>>();
  private under = 0;

  constructor(
    private readonly place: Place,
    private readonly note: (line: string) => void,
  ) {}

  /** Until it is over; then everything is healed and whole. */
  async rage(plan: Iterator<Fault>, over: () => boolean): Promise<void> {
    while (!over()) {
      const fault = plan.next().value as Fault;
      await pause(fault.afterMs);
      while (this.under >= AT_ONCE && !over()) await pause(20);
      if (!over()) this.begin(fault);
    }
    await Promise.all(this.victims.values());
    this.place.heal();
  }

  private begin(fault: Fault): void {
    const victim = victimOf(fault);
    this.under += 1;
    const before = this.victims.get(victim) ?? Promise.resolve();
    const run = before
      .then(() => this.strike(fault))
      .then(() => void this.done.set(fault.kind, (this.done.get(fault.kind) ?? 0) + 1))
      .catch((error: unknown) => void this.place.failures.push(`${fault.kind}: ${String(error)}`))
      .finally(() => (this.under -= 1));
    this.victims.set(victim, run);
  }

  private async strike(fault: Fault): Promise<void> {
    const { kind, at, forMs } = fault;
    const { place } = this;
    this.note(`${kind} ${at} ${forMs} ms`);
    if (kind === 'kill') await this.kill(at);
    else if (kind === 'both') await Promise.all([this.kill(at), this.kill((at + 1) % place.processes.length)]);
    else if (kind === 'postmaster') await place.killDatabase(forMs);
    else if (kind === 'backend') await killBackend(place, at);
    else if (kind === 'cut') place.lines[at]?.cut();
    else if (kind === 'clients') place.doors[at]?.cut();
    else {
      const proxy = kind === 'answers' ? place.doors[at] : place.lines[at];
      proxy?.become(kind === 'answers' ? 'deaf' : kind);
      if (kind === 'refuse') proxy?.cut();
      await pause(forMs);
      proxy?.become('pass');
    }
  }

  private async kill(at: number): Promise<void> {
    const process = this.place.processes[at];
    await process?.kill();
    await process?.start();
  }
}

/** Faults of the database are of one victim, and so are those of all processes: two may be killed at once. */
function victimOf({ kind, at }: Fault): string {
  if (kind === 'kill' || kind === 'both') return 'processes';
  if (kind === 'backend' || kind === 'postmaster') return 'database';
  return kind === 'clients' || kind === 'answers' ? `door ${at}` : `line ${at}`;
}

/** kill -9 of one of the service's backends, when there is one. */
async function killBackend({ databaseUrl }: Place, at: number): Promise<void> {
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
  await back(databaseUrl);
}

/** Until PostgreSQL has recovered by itself. */
async function back(url: string): Promise<void> {
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
