import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forEachConcurrently } from '../chaos/seeded-random';
import { digester } from '../../../test/support/digest';
import { Connection } from '../../../test/support/ledger';
import { compareEverySettlement } from '../../../test/support/settlement-previews';
import { until } from '../../../test/support/service';
import { findInactivity } from './activity';
import { Calls } from './calls';
import type { Lane, Party, World } from './parties';
import { entriesAround, check, type Violation } from './check';
import { History } from './history';
import { observe } from './observe';
import { Deployment } from './deployment';
import { FAULTS, faultsOf, SCENES, type SceneName, scenesOf } from './plan';
import { createSharedParty, createLane, SCENE_FUNCTIONS } from './scenes';
import { followEvents, type Readers } from './readers';
import { formatReport } from './report';
import { FaultInjector } from './fault-injector';

/** A torture run: concurrent clients and faults, then recovery, remaining work and checks. */

export interface Options {
  readonly seed: number;
  /** The duration of the faults. */
  readonly faultsMs: number;
  readonly lanes: number;
  readonly note: (line: string) => void;
  /** An abort ends the run with its reason and stops all processes. */
  readonly signal?: AbortSignal;
}

export interface Outcome {
  readonly violations: readonly Violation[];
  readonly report: string;
  /** The folder with process logs, history and violations. */
  readonly folder: string;
  /** Answered root fields, with counts. */
  readonly fields: ReadonlyMap<string, number>;
}

const DRAIN_TIMEOUT_MS = 180_000;
const CONCURRENCY = 4;

class Run {
  private readonly failures: Violation[] = [];
  private readonly played = new Map<SceneName, number>();
  private readonly history: History;
  private readonly calls: Calls;
  private readonly faultInjector: FaultInjector;
  private readonly world: World;

  constructor(
    private readonly options: Options,
    private readonly deployment: Deployment,
    private readonly folder: string,
  ) {
    this.history = new History(join(folder, 'history.jsonl'));
    this.calls = new Calls(this.history, deployment.servers);
    this.faultInjector = new FaultInjector(deployment, options.note);
    const { console, operator, receiver } = deployment;
    const url = (path: string): string => receiver.url(path);
    const confirmPayment: World['confirmPayment'] = (session, cents) => deployment.confirmPayment(session, cents);
    this.world = { calls: this.calls, console, operator, url, confirmPayment, expectedStamps: new Map() };
  }

  async go(): Promise<Outcome> {
    const { options, deployment } = this;
    const startedAt = performance.now();
    const sharedParty = await createSharedParty(this.world);
    const lanes = await Promise.all(
      Array.from({ length: options.lanes }, (_, at) => createLane(this.world, sharedParty, at)),
    );
    const parties = [sharedParty, ...lanes.flatMap(({ provider, consumer }) => [provider, consumer])];
    const readers = parties.map((party, at) => followEvents(deployment.servers, party, at));
    const faultsStartedAt = performance.now();
    try {
      await this.runClientsAndFaults(lanes);
      const faultsEndedAt = performance.now();
      const violations = await this.verify(await Connection.open(deployment.databaseUrl), parties, readers);
      const times = {
        setup: faultsStartedAt - startedAt,
        faults: faultsEndedAt - faultsStartedAt,
        checks: performance.now() - faultsEndedAt,
      };
      return { violations, report: this.report(times, violations), folder: this.folder, fields: this.calls.fields };
    } finally {
      for (const reader of readers) reader.stop();
    }
  }

  /** Runs clients and faults concurrently until the time is over and all of them have ended. */
  private async runClientsAndFaults(lanes: readonly Lane[]): Promise<void> {
    const { seed, faultsMs } = this.options;
    const state = { over: false };
    setTimeout(() => (state.over = true), faultsMs);
    const playing = lanes.map((lane, at) => this.playScenes(lane, at, () => state.over));
    await Promise.all([this.faultInjector.run(faultsOf(seed), () => state.over), ...playing]);
  }

  private async verify(db: Connection, parties: readonly Party[], readers: readonly Readers[]): Promise<Violation[]> {
    const { deployment, history } = this;
    try {
      await this.drain(db);
      const feeds = await Promise.all(readers.map((reader) => reader.finish(db)));
      for (const [owner, stamps] of this.world.expectedStamps) {
        const values = { [`worth ${owner}`]: String(stamps) };
        history.add({ kind: 'ok', key: `worth-${owner}`, attempt: 1, digest: '', values });
      }
      return [
        ...check(history.entries, await observe(db, deployment.receiver, parties, feeds.flat())),
        ...(await this.auditBooks()),
        ...(await this.comparePreviews()),
        ...(await this.repeatCalls(db)),
        ...(await this.findOpenTransactions(db)),
        ...this.failures,
        ...deployment.failures.map((detail): Violation => ({ kind: 'broken', detail })),
        ...this.calls.serverErrors.map((detail): Violation => ({
          kind: 'server_error',
          key: detail.split(' ')[0],
          detail,
        })),
        ...findInactivity({
          faultsMs: this.options.faultsMs,
          faults: this.faultInjector.counts,
          scenes: this.played,
          kinds: { faults: Object.keys(FAULTS), scenes: SCENES },
          unknown: history.entries.filter(({ kind }) => kind === 'unknown').length,
        }),
      ];
    } finally {
      await db.close();
    }
  }

  private async playScenes(lane: Lane, at: number, over: () => boolean): Promise<void> {
    const scenes = scenesOf(this.options.seed, at);
    while (!over()) {
      const scene = scenes.next().value;
      try {
        await SCENE_FUNCTIONS[scene.name](lane, scene);
        this.played.set(scene.name, (this.played.get(scene.name) ?? 0) + 1);
      } catch (error) {
        const detail = error instanceof Error ? error.message : String(error);
        this.failures.push({ kind: 'scene', key: detail.split(/[: ]/)[0], detail });
        return; // An unfinished scene would cause more violations of the same origin.
      }
    }
  }

  /** Waits until no trade, event, webhook, deferred entry or unsealed journal is left. */
  private async drain(db: Connection): Promise<void> {
    const text = `SELECT (SELECT count(*) FROM trade WHERE settled_at IS NULL) AS trades,
      (SELECT count(*) FROM event WHERE sequence IS NULL) AS events,
      (SELECT count(*) FROM webhook_delivery WHERE state = 'pending') AS webhooks,
      (SELECT count(*) FROM ledger_deferred) AS unfolded, (SELECT count(*) FROM ledger_unsealed) AS unsealed`;
    const waiting = async () => Object.values((await db.sql<Record<string, bigint>>(text))[0] ?? {});
    const done = async (): Promise<boolean> => (await waiting()).every((count) => count === 0n);
    await until(done, 'everything to drain', DRAIN_TIMEOUT_MS).catch(async (error: unknown) => {
      const findOpenTransactions = JSON.stringify(await db.sql(text), (_, value: unknown) =>
        typeof value === 'bigint' ? Number(value) : value,
      );
      this.failures.push({ kind: 'broken', detail: `${String(error)}: ${findOpenTransactions}` });
    });
  }

  private async auditBooks(): Promise<Violation[]> {
    const { code, stdout, stderr } = await this.deployment.runAts(['audit', '--whole']);
    return code === 0 ? [] : [{ kind: 'audit', detail: stdout + stderr }];
  }

  private async comparePreviews(): Promise<Violation[]> {
    return compareEverySettlement(this.deployment.databaseUrl).then(
      () => [],
      (error: unknown) => [{ kind: 'preview', detail: String(error) }],
    );
  }

  /** Repeats every mutation with its key: it must return the same bytes and change no row. */
  private async repeatCalls(db: Connection): Promise<Violation[]> {
    const digest = await digester((text) => db.sql(text));
    const before = await digest();
    const found: Violation[] = [];
    await forEachConcurrently(this.calls.answeredMutations, CONCURRENCY, async ({ ask, status, text }, at) => {
      const again = await this.calls.once(ask, ask.signer(), at % 2);
      if (again.replayed && again.status === status && again.text === text) return;
      found.push({ kind: 'repeated', key: ask.key, detail: `first ${text}, again ${again.text}` });
    });
    const after = await digest();
    const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
    if (changed.length > 0) found.push({ kind: 'repeated', detail: `repetitions changed ${changed.join(', ')}` });
    return found;
  }

  /** Reports database sessions of the service that stay in a transaction. */
  private async findOpenTransactions(db: Connection): Promise<Violation[]> {
    const text = `SELECT pid, state, query FROM pg_stat_activity WHERE application_name = 'agent-trading-service'
      AND xact_start < now() - interval '5 seconds'`;
    const rows = await db.sql<{ query: string; state: string }>(text);
    return rows.map(({ state, query }): Violation => ({ kind: 'broken', detail: `a session is ${state}: ${query}` }));
  }

  private report(ms: Readonly<Record<string, number>>, violations: readonly Violation[]): string {
    return formatReport({
      ...this.options,
      ms,
      violations: violations.length,
      entries: this.history.entries,
      processes: this.deployment.processes,
      faults: this.faultInjector.counts,
      scenes: this.played,
      fields: this.calls.fields,
    });
  }

  /** Writes the violations to a file, each with the history around its key. */
  writeViolations(violations: readonly Violation[]): string {
    const parts = violations.map((violation) => {
      const lines = entriesAround(this.history.entries, violation).map((entry) => `    ${JSON.stringify(entry)}`);
      return [`${violation.kind} ${violation.key ?? ''}`, `  ${violation.detail}`, ...lines].join('\n');
    });
    const text = parts.join('\n');
    writeFileSync(join(this.folder, 'violations.txt'), `${text}\n`);
    return text;
  }
}

export async function torture(options: Options): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'ats-torture-log-'));
  options.note(`seed ${options.seed}; logs in ${folder}`);
  const deployment = await Deployment.start({ folder });
  try {
    const run = new Run(options, deployment, folder);
    const outcome = await raceAbort(run.go(), options.signal);
    if (outcome.violations.length > 0) options.note(run.writeViolations(outcome.violations));
    return outcome;
  } finally {
    await deployment.stop();
  }
}

async function raceAbort<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  // After an abort, the outcome of the work is ignored.
  work.catch(() => undefined);
  signal?.throwIfAborted();
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });
  return Promise.race([work, aborted]);
}
