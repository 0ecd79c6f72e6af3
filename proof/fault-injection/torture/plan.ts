import { Chance } from '../chaos/chance';

/** What a seed means: which faults come in which order after which pauses, and what each client does. Pure. Not a test. */

export const FAULTS = {
  kill: 'kill -9 of a process of the service',
  both: 'kill -9 of two processes at once',
  backend: 'kill -9 of a backend: PostgreSQL starts all over by itself',
  postmaster: 'kill -9 of the postmaster, started again on the same data and port',
  cut: 'every connection of a process to PostgreSQL is reset',
  stall: 'no byte either way between a process and PostgreSQL for a while',
  deaf: 'a process is not heard by PostgreSQL’s answers for a while: half open, then reset',
  mute: 'PostgreSQL does not hear a process for a while: half open, then reset',
  refuse: 'a process cannot connect to PostgreSQL, and loses what it has',
  clients: 'every connection of the clients to a server is reset',
  answers: 'a server’s answers do not reach the clients for a while',
} as const;
export type FaultKind = keyof typeof FAULTS;

export interface Fault {
  readonly afterMs: number;
  readonly kind: FaultKind;
  /** Which process: 0 and 1 serve, 2 and 3 work. */
  readonly at: number;
  readonly forMs: number;
}

const LASTING: Partial<Record<FaultKind, readonly [number, number]>> = {
  stall: [300, 6000],
  deaf: [300, 4000],
  mute: [300, 4000],
  refuse: [300, 2500],
  answers: [300, 2500],
  postmaster: [0, 1500],
};

const KINDS = Object.keys(FAULTS) as FaultKind[];
const OF_SERVERS = new Set<FaultKind>(['clients', 'answers']);

/** Without an end: each kind comes in turn, in an order drawn anew for every turn. */
export function* faultsOf(seed: number): Generator<Fault, never> {
  const chance = new Chance(seed);
  for (;;) {
    for (const kind of shuffled(chance, KINDS)) {
      const [least, most] = LASTING[kind] ?? [0, 0];
      const at = chance.between(0, OF_SERVERS.has(kind) ? 1 : 3);
      yield { afterMs: chance.between(200, 2500), kind, at, forMs: chance.between(least, most) };
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
  /** Names the scene, and begins every key of its calls. */
  readonly key: string;
  /** Amounts, orders: each scene takes what it needs. */
  readonly draws: readonly number[];
}

/** Draws from 0 to 999 for each scene. */
const DRAWS = 8;

/** What one client does, without an end: each scene in turn, in an order drawn anew for every turn. */
export function* scenesOf(seed: number, lane: number): Generator<Scene, never> {
  const chance = new Chance(seed + 7919 * (lane + 1));
  for (let round = 0; ; round += 1) {
    for (const name of shuffled(chance, SCENES)) {
      const draws = Array.from({ length: DRAWS }, () => chance.between(0, 999));
      yield { name, key: `l${lane}-${round}-${name}`, draws };
    }
  }
}

function shuffled<T>(chance: Chance, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: chance.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
