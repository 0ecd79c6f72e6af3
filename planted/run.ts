import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { startTestCluster } from '../test/support/cluster';
import { nameOf, type Bug, type Catcher } from './bug';
import { runCatchers } from './jest';
import { outcomeOf, unsound, type Outcome } from './outcome';
import { applyPatch, copyOf, stale, type Copy } from './tree';

export interface Options {
  /** Of the tree that is copied. */
  readonly root: string;
  readonly bugs: readonly Bug[];
  /** Trusts that the catchers pass where nothing is planted, and that the bugs compile. */
  readonly skipBaseline: boolean;
  /** How often each bug is planted, and has to be caught. */
  readonly times: number;
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
export async function plantAll({ root, bugs, skipBaseline, times, say }: Options): Promise<Result> {
  const copy = copyOf(root);
  // Also when it is interrupted.
  process.once('exit', () => copy.remove());
  const cluster = await startTestCluster(process.env['ATS_TEST_DATABASE_URL']);
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

/** The catchers must pass where nothing is planted. */
async function baseline({ copy, server, say }: Bed, bugs: readonly Bug[]): Promise<string[]> {
  const named = bugs.flatMap(({ catchers }) => catchers).map((one): [string, Catcher] => [nameOf(one), one]);
  const catchers = [...new Map(named).values()];
  say(`${String(catchers.length)} catchers are run with nothing planted`);
  return unsound(catchers, await runCatchers(copy, server, catchers));
}

async function plant({ copy, server, say }: Bed, bug: Bug): Promise<Outcome> {
  const begun = performance.now();
  copy.renew();
  const why = applyPatch(copy.tree, bug.patch);
  const none = (told: string): Outcome => ({ bug, caught: false, told: [told], seconds: 0 });
  const outcome =
    why === undefined
      ? await runCatchers(copy, server, bug.catchers).then(
          (results) => outcomeOf(bug, results, (performance.now() - begun) / 1000),
          (error: unknown) => none(`NOT RUN: ${error instanceof Error ? error.message : String(error)}`),
        )
      : none(stale(bug.name, why));
  say(`\n${bug.name}: ${bug.breaks}`);
  for (const told of outcome.told) say(`  ${told}`);
  return outcome;
}
