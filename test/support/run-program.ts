import { spawn } from 'node:child_process';

export interface Ended {
  readonly status: number | null;
  /** Standard output and standard error. */
  readonly output: string;
}

/** Runs a program to its end. It does not block, because a server of this process may answer the program. */
export function runProgram(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<Ended> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  return new Promise((settle, fail) => {
    child.once('error', fail);
    child.once('close', (status) => settle({ status, output }));
  });
}
