import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'prettier';
import type { Ratio, Report } from './bench';
import { chartOf, tableOf } from './chart';

const ROOT = join(__dirname, '..', '..');
const RESULTS = join(ROOT, 'bench', 'results');
const DOCUMENT = join(ROOT, 'docs', 'proofs', 'performance.md');
const CHART = join(ROOT, 'docs', 'proofs', 'performance.svg');
const BEGIN = '<!-- begin: kept results, by npm run bench -- … --keep -->';
const END = '<!-- end: kept results -->';

/** What is kept of a run: bench/results/<bench>.json. */
export interface Kept {
  readonly bench: string;
  readonly command: string;
  /** Of the code that was measured; with a `+` where the tree had changes of its own. */
  readonly commit?: string | undefined;
  /** Where and when; the load of the machine by others says how far to trust the rates. */
  readonly machine: Readonly<Record<string, string>>;
  readonly load: { readonly before: number; readonly after: number };
  readonly ratios: readonly Ratio[];
  readonly figures: unknown;
}

/** Keeps a report's figures, and draws docs/proofs/performance.svg and the table in docs/proofs/performance.md anew from all kept. */
export async function keep(
  bench: string,
  { figures, ratios = [] }: Report,
  run: Pick<Kept, 'command' | 'load'>,
): Promise<void> {
  const { machine = {} } = figures as Partial<Pick<Kept, 'machine'>>;
  const kept: Kept = { bench, ...run, commit: commitOfTree(), machine, ratios, figures };
  await mkdir(RESULTS, { recursive: true });
  const json = await format(JSON.stringify(kept), { parser: 'json' });
  await writeFile(join(RESULTS, `${bench}.json`), json);
  await draw();
}

/** Undefined where there is no repository, or no git. */
function commitOfTree(): string | undefined {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  try {
    const commit = git('rev-parse', '--short=12', 'HEAD');
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', 'src', 'migrations', 'bench/support');
    return `${commit}${changed === '' ? '' : '+'}`;
  } catch {
    return undefined;
  }
}

export async function draw(): Promise<void> {
  const names = (await readdir(RESULTS)).filter((name) => name.endsWith('.json')).sort();
  const all = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(RESULTS, name), 'utf8')) as Kept),
  );
  await writeFile(CHART, chartOf(all));
  const text = await readFile(DOCUMENT, 'utf8');
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error('docs/proofs/performance.md has no place for the results');
  const whole = `${before}${BEGIN}\n\n${tableOf(all)}\n\n${END}${after}`;
  await writeFile(DOCUMENT, await format(whole, { parser: 'markdown', printWidth: 120, proseWrap: 'preserve' }));
}
