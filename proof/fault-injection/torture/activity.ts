import type { Violation } from './check';

/** Whether anything happened: a run in which nothing was struck proves nothing. Pure. Not a test. */

export interface Activity {
  readonly stormMs: number;
  /** How often each kind of fault struck, and each scene came to its end. */
  readonly faults: ReadonlyMap<string, number>;
  readonly scenes: ReadonlyMap<string, number>;
  /** Every kind there is. */
  readonly kinds: { readonly faults: readonly string[]; readonly scenes: readonly string[] };
  /** Attempts of which nobody knew what came. */
  readonly unknown: number;
}

/** From here on every kind of fault and every scene has its turn, whatever the machine. */
export const LONG_MS = 180_000;

export function calm({ stormMs, faults, scenes, kinds, unknown }: Activity): Violation[] {
  const told: string[] = [];
  if (unknown === 0) told.push('every attempt was answered: no fault met a call');
  if (faults.size === 0) told.push('no fault struck');
  if (scenes.size === 0) told.push('no scene came to its end');
  if (stormMs >= LONG_MS) {
    told.push(...kinds.faults.filter((kind) => !faults.has(kind)).map((kind) => `no ${kind} struck`));
    told.push(...kinds.scenes.filter((scene) => !scenes.has(scene)).map((scene) => `no ${scene} came to its end`));
  }
  return told.map((detail) => ({ kind: 'calm', detail }));
}
