import { attackReceiver } from '../../test/support/hostile-requests';
import { TutorialReader } from '../../test/support/tutorial-reader';
import { chapters } from '../../test/support/tutorial-text';
import { findPython, runOrThrow } from '../../test/support/python';

/** The chapters of docs/tutorial in Python, done as they say. */

let reader: TutorialReader | undefined;

afterAll(() => reader?.stop());

// @spec SB14, SB16
test('a reader of the tutorial reaches its end by Python, from nothing to a mandate', async () => {
  const program = 'import sys; print(sys.executable, end="")';
  const python = await runOrThrow(findPython(), ['-c', program], process.cwd());
  reader = await TutorialReader.start({ python, hasFastNpx: true });
  const balance = 'PYTHONPATH=python/src python3 docs/tutorial/programs/balance.py';
  const missing = await reader.run(`${balance} 2>&1 || true`);
  expect(missing).toMatch(/^There is no file \.ats-sandbox\/agent\.json\. .*ATS_DATA_DIR[^]*ATS_CREDENTIAL[^]*ATS_URL/);
  for (const chapter of chapters()) await reader.read(chapter, 'Python');
  await attackReceiver(reader.webhookPort);
  const elsewhere = 'ATS_DATA_DIR=../.ats-sandbox PYTHONPATH=../.ats-sandbox/python';
  await reader.run(`mkdir -p third && cd third && ${elsewhere} python3 ../docs/tutorial/programs/balance.py`);
  const audit = await reader.run('ATS_SANDBOX=true ATS_DATA_DIR=.ats-sandbox npx ats audit');
  expect(audit).toContain('The books balance');
}, 300_000);
