import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mcpArguments } from '../../test/support/mcp';
import { type Ended, runProgram } from '../../test/support/run-program';
import { startHosted } from './hosted';
import { type Skips, OF_HOSTED, OF_PROGRAM } from './skips';
import { startProgram } from './program';
import { readResults } from './results';
import type { Target } from './target';

/**
 * `npm run conformance:mcp` runs the official suite of the Model Context Protocol against the program and the hosted server.
 * Then the MCP Inspector reads the schemas of the program.
 *
 * Both need Node.js 22, so npm installs them into a temporary folder. The tools that the suite calls are in `fixture-tools`.
 */

const TOOLS = [
  '@modelcontextprotocol/conformance@0.2.0-alpha.12',
  '@modelcontextprotocol/inspector@2.12.0',
  'node@24.9.0',
];

interface Subject {
  readonly name: string;
  readonly start: () => Promise<Target>;
  readonly skips: Skips;
}

const SUBJECTS: readonly Subject[] = [
  { name: 'program', start: startProgram, skips: OF_PROGRAM },
  { name: 'hosted, with a token', start: startHosted, skips: OF_HOSTED },
];

/** Runs an installed program. The server of this process answers meanwhile. */
function run(folder: string, command: string, ...args: string[]): Promise<Ended> {
  const env = { ...process.env, PATH: `${join(folder, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}` };
  return runProgram(command, args, { cwd: folder, env });
}

/** Runs all scenarios of both revisions against one server and returns how many lines of failures there are. */
async function countFailures(folder: string, { name, skips }: Subject, { url }: Target): Promise<number> {
  let count = 0;
  for (const [revision, names] of Object.entries(skips)) {
    const results = mkdtempSync(join(folder, 'results-'));
    const args = ['--url', url, '--suite', 'all', '--spec-version', revision, '--output-dir', results];
    // Its status counts the scenarios that are left out.
    const { output } = await run(folder, 'conformance', 'server', ...args);
    if (!output.includes('=== SUMMARY ===')) throw new Error(`the suite did not end:\n${output}`);
    const { scenarios, checks, failures } = readResults(results, names);
    console.log(`${name}, ${revision}: ${String(scenarios)} scenarios with ${String(checks)} checks that pass`);
    for (const failure of failures) console.log(`  ${failure}`);
    count += failures.length;
  }
  return count;
}

/** The Inspector lists the tools of the program, and says what is wrong with their schemas. */
async function inspect(folder: string): Promise<number> {
  const nobody = { principalKey: 'prn_0', agentId: undefined, credential: { apiKey: 'ak_0', signingSecret: 'sk_0' } };
  const program = await mcpArguments({ url: 'http://127.0.0.1:9' }, nobody);
  const args = ['--cli', process.execPath, ...program, '--method', 'tools/list', '--strict'];
  const { status, output } = await run(folder, 'mcp-inspector', ...args);
  const warnings = output.match(/^(Error|Warning): tool .*\n.*\n.*$/gm) ?? [];
  const isRead = status === 0 && output.includes('ats_settlement');
  console.log(
    `Inspector: ${isRead ? String(warnings.length) : 'cannot count'} warnings about the schemas of the program`,
  );
  for (const text of isRead ? warnings : [output]) console.log(text);
  return isRead ? warnings.length : 1;
}

async function install(folder: string): Promise<void> {
  const args = ['install', '--no-audit', '--no-fund', '--prefix', folder, ...TOOLS];
  const { status, output } = await run(folder, 'npm', ...args);
  if (status !== 0) throw new Error(`npm could not install the suite:\n${output}`);
}

async function main(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'ats-mcp-conformance-'));
  const starting = SUBJECTS.map(async (subject) => ({ subject, target: await subject.start() }));
  // Before the installation, so that a start that fails meanwhile does not end the process.
  const settled = Promise.allSettled(starting);
  try {
    await install(folder);
    const running = (await Promise.all(starting)).map(({ subject, target }) => countFailures(folder, subject, target));
    const counts = await Promise.all([inspect(folder), ...running]);
    return counts.reduce((sum, count) => sum + count);
  } finally {
    for (const started of await settled) if (started.status === 'fulfilled') await started.value.target.stop();
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
