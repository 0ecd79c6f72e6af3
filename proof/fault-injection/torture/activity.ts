import type { Violation } from './check';

/** Checks that faults and scenes happened, because a run without them proves nothing. */

export interface Activity {
  readonly faultsMs: number;
  /** How often each kind of fault struck, and each scene ended. */
  readonly faults: ReadonlyMap<string, number>;
  readonly scenes: ReadonlyMap<string, number>;
  /** All kinds of faults and scenes. */
  readonly kinds: { readonly faults: readonly string[]; readonly scenes: readonly string[] };
  /** Attempts with an unknown outcome. */
  readonly unknown: number;
}

/** From this duration on, every kind of fault and every scene must happen. */
export const LONG_MS = 180_000;

export function findInactivity({ faultsMs, faults, scenes, kinds, unknown }: Activity): Violation[] {
  const problems: string[] = [];
  if (unknown === 0) problems.push('every attempt was answered: no fault met a call');
  if (faults.size === 0) problems.push('no fault struck');
  if (scenes.size === 0) problems.push('no scene ended');
  if (faultsMs >= LONG_MS) {
    problems.push(...kinds.faults.filter((kind) => !faults.has(kind)).map((kind) => `no ${kind} struck`));
    problems.push(...kinds.scenes.filter((scene) => !scenes.has(scene)).map((scene) => `no ${scene} ended`));
  }
  return problems.map((detail) => ({ kind: 'calm', detail }));
}
