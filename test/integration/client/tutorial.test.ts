import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { attackReceiver } from '../../support/hostile-requests';
import { TutorialReader } from '../../support/tutorial-reader';
import { blocksOf, chapters, programs, type Way } from '../../support/tutorial-text';

/** The chapters of docs/tutorial, done as they say. test/python has the way in Python. */

const TUTORIAL = resolve(__dirname, '..', '..', '..', 'docs', 'tutorial');
let reader: TutorialReader | undefined;

afterEach(async () => {
  await reader?.stop();
  reader = undefined;
});

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

// @spec SB14
test.each<Way>(['TypeScript', 'MCP'])(
  'a reader of the tutorial reaches its end by %s, from nothing to a mandate',
  async (way) => {
    reader = await TutorialReader.start({ hasFastNpx: true });
    for (const chapter of chapters()) await reader.read(chapter, way);
    if (way === 'TypeScript') await attackReceiver(reader.webhookPort);
    const audit = await reader.run('ATS_SANDBOX=true ATS_DATA_DIR=.ats-sandbox npx ats audit');
    expect(audit).toContain('The books balance');
  },
  300_000,
);

// @spec SB16
test('the programs find a sandbox of another folder, and say what to do if there is none', async () => {
  reader = await TutorialReader.start();
  const program = `npx tsx docs/tutorial/programs/balance.mts`;
  const missing = await reader.run(`${program} 2>&1 || true`);
  expect(missing).toMatch(/^There is no file \.ats-sandbox\/agent\.json\. .*ATS_DATA_DIR[^]*ATS_CREDENTIAL[^]*ATS_URL/);
  await reader.runInBackground('mkdir -p other && cd other && npx --prefix .. ats sandbox', /^ {2}agent /m);
  const found = 'Sandbox has 0 stamps\n';
  expect(await reader.run(`ATS_DATA_DIR=other/.ats-sandbox ${program}`)).toBe(found);
  const elsewhere = 'ATS_CREDENTIAL=../other/.ats-sandbox/agent.json ATS_URL="http://127.0.0.1:$PORT" PORT=1';
  const clone = `mkdir -p third && cd third && ${elsewhere}`;
  expect(await reader.run(`${clone} npx --prefix .. tsx ../docs/tutorial/programs/balance.mts`)).toBe(found);
}, 300_000);

test('a reader of the trade between two parties settles it in the shell', async () => {
  const page = readFileSync(join(TUTORIAL, 'first-trade.md'), 'utf8');
  // The blocks share the helpers of the shell, so one shell runs them all.
  const commands = [...page.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, command = '']) => command);
  expect(commands).toHaveLength(11);
  reader = await TutorialReader.start({ hasFastNpx: true });
  await reader.runInBackground('npx ats serve', /^ {2}database /m);
  const output = await reader.run(commands.join(''));
  expect(output).toMatch(/"ticketBalanceStamps": 1350,[^]*"state": "COMPLETED"[^]*"ticketBalanceStamps": 445,/);
}, 300_000);
