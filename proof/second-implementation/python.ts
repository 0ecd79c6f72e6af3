import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import type { Answer, Case } from './case';

const PROGRAM = join(__dirname, 'answer.py');

/** The second implementation in a process of its own. It answers cases in their order. */
export class SecondImplementation {
  private constructor(
    private readonly child: ReturnType<typeof spawn>,
    private readonly lines: AsyncIterator<string>,
    private readonly errors: string[],
  ) {}

  /** @throws Error that says what to install */
  static async start(command = process.env['PYTHON'] ?? 'python3'): Promise<SecondImplementation> {
    const child = spawn(command, ['-u', PROGRAM], { stdio: ['pipe', 'pipe', 'pipe'] });
    const errors: string[] = [];
    child.stderr.on('data', (text: Buffer) => errors.push(text.toString()));
    try {
      await once(child, 'spawn');
    } catch {
      throw new Error(
        `The second implementation needs Python 3.8 or later, but ${command} did not start. ` +
          'Install it (Debian: apt-get install python3), or set PYTHON to its path.',
      );
    }
    // The end of the process shows as a missing answer.
    child.stdin.on('error', () => undefined);
    return new SecondImplementation(child, createInterface({ input: child.stdout })[Symbol.asyncIterator](), errors);
  }

  /** Returns one answer for each case. @throws Error with the text of Python if it fails */
  async answers(cases: readonly Case[]): Promise<Answer[]> {
    this.child.stdin?.write(cases.map((one) => `${JSON.stringify(one)}\n`).join(''));
    const answers: Answer[] = [];
    while (answers.length < cases.length) {
      const next = await this.lines.next();
      if (next.done === true) throw new Error(`The second implementation failed: ${this.errors.join('')}`);
      answers.push(JSON.parse(next.value) as Answer);
    }
    return answers;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    this.child.stdin?.end();
    await once(this.child, 'exit');
  }
}
