import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { startTestCluster } from '../../test/support/cluster';
import { nameOf, type Bug, type Catcher } from './mutant';
import { runCatchers } from './jest';
import { CONTROL, noneOf, outcomeOf, unsound, type Outcome } from './outcome';
import { applyPatch, copyOf, stale, type Copy } from './tree';

export interface Options {
  /** Of the tree that is copied. */
  readonly root: string;
  readonly bugs: readonly Bug[];
  /** Trusts that the catchers pass where nothing is planted, and that the bugs compile. */
  readonly skipBaseline: boolean;
  /** How often each bug is planted, and has to be caught. */
  readonly times: number;
  /** The PostgreSQL to use; one is started where none is named. */
  readonly databaseUrl?: string | undefined;
  readonly say: (line: string) => void;
}

export interface Result {
  readonly outcomes: readonly Outcome[];
  /** Why what was caught means nothing. */
  readonly complaints: readonly string[];
}

/** Where bugs are planted, and the PostgreSQL all of the runs share: each makes databases of its own on it. */
interface Bed {
  readonly copy: Copy;
  readonly server: string;
  readonly say: (line: string) => void;
}

/** Plants the bugs, one at a time, and sees who catches them. Leaves nothing behind. */
export async function plantAll({ root, bugs, skipBaseline, times, databaseUrl, say }: Options): Promise<Result> {
  const copy = copyOf(root);
  // Also when it is interrupted.
  process.once('exit', () => copy.remove());
  const cluster = await startTestCluster(databaseUrl);
  try {
    const bed: Bed = { copy, server: cluster.adminUrl, say };
    const complaints = skipBaseline ? [] : [...compile(bed, bugs), ...(await baseline(bed, bugs))];
    const outcomes: Outcome[] = [];
    for (const bug of bugs) {
      for (let time = 1; time <= times; time += 1) outcomes.push(await plant(bed, bug));
    }
    return { outcomes, complaints };
  } finally {
    await cluster.stop();
    copy.remove();
  }
}

/**
 * A bug is what a compiler lets through: one that breaks the build would be caught by anything. They are compiled
 * together, as many at a time as can stand beside each other.
 */
function compile({ copy, say }: Bed, bugs: readonly Bug[]): string[] {
  const complaints: string[] = [];
  for (let left = bugs; left.length > 0;) {
    const rest = left.filter(({ patch }) => applyPatch(copy.tree, patch) !== undefined);
    if (rest.length === left.length) break; // they apply to nothing: each is told of when its turn comes
    say(`${String(left.length - rest.length)} bugs are compiled`);
    const tsc = join(copy.tree, 'node_modules', 'typescript', 'bin', 'tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '--noEmit'], { cwd: copy.tree, encoding: 'utf8' });
    if (status !== 0) complaints.push(`planted, it does not compile: ${stdout.trim()}`);
    left = rest;
    copy.renew();
  }
  return complaints;
}

/** The catchers must pass where nothing is planted, and so must the control. */
async function baseline({ copy, server, say }: Bed, bugs: readonly Bug[]): Promise<string[]> {
  const named = [CONTROL, ...bugs.flatMap(({ catchers }) => catchers)].map((one): [string, Catcher] => [
    nameOf(one),
    one,
  ]);
  const catchers = [...new Map(named).values()];
  say(`the control and ${String(catchers.length - 1)} catchers are run with nothing planted`);
  return unsound(catchers, await runCatchers(copy, server, catchers));
}

async function plant({ copy, server, say }: Bed, bug: Bug): Promise<Outcome> {
  const begun = performance.now();
  copy.renew();
  const why = applyPatch(copy.tree, bug.patch);
  const seconds = (): number => (performance.now() - begun) / 1000;
  const outcome: Outcome =
    why === undefined
      ? await runCatchers(copy, server, [CONTROL, ...bug.catchers]).then(
          (results) => outcomeOf(bug, results, seconds()),
          (error: unknown) => noneOf(bug, error instanceof Error ? error.message : String(error), seconds()),
        )
      : { bug, caught: false, told: [{ line: stale(bug.name, why), why: '' }], seconds: 0 };
  say(`\n${bug.name}: ${bug.breaks}`);
  for (const told of outcome.told) {
    say(`  ${told.line}`);
    if (told.why !== '') say(`    because: ${told.why}`);
  }
  return outcome;
}
