import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Planted bugs: a patch file each, with what it breaks and who is to catch it written above the patch. */

/** A test that must fail where the bug is planted, and pass where it is not. */
export interface Catcher {
  /** From the root of the tree: `test/spec/concurrency.test.ts`. */
  readonly file: string;
  /** Some of the test's name, spelled as in its file. */
  readonly test: string;
}

export interface Bug {
  /** The patch's file name without `.patch`. */
  readonly name: string;
  /** What is broken, in one sentence. */
  readonly breaks: string;
  /** The sentence of the specification or design that no longer holds. */
  readonly hurts: string;
  /** Each of them has to catch it. */
  readonly catchers: readonly Catcher[];
  /** What can go on no longer, so that the control has to fail as well; of most bugs nothing. */
  readonly stops?: Stopped;
  /** The patch file's path. */
  readonly patch: string;
}

const MARK = ' › ';

const STOPPED = ['start-up', 'a clean trade'] as const;
type Stopped = (typeof STOPPED)[number];

/** `test/spec/concurrency.test.ts › Two participants accept at once` */
export function nameOf({ file, test }: Catcher): string {
  return `${file}${MARK}${test}`;
}

/**
 * Reads what stands above a patch: `Breaks:`, `Hurts:`, one `Caught-By:` or more, and `Stops:` where there is something to
 * stop; a line that begins with a blank goes on the one before. @throws Error where one of them is missing or unknown
 */
export function readBug(name: string, patch: string, text: string): Bug {
  const fields = new Map<string, string[]>();
  const head = text.slice(0, text.search(/^diff --git /m)).trimEnd();
  for (const line of head.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const [, field = '', value = ''] = /^(Breaks|Hurts|Stops|Caught-By): (.+)$/.exec(line) ?? [];
    if (value === '') throw new Error(`${patch}: not Breaks, Hurts, Stops or Caught-By: ${line}`);
    fields.set(field, [...(fields.get(field) ?? []), value]);
  }
  const one = (field: string): string => {
    const [value, second] = fields.get(field) ?? [];
    if (value === undefined || second !== undefined) throw new Error(`${patch}: one line ${field} is wanted`);
    return value;
  };
  const catchers = (fields.get('Caught-By') ?? []).map((told) => {
    const [file, test] = told.split(MARK);
    if (!file || !test) throw new Error(`${patch}: Caught-By is <file>${MARK}<test>`);
    return { file, test };
  });
  if (catchers.length === 0) throw new Error(`${patch}: nobody is named to catch it`);
  const bug = { name, breaks: one('Breaks'), hurts: one('Hurts'), catchers, patch };
  if (!fields.has('Stops')) return bug;
  const stops = STOPPED.find((what) => what === one('Stops'));
  if (stops === undefined) throw new Error(`${patch}: Stops is ${STOPPED.join(' or ')}`);
  return { ...bug, stops };
}

/** All bugs of the folder, by name. */
export function bugsIn(folder: string): Bug[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.patch'));
  return files.sort().map((file) => {
    const path = join(folder, file);
    return readBug(file.slice(0, -'.patch'.length), path, readFileSync(path, 'utf8'));
  });
}
