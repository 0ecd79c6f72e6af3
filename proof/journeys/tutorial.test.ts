import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { attackReceiver } from '../../test/support/hostile-requests';
import { TutorialReader } from '../../test/support/tutorial-reader';
import { chapters, type Way } from '../../test/support/tutorial-text';

/** The chapters of docs/tutorial, done as they say in TypeScript and by MCP. */

const TUTORIAL = resolve(__dirname, '..', '..', 'docs', 'tutorial');
let reader: TutorialReader | undefined;

afterEach(async () => {
  await reader?.stop();
  reader = undefined;
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
