import { markdownBlocks, numberLines, type NumberedLine } from './markdown';
import type { TextBlock } from './text';

/** A comment with its delimiters, and where it starts in the file. */
export interface CommentRange {
  start: number;
  text: string;
}

const DIRECTIVE = /^\s*(?:eslint-|prettier-ignore|@ts-|istanbul |c8 |\/ ?<|!|shellcheck |yaml-language-server)/;

/** Turns comments into blocks of prose; neighbouring line comments form one text. */
export function commentBlocks(source: string, comments: CommentRange[]): TextBlock[] {
  const lineOf = lineFinder(source);
  const blocks: TextBlock[] = [];
  let run: NumberedLine[] = [];
  const close = (): void => {
    blocks.push(...markdownBlocks(run, 'comment'));
    run = [];
  };
  for (const { start, text } of comments) {
    const line = lineOf(start);
    if (text.startsWith('/*')) {
      close();
      const body = text.slice(2, -2).replace(/^\*/, '');
      run = numberLines(body, line).map((one) => ({ ...one, text: proseOf(one.text.replace(/^\s*\*(?:\s|$)/, '')) }));
      close();
      continue;
    }
    const isAlone = source.slice(source.lastIndexOf('\n', start - 1) + 1, start).trim() === '';
    if (!isAlone || run.at(-1)?.line !== line - 1) close();
    run.push({ line, text: proseOf(text.replace(/^(?:\/\/|--|#)+/, '')) });
    if (!isAlone) close();
  }
  close();
  return blocks;
}

/** Finds `--` and block comments of SQL, outside quoted strings. */
export function sqlComments(source: string): CommentRange[] {
  const tokens = source.matchAll(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"/g);
  return [...tokens]
    .filter(([text]) => /^(?:--|\/\*)/.test(text))
    .map((match) => ({ start: match.index, text: match[0] }));
}

/** Finds `#` comments of YAML and shell, outside quoted strings of one line. */
export function hashComments(source: string): CommentRange[] {
  const tokens = source.matchAll(/(?<=^|\s)#[^\n]*|'[^'\n]*'|"(?:[^"\\\n]|\\.)*"/gm);
  return [...tokens].filter(([text]) => text.startsWith('#')).map((match) => ({ start: match.index, text: match[0] }));
}

/** Drops tool directives, but keeps the reason after their `--`. */
function proseOf(line: string): string {
  return DIRECTIVE.test(line) ? (/\s--\s(.*)$/.exec(line)?.[1] ?? '') : line.trim();
}

/** Returns a function from an offset to its line number. */
export function lineFinder(source: string): (offset: number) => number {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
