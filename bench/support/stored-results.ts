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
const BEGIN = '<!-- begin: stored results, written by npm run bench -- all --keep -->';
const END = '<!-- end: stored results -->';

/** Stored result of one bench: bench/results/<bench>.json. */
export interface StoredResult {
  readonly bench: string;
  readonly command: string;
  /** Commit of the measured code, with a `+` if the work tree had changes. */
  readonly commit?: string | undefined;
  /** Machine and date. The load shows how far to trust the rates. */
  readonly machine: Readonly<Record<string, string>>;
  readonly load: { readonly before: number; readonly after: number };
  readonly ratios: readonly Ratio[];
  readonly figures: unknown;
}

/** Stores a report's figures, then redraws the table and the chart in docs/proofs/. */
export async function storeResults(
  bench: string,
  { figures, ratios = [] }: Report,
  run: Pick<StoredResult, 'command' | 'load'>,
): Promise<void> {
  const { machine = {} } = figures as Partial<Pick<StoredResult, 'machine'>>;
  const stored: StoredResult = { bench, ...run, commit: commitOfTree(), machine, ratios, figures };
  await mkdir(RESULTS, { recursive: true });
  const json = await format(JSON.stringify(stored), { parser: 'json' });
  await writeFile(join(RESULTS, `${bench}.json`), json);
  await draw();
}

/** Undefined outside a git repository, or without git. */
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
    names.map(async (name) => JSON.parse(await readFile(join(RESULTS, name), 'utf8')) as StoredResult),
  );
  await writeFile(CHART, chartOf(all));
  const text = await readFile(DOCUMENT, 'utf8');
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error('docs/proofs/performance.md has no markers for the results');
  const whole = `${before}${BEGIN}\n\n${tableOf(all)}\n\n${END}${after}`;
  await writeFile(DOCUMENT, await format(whole, { parser: 'markdown', printWidth: 120, proseWrap: 'preserve' }));
}
