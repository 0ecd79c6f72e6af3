import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The chapters of docs/tutorial as blocks of code; not a test. */

const FOLDER = resolve(__dirname, '..', '..', 'docs', 'tutorial');
const PROGRAMS = join(FOLDER, 'programs');

/** The ways through the tutorial. A heading of the third level begins the part of one way. */
export type Way = 'TypeScript' | 'Python' | 'MCP';

export interface Block {
  readonly kind: 'command' | 'output' | 'program' | 'configuration' | 'call' | 'answer';
  /** Whether it is a command that runs until its reader stops it, or the output of one. */
  readonly isBackground: boolean;
  readonly text: string;
  /** Undefined: it belongs to every way. */
  readonly way: Way | undefined;
  /** File and line, for errors. */
  readonly place: string;
}

const KINDS: Readonly<Record<string, Block['kind']>> = {
  sh: 'command',
  text: 'output',
  ts: 'program',
  js: 'program',
  python: 'program',
};

/** The names of the chapters, in their order. */
export function chapters(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => /^\d-.*\.md$/.test(name))
    .sort();
}

/** The text of each program by its name. */
export function programs(): Map<string, string> {
  return new Map(readdirSync(PROGRAMS).map((name) => [name, readFileSync(join(PROGRAMS, name), 'utf8')]));
}

/** All blocks of a chapter. @throws Error for a block that no test runs */
export function blocksOf(chapter: string): Block[] {
  const blocks: Block[] = [];
  let way: Way | undefined;
  let open: { language: string; first: number; lines: string[] } | undefined;
  for (const [index, line] of readFileSync(join(FOLDER, chapter), 'utf8').split('\n').entries()) {
    const [, fence] = /^```(.*)$/.exec(line) ?? [];
    if (fence === undefined) {
      if (open) open.lines.push(line);
      else if (/^#{1,3} /.test(line)) way = wayOf(line);
    } else if (open) {
      blocks.push(blockOf(open.language, `${open.lines.join('\n')}\n`, way, `${chapter}:${String(open.first)}`));
      open = undefined;
    } else open = { language: fence, first: index + 1, lines: [] };
  }
  return blocks;
}

function wayOf(heading: string): Way | undefined {
  const [, name] = /^### (TypeScript|Python|MCP)$/.exec(heading) ?? [];
  return name as Way | undefined;
}

function blockOf(fence: string, text: string, way: Way | undefined, place: string): Block {
  const [language = '', mode] = fence.split(' ');
  const kind = language === 'json' ? kindOfJson(text) : KINDS[language];
  if (kind === undefined) throw new Error(`${place}: no test runs a block of ${language}`);
  return { kind, isBackground: mode === 'background', text, way, place };
}

function kindOfJson(text: string): Block['kind'] {
  const value = JSON.parse(text) as object;
  if ('mcpServers' in value) return 'configuration';
  return 'tool' in value ? 'call' : 'answer';
}

/** The lines that a text shows: `…` stands for any text. */
export function patternOf(shown: string): string {
  return shown
    .trim()
    .split('…')
    .map((part) => part.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^]*?');
}
