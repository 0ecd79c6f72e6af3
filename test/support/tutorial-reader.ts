import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { build, buildMcp, inheritedEnvironment } from './built';
import { newFolder } from './folder';
import { freePorts } from './free-port';
import { answerOf, type ToolAnswer } from './mcp';
import { until } from './service';
import { type Block, blocksOf, patternOf, type Way } from './tutorial-text';

/** Does everything that a chapter of the tutorial says, in a folder that looks like a clone; not a test. */

const ROOT = resolve(__dirname, '..', '..');
const DEFAULT_PORT = '4000';
// A busy machine needs far longer than the few seconds of a start.
const READY_WITHIN_MS = 180_000;

interface BackgroundCommand {
  readonly child: ChildProcess;
  readonly closed: Promise<void>;
  /** Whether it has ended, and all of its output has been read. */
  readonly isClosed: () => boolean;
  /** Standard output. */
  readonly output: () => string;
  /** Standard output and standard error, as a terminal shows them. */
  readonly terminal: () => string;
}

interface ReaderOptions {
  /** The command of a Python with the modules of the package. */
  readonly python?: string;
  /** Finds programs without npm, which needs a second of CPU for each command. Default: the `npx` of npm. */
  readonly hasFastNpx?: boolean;
}

interface Configuration {
  readonly mcpServers: { readonly trading: { readonly command: string; readonly args: readonly string[] } };
}

interface ToolCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Arguments whose value comes from a member of an earlier answer with another name. */
const SOURCES: Readonly<Record<string, string>> = { after: 'cursor' };

export class TutorialReader {
  private readonly background: BackgroundCommand[] = [];
  /** The last strings of the answers of tools, by the names of their members. */
  private readonly values = new Map<string, string>();
  private client: Client | undefined;
  private output = '';
  private answer: ToolAnswer | undefined;

  private constructor(
    readonly folder: string,
    private readonly port: string,
    readonly webhookPort: number,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  static async start(options: ReaderOptions = {}): Promise<TutorialReader> {
    await build();
    await buildMcp();
    const folder = copyOfClone(options);
    const [port = 0, webhookPort = 0] = await freePorts(2);
    const env = {
      ...inheritedEnvironment(),
      PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
      PORT: String(port),
      WEBHOOK_PORT: String(webhookPort),
      ATS_METRICS_PORT: '0',
      // No test reaches a registry: the modules are those of the interpreter.
      PIP_NO_INDEX: '1',
      PIP_NO_DEPS: '1',
      PIP_NO_BUILD_ISOLATION: '0',
      PIP_DISABLE_PIP_VERSION_CHECK: '1',
      PYTHONDONTWRITEBYTECODE: '1',
    };
    return new TutorialReader(folder, String(port), webhookPort, env);
  }

  /** Follows one way through a chapter. @throws Error with the place of the block that fails */
  async read(chapter: string, way: Way): Promise<void> {
    for (const block of blocksOf(chapter)) {
      if (block.way !== undefined && block.way !== way) continue;
      try {
        await this.follow(block);
      } catch (error) {
        throw new Error(`${block.place} ${String(error)}`, { cause: error });
      }
    }
  }

  /** Runs a command and returns its standard output. */
  async run(command: string): Promise<string> {
    const { child, closed, output, terminal } = this.spawn(command);
    await closed;
    if (child.exitCode !== 0) throw new Error(`the command failed:\n${terminal()}`);
    return output();
  }

  /** Runs a command until `stop`, and waits for its first output of this form. */
  async runInBackground(command: string, form: RegExp): Promise<void> {
    const started = this.spawn(command);
    this.background.push(started);
    await this.outputOf(started, form);
  }

  async stop(): Promise<void> {
    await this.client?.close();
    for (const { child, closed } of this.background.reverse()) {
      // As Ctrl-C does: the signal reaches every process of the terminal.
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
      await closed;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async follow(block: Block): Promise<void> {
    const { kind, isBackground, text } = block;
    if (kind === 'command' && isBackground) this.background.push(this.spawn(text));
    else if (kind === 'command') this.output = await this.run(text);
    else if (kind === 'output' && isBackground) await this.outputOf(this.background.at(-1), this.formOf(text));
    else if (kind === 'output') expect(this.output.trim()).toMatch(new RegExp(`^${this.formOf(text).source}$`));
    else if (kind === 'configuration') await this.connect(JSON.parse(text) as Configuration);
    else if (kind === 'call') await this.call(JSON.parse(text) as ToolCall);
    else if (kind === 'answer') this.compare(JSON.parse(text) as object);
  }

  private formOf(text: string): RegExp {
    return new RegExp(patternOf(text).replaceAll(`:${DEFAULT_PORT}`, `:${this.port}`));
  }

  private spawn(command: string): BackgroundCommand {
    const options = { cwd: this.folder, env: this.env, detached: true } as const;
    const child = spawn('bash', ['-euo', 'pipefail', '-c', command], options);
    child.stdin.end();
    let output = '';
    let terminal = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (terminal += chunk.toString()));
    let isClosed = false;
    const closed = new Promise<void>((settle) => child.once('close', () => settle())).then(() => {
      isClosed = true;
    });
    return { child, closed, isClosed: () => isClosed, output: () => output, terminal: () => terminal };
  }

  private async outputOf(command: BackgroundCommand | undefined, form: RegExp): Promise<void> {
    if (!command) throw new Error('no command runs in the background');
    await until(
      () => {
        if (form.test(command.terminal())) return true;
        if (command.isClosed()) throw new Error(`the command ended:\n${command.terminal()}`);
        return false;
      },
      `the output ${form.source}`,
      READY_WITHIN_MS,
    ).catch((error: unknown) => {
      throw new Error(`${String(error)}:\n${command.terminal()}`);
    });
  }

  private async connect({ mcpServers }: Configuration): Promise<void> {
    await this.client?.close();
    const { command, args } = mcpServers.trading;
    const url = `:${DEFAULT_PORT}`;
    this.client = new Client({ name: 'reader', version: '1.0.0' });
    const own = args.map((arg) => (arg.endsWith(url) ? arg.replace(url, `:${this.port}`) : arg));
    await this.client.connect(new StdioClientTransport({ command, args: own, cwd: this.folder }));
  }

  private async call({ tool, arguments: input }: ToolCall): Promise<void> {
    this.assertDone();
    if (!this.client) throw new Error('no MCP server is configured');
    const args = this.fill(input, '') as Record<string, unknown>;
    this.answer = answerOf(await this.client.callTool({ name: tool, arguments: args }));
    this.remember(this.answer.body, '');
  }

  /** Compares the part of the answer that the text shows. A part with a code is a refusal. */
  private compare(shown: object): void {
    expect(this.answer?.body).toMatchObject(formsIn(shown) as object);
    if ('code' in shown) this.answer = undefined;
    else this.assertDone();
  }

  private assertDone(): void {
    if (this.answer?.isError) throw new Error(`the call was refused: ${JSON.stringify(this.answer.body)}`);
  }

  /** Replaces each `…` of the arguments by the value of an earlier answer. */
  private fill(value: unknown, name: string): unknown {
    if (typeof value === 'string') {
      if (!value.includes('…')) return value;
      const found = this.values.get(SOURCES[name] ?? (name === 'key' ? 'tradeKey' : name));
      if (found === undefined) throw new Error(`no answer has had a ${name}`);
      return found;
    }
    return mapMembers(value, name, (member, key) => this.fill(member, key));
  }

  private remember(value: unknown, name: string): void {
    if (typeof value === 'string') this.values.set(name, value);
    else mapMembers(value, name, (member, key) => this.remember(member, key));
  }
}

/** Maps the members of an object, and the items of a list under the name of the list. */
function mapMembers(value: unknown, name: string, map: (member: unknown, name: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => map(item, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, map(member, key)]));
}

/** The shown values, with a form in place of each text with `…`. */
function formsIn(value: unknown): unknown {
  if (typeof value === 'string' && value.includes('…')) {
    return expect.stringMatching(new RegExp(`^${patternOf(value)}$`)) as unknown;
  }
  return mapMembers(value, '', (member) => formsIn(member));
}

/** A folder with the entries of the clone. The package of Python is a copy, because its build writes into it. */
function copyOfClone({ python, hasFastNpx = false }: ReaderOptions): string {
  const folder = newFolder('tutorial');
  // The embedded PostgreSQL may run as another user.
  chmodSync(folder, 0o755);
  for (const name of readdirSync(ROOT)) {
    const isCopied = name === 'python' || name === 'package.json';
    if (!name.startsWith('.') && !isCopied) symlinkSync(join(ROOT, name), join(folder, name));
  }
  // With the `bin` of the package, the first npx in a folder builds the package again, into the clone of all tests.
  writeFileSync(join(folder, 'package.json'), '{ "name": "clone", "private": true }');
  cpSync(join(ROOT, 'python'), join(folder, 'python'), {
    recursive: true,
    filter: (path) => !/__pycache__|\.egg-info|\/build$/.test(path),
  });
  mkdirSync(join(folder, 'bin'));
  const addProgram = (name: string, text: string): void =>
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  addProgram('python3', `exec '${python ?? 'no-python-here'}' "$@"`);
  if (hasFastNpx)
    addProgram(
      'npx',
      `[ "$1" = --no-install ] && shift\nprogram=$1; shift; exec '${folder}'/node_modules/.bin/"$program" "$@"`,
    );
  return folder;
}
