import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHosted } from './hosted';
import { startProgram } from './program';
import type { Target } from './target';

/**
 * `npm run conformance:mcp` runs the official suite of the Model Context Protocol against the program and the hosted server.
 *
 * The suite speaks HTTP and needs Node.js 22, so npm installs both into a temporary folder. Chosen are the scenarios about
 * the server. `server-stateless` calls three tools of a fixture, which `fixture-tools` switches on. The scenarios about the
 * answers of such tools and prompts, such as `test_simple_text`, would test the fixture alone, so they are not run.
 */

const TOOLS = ['@modelcontextprotocol/conformance@0.2.0-alpha.12', 'node@24.9.0'];
const SCENARIOS: Readonly<Record<string, readonly string[]>> = {
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'resources-list',
    'sep-2164-resource-not-found',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
    'http-header-validation',
  ],
};

/** A server, with the scenarios that do not concern it. */
interface Subject {
  readonly name: string;
  readonly start: () => Promise<Target>;
  readonly skippedScenarios: readonly string[];
}

const SUBJECTS: readonly Subject[] = [
  { name: 'program', start: startProgram, skippedScenarios: [] },
  {
    name: 'hosted, with a token',
    start: startHosted,
    // A page that rebinds a name has no access token, and the service does not know which names its proxy serves.
    skippedScenarios: ['dns-rebinding-protection'],
  },
];

interface Ended {
  readonly status: number | null;
  readonly output: string;
}

/** Runs a program. The server of this process answers meanwhile. */
function run(folder: string, command: string, ...args: string[]): Promise<Ended> {
  const env = { ...process.env, PATH: `${join(folder, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}` };
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, output }));
  });
}

/** Runs the scenarios against one server and returns how many failed. */
async function countFailures(folder: string, subject: Subject, { url }: Target): Promise<number> {
  let failures = 0;
  for (const [revision, names] of Object.entries(SCENARIOS)) {
    for (const scenario of names.filter((one) => !subject.skippedScenarios.includes(one))) {
      const args = ['server', '--url', url, '--scenario', scenario, '--spec-version', revision];
      const { status, output } = await run(folder, 'conformance', ...args);
      const [passed = 'no result'] = /(?<=Passed: )\d+\/\d+/.exec(output) ?? [];
      console.log(`${subject.name}, ${revision} ${scenario}: ${passed} checks pass`);
      if (status === 0) continue;
      failures += 1;
      console.log(output);
    }
  }
  return failures;
}

async function main(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'ats-mcp-conformance-'));
  try {
    const installed = await run(folder, 'npm', 'install', '--no-audit', '--no-fund', '--prefix', folder, ...TOOLS);
    if (installed.status !== 0) throw new Error(`npm could not install the suite:\n${installed.output}`);
    let failures = 0;
    for (const subject of SUBJECTS) {
      const target = await subject.start();
      try {
        failures += await countFailures(folder, subject, target);
      } finally {
        await target.stop();
      }
    }
    return failures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

main().then(
  (count) => (process.exitCode = count === 0 ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
