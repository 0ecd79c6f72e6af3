import { SeededRandom } from '../chaos/seeded-random';

/** The plan of a seed: the order and pauses of the faults, and the scenes of each client. */

export const FAULTS = {
  kill: 'kill -9 of a process of the service',
  both: 'kill -9 of two processes at once',
  backend: 'kill -9 of a backend: PostgreSQL recovers without a restart',
  postmaster: 'kill -9 of the postmaster, started again on the same data and port',
  cut: 'every connection of a process to PostgreSQL is reset',
  stall: 'no byte either way between a process and PostgreSQL for a while',
  deaf: 'PostgreSQL’s answers do not reach a process for a while: half open, then reset',
  mute: 'the requests of a process do not reach PostgreSQL for a while: half open, then reset',
  refuse: 'a process cannot connect to PostgreSQL, and loses its connections',
  clients: 'every connection of the clients to a server is reset',
  answers: 'a server’s answers do not reach the clients for a while',
} as const;
export type FaultKind = keyof typeof FAULTS;

export interface Fault {
  readonly afterMs: number;
  readonly kind: FaultKind;
  /** The process: 0 and 1 are servers, 2 and 3 are workers. */
  readonly at: number;
  readonly forMs: number;
}

const DURATIONS_MS: Partial<Record<FaultKind, readonly [number, number]>> = {
  stall: [300, 6000],
  deaf: [300, 4000],
  mute: [300, 4000],
  refuse: [300, 2500],
  answers: [300, 2500],
  postmaster: [0, 1500],
};

const KINDS = Object.keys(FAULTS) as FaultKind[];
const SERVER_FAULTS = new Set<FaultKind>(['clients', 'answers']);

/** An endless sequence: each kind once in every round, in random order. */
export function* faultsOf(seed: number): Generator<Fault, never> {
  const random = new SeededRandom(seed);
  for (;;) {
    for (const kind of shuffled(random, KINDS)) {
      const [least, most] = DURATIONS_MS[kind] ?? [0, 0];
      const at = random.between(0, SERVER_FAULTS.has(kind) ? 1 : 3);
      yield { afterMs: random.between(200, 2500), kind, at, forMs: random.between(least, most) };
    }
  }
}

export const SCENES = [
  'clean',
  'withdrawn',
  'failed',
  'overturned',
  'haggle',
  'market',
  'money',
  'buy',
  'credentials',
  'rotation',
  'agents',
  'owners',
  'newcomer',
  'late',
  'silent',
  'short',
  'shared',
  'crowd',
  'parked',
  'legacy',
] as const;
export type SceneName = (typeof SCENES)[number];

export interface Scene {
  readonly name: SceneName;
  /** Names the scene, and starts the key of each of its calls. */
  readonly key: string;
  /** Random numbers for amounts and orders. */
  readonly draws: readonly number[];
}

/** The count of random numbers from 0 to 999 for each scene. */
const DRAWS = 8;

/** An endless sequence of scenes for one client: each scene once in every round, in random order. */
export function* scenesOf(seed: number, lane: number): Generator<Scene, never> {
  const random = new SeededRandom(seed + 7919 * (lane + 1));
  for (let round = 0; ; round += 1) {
    for (const name of shuffled(random, SCENES)) {
      const draws = Array.from({ length: DRAWS }, () => random.between(0, 999));
      yield { name, key: `l${lane}-${round}-${name}`, draws };
    }
  }
}

function shuffled<T>(random: SeededRandom, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
