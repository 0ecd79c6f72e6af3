import type { TextBlock, TextKind } from './text';

const FENCE = /^\s*(```|~~~)/;
const TABLE_RULE = /^\s*\|?\s*:?-+:?\s*\|[\s|:-]*$/;
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,2}[.)])\s+/;
const BLOCK_TAG = /^\s*@[a-z]+\b/;

export interface NumberedLine {
  line: number;
  text: string;
}

/** Splits Markdown into blocks of prose, without fenced code and link definitions. */
export function markdownBlocks(lines: NumberedLine[], kind: TextKind): TextBlock[] {
  const blocks: TextBlock[] = [];
  let open: NumberedLine[] = [];
  let inFence = false;
  const close = (): void => {
    if (open.length > 0) blocks.push({ kind, lines: open });
    open = [];
  };
  for (const [index, { line, text }] of lines.entries()) {
    if (FENCE.test(text)) {
      close();
      inFence = !inFence;
    } else if (inFence || isSeparator(text)) {
      close();
    } else if (kind === 'doc' && /^#{1,6}\s/.test(text)) {
      close();
      blocks.push({ kind: 'heading', lines: [{ line, text: text.replace(/^#+\s+/, '') }] });
    } else if (/^\s*\|/.test(text)) {
      close();
      const isHeader = TABLE_RULE.test(lines[index + 1]?.text ?? '');
      for (const cell of cellsOf(text))
        blocks.push({ kind: isHeader ? 'heading' : kind, lines: [{ line, text: cell }] });
    } else {
      if (LIST_ITEM.test(text) || BLOCK_TAG.test(text)) close();
      open.push({ line, text: text.replace(/^\s*(?:>\s?)*/, '').replace(LIST_ITEM, '') });
    }
  }
  close();
  return blocks;
}

/** Numbers the lines of a text from `first` on. */
export function numberLines(text: string, first = 1): NumberedLine[] {
  return text.split(/\r?\n/).map((content, index) => ({ line: first + index, text: content }));
}

function isSeparator(text: string): boolean {
  return (
    text.trim() === '' || TABLE_RULE.test(text) || /^\s*\[[^\]]+\]:\s/.test(text) || /^\s*[-*_=]{3,}\s*$/.test(text)
  );
}

/** Splits a table row at its bars, except bars that are escaped or in a code span. */
function cellsOf(row: string): string[] {
  const hidden = row.replace(/`[^`]*`|\\\|/g, (match) => 'x'.repeat(match.length));
  const cells: string[] = [];
  let start = 0;
  for (const bar of hidden.matchAll(/\||$/g)) {
    const cell = row.slice(start, bar.index);
    if (cell.trim() !== '') cells.push(cell);
    start = bar.index + 1;
  }
  return cells;
}
