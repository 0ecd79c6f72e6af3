import { Attack } from './attack';
import { newCast } from './cast';
import { fillDocumentCaches } from './documents';
import { Growth } from './growth';
import { properties } from './properties';
import type { Property } from './property';
import { startFuzzedService, type FuzzedService } from './service';

/** Repeats the properties until the time is over. Each round has a new seed and new parties. */

export interface Options {
  readonly minutes: number;
  readonly seed: number;
  readonly only: string | undefined;
  readonly path: string | undefined;
  note(line: string): void;
}

export interface Outcome {
  readonly text: string;
  readonly sound: boolean;
}

const RUNS = 60;
const LONGEST_FAILURE = 6_000;

export async function fuzz(options: Options): Promise<Outcome> {
  const service = await startFuzzedService();
  const attack = await Attack.on(service);
  const growth = new Growth(service);
  const failures: string[] = [];
  await fillDocumentCaches(attack, options.seed);
  const until = performance.now() + options.minutes * 60_000;
  const started = performance.now();
  try {
    let round = 0;
    do {
      await growth.look(attack.counts.requests);
      failures.push(...(await roundOf(attack, options, round)));
      round += 1;
      options.note(`round ${round}: ${attack.counts.requests} requests, ${failures.length} failures`);
    } while (performance.now() < until && options.path === undefined);
    await growth.look(attack.counts.requests);
    return await outcomeOf(service, attack, growth, failures, {
      options,
      rounds: round,
      ms: performance.now() - started,
    });
  } finally {
    attack.close();
    await service.stop();
  }
}

async function roundOf(attack: Attack, options: Options, round: number): Promise<string[]> {
  const { seed, only, path } = options;
  const failures: string[] = [];
  const chosen = properties.filter(({ name }) => only === undefined || name === only);
  if (chosen.length === 0)
    throw new Error(`Unknown property. Choose one of: ${properties.map(({ name }) => name).join(', ')}`);
  for (const one of chosen) {
    try {
      await one.hold(attack, await newCast(attack.service), { runs: RUNS, seed: seed + round, path });
    } catch (error) {
      const failure = describe(one, error);
      options.note(failure);
      failures.push(failure);
    }
  }
  return failures;
}

function describe({ name }: Property, error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const why = cause instanceof Error ? `\n${cause.message}` : '';
  return `${name} does not hold: ${message.slice(0, LONGEST_FAILURE)}${why}`;
}

async function outcomeOf(
  service: FuzzedService,
  { counts, pace }: Attack,
  growth: Growth,
  failures: readonly string[],
  { options, rounds, ms }: { readonly options: Options; readonly rounds: number; readonly ms: number },
): Promise<Outcome> {
  const errors = service.errors();
  const audit = await service.audit();
  const outcomes = [...counts.outcomes].toSorted(([, a], [, b]) => b - a);
  const lines = [
    `${counts.requests} requests and ${counts.sockets} sockets in ${(ms / 60_000).toFixed(1)} minutes, ${rounds} rounds from seed ${options.seed}`,
    `slowest answer ${counts.slowestMs.toFixed(0)} ms; tried again as late ${pace.late}; refusals that changed in between ${counts.changed}`,
    `properties that did not hold: ${failures.length}`,
    `errors in the log: ${errors.length}`,
    ...errors.slice(0, 20),
    `audit: ${audit ?? 'no findings'}`,
    growth.text(),
    'answers:',
    ...outcomes.map(([outcome, count]) => `  ${String(count).padStart(8)}  ${outcome}`),
  ];
  const sound = failures.length === 0 && errors.length === 0 && audit === undefined && growth.isBounded();
  return { text: `${lines.join('\n')}\n`, sound };
}
