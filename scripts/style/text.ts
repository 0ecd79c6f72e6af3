/** The origin of a text. Some rules do not apply to every kind. */
export type TextKind = 'comment' | 'doc' | 'heading' | 'description' | 'title' | 'error';

/** A paragraph, list item, table cell or title with its line numbers. */
export interface TextBlock {
  kind: TextKind;
  lines: { line: number; text: string }[];
}

/** A sentence of a block: as written, and with code spans and links masked. */
export interface Sentence {
  line: number;
  endLine: number;
  raw: string;
  masked: string;
  isFirst: boolean;
}

const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|cf|vs|approx)\.$/i;
const SENTENCE_END = /(?:[.!?]["'”’)\]*_]*|·)(?=\s|$)|<br ?\/?>/g;

/**
 * Hides text that is no prose, without a change of length.
 * A code span becomes one word; link targets, HTML comments and exemptions become blanks.
 */
export function maskCode(text: string): string {
  const blank = (match: string): string => ' '.repeat(match.length);
  return text
    .replace(/(`+)[^`](?:.*?[^`])?\1/g, (match) => 'x'.repeat(match.length))
    .replace(/<!--.*?-->/g, blank)
    .replace(/\bstyle-ok\b.*$/, blank)
    .replace(/(?<=\])\([^)\s]*\)/g, blank)
    .replace(/https?:\/\/\S*[^\s.,;:!?)>]/g, (match) => 'x'.repeat(match.length));
}

/** Counts the tokens of a masked text that have a letter or a digit. */
export function countWords(masked: string): number {
  return masked.split(/\s+/).filter((token) => /[\p{L}\p{N}]/u.test(token)).length;
}

/** Joins the lines of a block and returns its sentences. */
export function sentencesOf(block: TextBlock): Sentence[] {
  const raw = block.lines.map(({ text }) => text).join(' ');
  const masked = maskCode(raw);
  const sentences: Sentence[] = [];
  let start = 0;
  const close = (end: number): void => {
    const indent = masked.slice(start, end).search(/\S/);
    if (indent >= 0) {
      sentences.push({
        line: lineAt(block, start + indent),
        endLine: lineAt(block, end - 1),
        raw: raw.slice(start + indent, end).trim(),
        masked: masked.slice(start + indent, end).trim(),
        isFirst: sentences.length === 0,
      });
    }
    start = end;
  };
  for (const match of masked.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length;
    if (!ABBREVIATION.test(masked.slice(start, end))) close(end);
  }
  close(masked.length);
  return sentences;
}

function lineAt(block: TextBlock, offset: number): number {
  let passed = 0;
  let found = block.lines[0]?.line ?? 1;
  for (const { line, text } of block.lines) {
    if (passed > offset) break;
    found = line;
    passed += text.length + 1;
  }
  return found;
}
