import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { blocksOf, chapters, programs } from '../../support/tutorial-text';

/** The text of docs/tutorial. Readers who do what it says are in proof/journeys. */

const TUTORIAL = resolve(__dirname, '..', '..', '..', 'docs', 'tutorial');

test('the chapters show every program exactly as its file', () => {
  const shown = chapters().flatMap((chapter) => blocksOf(chapter).filter(({ kind }) => kind === 'program'));
  expect(shown.map(({ text }) => text).sort()).toEqual([...programs().values()].sort());
});

test('the index links every chapter in its order', () => {
  const links = readFileSync(join(TUTORIAL, 'README.md'), 'utf8').match(/\d-[a-z-]+\.md/g);
  expect(links).toEqual(chapters());
});

test.each(chapters())('every part of %s has all three ways, or none', (chapter) => {
  const parts = readFileSync(join(TUTORIAL, chapter), 'utf8').split(/^## /m);
  const ways = parts.map((part) => (part.match(/^### (TypeScript|Python|MCP)$/gm) ?? []).join());
  expect(new Set(ways)).toEqual(new Set(['', '### TypeScript,### Python,### MCP']));
});

test('a tool that waits for the end of a trade waits for both ends', () => {
  const calls = chapters().flatMap((chapter) => blocksOf(chapter).filter(({ kind }) => kind === 'call'));
  const waits = calls.map(({ text }) => text).filter((text) => /TRADE_COMPLETED|TRADE_FAILED/.test(text));
  expect(waits).toHaveLength(5);
  for (const text of waits) expect(text).toContain('"types": ["TRADE_COMPLETED", "TRADE_FAILED"]');
});

test.each([
  ['3-dispute.md', 'Let an operator rule'],
  ['5-mandate.md', 'Let the owner approve'],
])('%s has the part "%s"', (chapter, part) => {
  expect(readFileSync(join(TUTORIAL, chapter), 'utf8')).toContain(`\n## ${part}\n`);
});
