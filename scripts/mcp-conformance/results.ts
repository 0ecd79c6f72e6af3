import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads the results that the suite writes into a folder. */

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

interface Summary {
  readonly scenarios: number;
  readonly checks: number;
  /** Reasons why the run fails, one a line. */
  readonly failures: readonly string[];
}

/** The suite makes these of every message, so they are no checks of a scenario. */
const OF_MESSAGES = 'wire-schema-valid';
/** A warning is a broken SHOULD. */
const BAD = ['FAILURE', 'WARNING'];

/** Compares the results with what was left out. */
export function readResults(folder: string, skips: readonly string[]): Summary {
  const failures: string[] = [];
  const seen = new Set<string>();
  let [scenarios, checks] = [0, 0];
  for (const entry of readdirSync(folder)) {
    const scenario = entry.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '');
    seen.add(scenario);
    const all = JSON.parse(readFileSync(join(folder, entry, 'checks.json'), 'utf8')) as readonly Check[];
    const found = all.filter(({ id }) => !skips.includes(`${scenario}:${id}`));
    const bad = found.filter(({ status }) => BAD.includes(status));
    const good = found.filter(({ status }) => status === 'SUCCESS');
    const passes = bad.length === 0 && good.some(({ id }) => id !== OF_MESSAGES);
    if (skips.includes(scenario)) {
      if (passes) failures.push(`${scenario} is left out and passes`);
      continue;
    }
    scenarios += 1;
    checks += good.length;
    if (passes) continue;
    failures.push(
      `${scenario} fails`,
      ...bad.map(({ id, status, errorMessage = '' }) => `  ${status} ${id}: ${errorMessage}`),
    );
  }
  const unknown = skips.filter((name) => !seen.has(name.replace(/:.*/, '')));
  failures.push(...unknown.map((name) => `${name} is left out, and the suite does not have it`));
  return { scenarios, checks, failures };
}
