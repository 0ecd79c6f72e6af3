import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../src/client';
import { inLanes } from '../chaos/chance';
import { FeedReader } from '../chaos/readers';
import { digester } from '../support/digest';
import { Connection } from '../support/ledger';
import { until } from '../support/service';
import { Calls } from './calls';
import type { Lane, Party, World } from './cast';
import { around, check, type Violation } from './check';
import { History } from './history';
import { observe } from './observe';
import { Place } from './place';
import { FAULTS, faultsOf, type Scene, type SceneName, scenesOf } from './plan';
import { agents } from './scenes-agents';
import { credentials, rotation } from './scenes-credentials';
import { arrive, buy, money, owners } from './scenes-party';
import { clean, failed, haggle, market, overturned, withdrawn } from './scenes-trade';
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
  /** Environments of the four processes, beside the settings: clocks that are off. */
  readonly environments?: readonly Readonly<Record<string, string>>[];
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

const PLAYS: Readonly<Record<SceneName, (lane: Lane, scene: Scene) => Promise<unknown>>> = {
  clean,
  withdrawn,
  failed,
  overturned,
  haggle,
  market,
  money,
  credentials,
  rotation,
  agents,
  owners,
  buy: async (lane, { key, draws }) => {
    await buy(lane, `${key}-own`, lane.consumer, 'STARTER');
    await buy(lane, `${key}-wallet`, lane.consumer, (draws[0] ?? 0) % 2 === 0 ? 'STARTER' : 'GROWTH', true);
  },
  newcomer: async (lane, { key }) => {
    await arrive(lane, key);
  },
};

async function laneOf(world: World, at: number): Promise<Lane> {
  const [provider, consumer, spare] = (await Promise.all(
    ['provider', 'consumer', 'spare'].map((name) => arrive(world, `l${at}-${name}`)),
  )) as [Party, Party, Party];
  for (const party of [provider, consumer]) await buy(world, `l${at}-${party.path.slice(1)}-funds`, party, 'SCALE');
  await buy(world, `l${at}-spare-funds`, spare, 'STARTER');
  await buy(world, `l${at}-wallet`, consumer, 'GROWTH', true);
  return { ...world, provider, consumer, spare, faulty: new Set() };
}

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
    this.world = { calls: this.calls, console, operator, url: (path) => receiver.url(path), worth: new Map() };
  }

  async go(): Promise<Outcome> {
    const { options, place, history } = this;
    const begun = performance.now();
    const lanes = await Promise.all(Array.from({ length: options.lanes }, (_, at) => laneOf(this.world, at)));
    const parties = lanes.flatMap(({ provider, consumer }) => [provider, consumer]);
    const state = { over: false, read: false };
    const readers = parties.map((party) => this.follow(party, () => state.read));
    const stormed = performance.now();
    setTimeout(() => (state.over = true), options.stormMs);
    const playing = lanes.map((lane, at) => this.live(lane, at, () => state.over));
    await Promise.all([this.storm.rage(faultsOf(options.seed), () => state.over), ...playing]);
    const calmed = performance.now();
    const db = await Connection.open(place.databaseUrl);
    try {
      await this.drain(db);
      state.read = true;
      const feeds = Object.fromEntries(await Promise.all(readers));
      for (const [who, stamps] of this.world.worth) {
        history.add({
          kind: 'ok',
          key: `worth-${who}`,
          attempt: 1,
          digest: '',
          sets: { [`worth ${who}`]: String(stamps) },
        });
      }
      const violations = [
        ...check(history.entries, await observe(db, place.receiver, parties, feeds)),
        ...(await this.books()),
        ...(await this.repeated(db)),
        ...(await this.left(db)),
        ...this.failures,
        ...place.failures.map((detail): Violation => ({ kind: 'broken', detail })),
        ...this.calls.faults.map((detail): Violation => ({ kind: 'fault', key: detail.split(' ')[0], detail })),
      ];
      const times = { setUp: stormed - begun, storm: calmed - stormed, rest: performance.now() - calmed };
      return { violations, report: this.report(times, violations), folder: this.folder, fields: this.calls.fields };
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

  private async follow(party: Party, stopped: () => boolean): Promise<[string, string[]]> {
    const { credential, agentId, principalKey } = party;
    const servers = this.place.servers.map((url) =>
      createClient({ url, credential, agentId, retry: { attempts: 1 }, timeoutMs: 8_000 }),
    );
    const reader = new FeedReader(servers);
    await reader.follow(stopped);
    return [principalKey, reader.heard.map(({ id }) => id)];
  }

  /** Until nothing is due: trades, events, webhooks, deferred sides of transfers, journals to seal. */
  private async drain(db: Connection): Promise<void> {
    const text = `SELECT (SELECT count(*) FROM trade WHERE settled_at IS NULL) AS trades,
      (SELECT count(*) FROM event WHERE sequence IS NULL) AS events,
      (SELECT count(*) FROM webhook_delivery WHERE state = 'pending') AS webhooks,
      (SELECT count(*) FROM ledger_unfolded) AS unfolded, (SELECT count(*) FROM ledger_unsealed) AS unsealed`;
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
    const { entries } = this.history;
    const of = (kind: string): number => entries.filter((entry) => entry.kind === kind).length;
    const unknown = new Set(entries.flatMap((entry) => (entry.kind === 'unknown' ? [entry.key] : [])));
    const table = (counts: ReadonlyMap<string, number>): string =>
      [...counts]
        .sort()
        .map(([name, count]) => `  ${name.padEnd(46)} ${count}`)
        .join('\n');
    const seconds = Object.entries(ms)
      .map(([name, value]) => `${name} ${(value / 1000).toFixed(1)} s`)
      .join(', ');
    const kills = this.place.processes.map(({ name, kills }) => `${name} ${kills}`).join(', ');
    return [
      `seed ${this.options.seed}, ${this.options.lanes} clients: ${seconds}`,
      `${of('invoke')} attempts: ${of('ok')} ok, ${of('fail')} refused, ${of('unknown')} unknown; ${unknown.size} calls of which an attempt was unknown`,
      `kills: ${kills}`,
      'faults:',
      table(new Map(Object.keys(FAULTS).map((kind) => [kind, this.storm.done.get(kind as keyof typeof FAULTS) ?? 0]))),
      'scenes played to their end:',
      table(this.played),
      'mutations and reads answered:',
      table(this.calls.fields),
      `${violations.length} violations`,
    ].join('\n');
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
  const place = await Place.start({ folder, ...(options.environments && { environments: options.environments }) });
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
