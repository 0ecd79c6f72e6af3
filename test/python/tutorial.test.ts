import { TutorialReader } from '../support/tutorial-reader';
import { chapters } from '../support/tutorial-text';
import { findPython, runOrThrow } from './interpreter';

/** The chapters of docs/tutorial in Python, done as they say. */

let reader: TutorialReader | undefined;

afterAll(() => reader?.stop());

// @spec SB14
test('a reader of the tutorial reaches its end by Python, from nothing to a mandate', async () => {
  const program = 'import sys; print(sys.executable, end="")';
  const python = await runOrThrow(findPython(), ['-c', program], process.cwd());
  reader = await TutorialReader.start(python);
  for (const chapter of chapters()) await reader.read(chapter, 'Python');
  const audit = await reader.run('ATS_SANDBOX=true ATS_DATA_DIR=.ats-sandbox npx ats audit');
  expect(audit).toContain('The books balance');
}, 300_000);
