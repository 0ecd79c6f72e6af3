import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(__dirname, '..');

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function start(program: string, ...args: string[]): Promise<Ended> {
  const command = ['--import', 'tsx', join(ROOT, program), ...args];
  try {
    return { code: 0, ...(await run(process.execPath, command, { cwd: ROOT })) };
  } catch (error) {
    return error as Ended;
  }
}

const PROGRAMS = [
  ['bench/main.ts', '--rounds', 'none'],
  ['proof/fault-injection/torture/main.ts', '--minutes', 'none'],
  ['proof/fuzz/main.ts', '--minutes', 'none'],
  ['proof/mutants/main.ts', '--times', 'none'],
  ['proof/second-implementation/main.ts', '--cases', 'none'],
  ['proof/simulation/main.ts', '--days', 'none'],
] as const;

jest.setTimeout(60_000);

describe.each(PROGRAMS)('%s', (program, option, value) => {
  test('an unknown option and a wrong value are named, with the usage and exit code 2', async () => {
    for (const [args, named] of [
      [['--nonsense'], '--nonsense'],
      [[option, value], `${option} must be a`],
    ] as const) {
      const { code, stderr } = await start(program, ...args);
      expect({ code, hasStack: /^ +at /m.test(stderr) }).toEqual({ code: 2, hasStack: false });
      expect(stderr).toContain(named);
      expect(stderr).toContain('usage: npm run');
    }
  });
});
