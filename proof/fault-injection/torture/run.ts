import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inLanes } from '../chaos/chance';
import { digester } from '../../../test/support/digest';
import { Connection } from '../../../test/support/ledger';
import { until } from '../../../test/support/service';
import { calm } from './activity';
import { Calls } from './calls';
import type { Lane, Party, World } from './cast';
import { around, check, type Violation } from './check';
import { History } from './history';
import { observe } from './observe';
import { Place } from './place';
import { FAULTS, faultsOf, SCENES, type SceneName, scenesOf } from './plan';
import { housed, laneOf, PLAYS } from './plays';
import { follow, type Readers } from './readers';
import { reported } from './report';
import { Storm } from './storm';

/** A torture run: clients in lanes and faults side by side, then healing, draining and proof. Not a test. */

export interface Options {
  readonly seed: number;
  /** How long faults and clients go on. */
  readonly stormMs: number;
  readonly lanes: number;
  readonly note: (line: string) => void;
  /** Aborted: the run ends at once, with that error, and leaves nothing running. */
  readonly signal?: AbortSignal;
}

export interface Outcome {
  readonly violations: readonly Violation[];
  readonly report: string;
  /** Logs of the processes, the history and what went wrong. */
  readonly folder: string;
  /** Root fields that were answered, with how often. */
  readonly fields: ReadonlyMap<string, number>;
}

const DRAINED_WITHIN_MS = 180_000;
const AT_ONCE = 4;

class Run {
  private readonly failures: Violation[] = [];
  private readonly played = new Map<SceneName, number>();
  private readonly history: History;
  private readonly calls: Calls;
  private readonly storm: Storm;
  private readonly world: World;

  constructor(
    private readonly options: Options,
    private readonly place: Place,
    private readonly folder: string,
  ) {
    this.history = new History(join(folder, 'history.jsonl'));
    this.calls = new Calls(this.history, place.servers);
    this.storm = new Storm(place, options.note);
    const { console, operator, receiver } = place;
    const url = (path: string): string => receiver.url(path);
    const paid: World['paid'] = (session, cents) => place.paid(session, cents);
    this.world = { calls: this.calls, console, operator, url, paid, worth: new Map() };
  }

  async go(): Promise<Outcome> {
    const { options, place } = this;
    const begun = performance.now();
    const house = await housed(this.world);
    const lanes = await Promise.all(Array.from({ length: options.lanes }, (_, at) => laneOf(this.world, house, at)));
    const parties = [house, ...lanes.flatMap(({ provider, consumer }) => [provider, consumer])];
    const readers = parties.map((party, at) => follow(place.servers, party, at));
    const stormed = performance.now();
    try {
      await this.rage(lanes);
      const calmed = performance.now();
      const violations = await this.prove(await Connection.open(place.databaseUrl), parties, readers);
      const times = { setUp: stormed - begun, storm: calmed - stormed, rest: performance.now() - calmed };
      return { violations, report: this.report(times, violations), folder: this.folder, fields: this.calls.fields };
    } finally {
      for (const reader of readers) reader.stop();
    }
  }

  /** Clients and faults side by side, until the time is over and everybody has come to an end. */
  private async rage(lanes: readonly Lane[]): Promise<void> {
    const { seed, stormMs } = this.options;
    const state = { over: false };
    setTimeout(() => (state.over = true), stormMs);
    const playing = lanes.map((lane, at) => this.live(lane, at, () => state.over));
    await Promise.all([this.storm.rage(faultsOf(seed), () => state.over), ...playing]);
  }

  private async prove(db: Connection, parties: readonly Party[], readers: readonly Readers[]): Promise<Violation[]> {
    const { place, history } = this;
    try {
      await this.drain(db);
      const feeds = await Promise.all(readers.map((reader) => reader.finish(db)));
      for (const [who, stamps] of this.world.worth) {
        const sets = { [`worth ${who}`]: String(stamps) };
        history.add({ kind: 'ok', key: `worth-${who}`, attempt: 1, digest: '', sets });
      }
      return [
        ...check(history.entries, await observe(db, place.receiver, parties, feeds.flat())),
        ...(await this.books()),
        ...(await this.repeated(db)),
        ...(await this.left(db)),
        ...this.failures,
        ...place.failures.map((detail): Violation => ({ kind: 'broken', detail })),
        ...this.calls.faults.map((detail): Violation => ({ kind: 'fault', key: detail.split(' ')[0], detail })),
        ...calm({
          stormMs: this.options.stormMs,
          faults: this.storm.done,
          scenes: this.played,
          kinds: { faults: Object.keys(FAULTS), scenes: SCENES },
          unknown: history.entries.filter(({ kind }) => kind === 'unknown').length,
        }),
      ];
    } finally {
      await db.close();
    }
  }

  private async live(lane: Lane, at: number, over: () => boolean): Promise<void> {
    const scenes = scenesOf(this.options.seed, at);
    while (!over()) {
      const scene = scenes.next().value;
      try {
        await PLAYS[scene.name](lane, scene);
        this.played.set(scene.name, (this.played.get(scene.name) ?? 0) + 1);
      } catch (error) {
        const detail = error instanceof Error ? error.message : String(error);
        this.failures.push({ kind: 'scene', key: detail.split(/[: ]/)[0], detail });
        return; // What it leaves half done would be found again and again.
      }
    }
  }

  /** Until nothing is due: trades, events, webhooks, deferred sides of transfers, journals to seal. */
  private async drain(db: Connection): Promise<void> {
    const text = `SELECT (SELECT count(*) FROM trade WHERE settled_at IS NULL) AS trades,
      (SELECT count(*) FROM event WHERE sequence IS NULL) AS events,
      (SELECT count(*) FROM webhook_delivery WHERE state = 'pending') AS webhooks,
      (SELECT count(*) FROM ledger_deferred) AS unfolded, (SELECT count(*) FROM ledger_unsealed) AS unsealed`;
    const waiting = async () => Object.values((await db.sql<Record<string, bigint>>(text))[0] ?? {});
    const done = async (): Promise<boolean> => (await waiting()).every((count) => count === 0n);
    await until(done, 'everything to drain', DRAINED_WITHIN_MS).catch(async (error: unknown) => {
      const left = JSON.stringify(await db.sql(text), (_, value: unknown) =>
        typeof value === 'bigint' ? Number(value) : value,
      );
      this.failures.push({ kind: 'broken', detail: `${String(error)}: ${left}` });
    });
  }

  private async books(): Promise<Violation[]> {
    const { code, stdout, stderr } = await this.place.ats(['audit', '--whole']);
    return code === 0 ? [] : [{ kind: 'audit', detail: stdout + stderr }];
  }

  /** Every call with its key once more: the same bytes, and nothing changes. */
  private async repeated(db: Connection): Promise<Violation[]> {
    const digest = await digester((text) => db.sql(text));
    const before = await digest();
    const found: Violation[] = [];
    await inLanes(this.calls.kept, AT_ONCE, async ({ ask, status, text }, at) => {
      const again = await this.calls.once(ask, ask.signer(), at % 2);
      if (again.replayed && again.status === status && again.text === text) return;
      found.push({ kind: 'repeated', key: ask.key, detail: `first ${text}, again ${again.text}` });
    });
    const after = await digest();
    const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
    if (changed.length > 0) found.push({ kind: 'repeated', detail: `repetitions changed ${changed.join(', ')}` });
    return found;
  }

  /** Nothing of the service's is left in a transaction or waiting for a lock. */
  private async left(db: Connection): Promise<Violation[]> {
    const text = `SELECT pid, state, query FROM pg_stat_activity WHERE application_name = 'agent-trading-service'
      AND xact_start < now() - interval '5 seconds'`;
    const rows = await db.sql<{ query: string; state: string }>(text);
    return rows.map(({ state, query }): Violation => ({ kind: 'broken', detail: `a session is ${state}: ${query}` }));
  }

  private report(ms: Readonly<Record<string, number>>, violations: readonly Violation[]): string {
    return reported({
      ...this.options,
      ms,
      violations: violations.length,
      entries: this.history.entries,
      processes: this.place.processes,
      faults: this.storm.done,
      scenes: this.played,
      fields: this.calls.fields,
    });
  }

  /** What is needed to look into it: the violations, each with the history around its key. */
  tell(violations: readonly Violation[]): string {
    const parts = violations.map((violation) => {
      const lines = around(this.history.entries, violation).map((entry) => `    ${JSON.stringify(entry)}`);
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
  const place = await Place.start({ folder });
  try {
    const run = new Run(options, place, folder);
    const outcome = await unlessAborted(run.go(), options.signal);
    if (outcome.violations.length > 0) options.note(run.tell(outcome.violations));
    return outcome;
  } finally {
    await place.stop();
  }
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  // What it comes to after an interruption, nobody waits for.
  work.catch(() => undefined);
  signal?.throwIfAborted();
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });
  return Promise.race([work, aborted]);
}
