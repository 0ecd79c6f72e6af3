import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { debianProgram } from '../../support/debian-program';
import { startTestApp, type TestApp } from '../../support/app';
import { newFolder } from '../../support/folder';
import { credit, deliveriesEnded, pushedParty, type PushedParty } from '../../support/webhook-agents';
import { keyOf } from '../../../src/domain/keys';
import { until } from '../../support/actors';
import { freePort } from '../../support/free-port';
import { attackReceiver } from '../../support/hostile-requests';

/** The receivers of docs/reference/webhooks.md, as a reader would run them. */

const PAGE = readFileSync(resolve(__dirname, '..', '..', '..', 'docs', 'reference', 'webhooks.md'), 'utf8');

let app: TestApp;
let folder: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  folder = newFolder('receivers');
  app = await startTestApp({ ATS_WEBHOOK_ALLOW_PRIVATE: 'true', ATS_WEBHOOK_RETRY_SCHEDULE_SECONDS: '1,1,1' });
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

function codeOf(language: string): string {
  const [, code] = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(PAGE) ?? [];
  if (code === undefined) throw new Error(`the page has no code in ${language}`);
  return code;
}

interface Language {
  readonly name: string;
  readonly file: string;
  readonly command: (path: string) => readonly [string, ...string[]];
}

const languages: readonly Language[] = [
  { name: 'js', file: 'receiver.mjs', command: (path) => ['node', path] },
  { name: 'python', file: 'receiver.py', command: (path) => ['python3', path] },
  { name: 'go', file: 'receiver.go', command: (path) => [path.replace(/\.go$/, '')] },
];

/** Starts the receiver of the page and returns the lines that it prints, and its standard error. */
function start({ name, file, command }: Language, port: number, secrets: PushedParty['secrets']) {
  const path = join(folder, file);
  writeFileSync(path, codeOf(name));
  if (name === 'go') {
    const go = debianProgram('golang-go', '/usr/bin/go', 'golang-.*');
    const built = spawnSync(go.path, ['build', '-o', path.replace(/\.go$/, ''), path], {
      encoding: 'utf8',
      env: { ...go.env, CGO_ENABLED: '0', GOCACHE: join(folder, 'go'), GOFLAGS: '-mod=mod', GO111MODULE: 'off' },
    });
    expect([built.stderr, built.status]).toEqual(['', 0]);
  }
  const [program, ...args] = command(path);
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRETS: JSON.stringify(secrets) };
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  const lines: string[] = [];
  const errors: string[] = [];
  child.stdout.on('data', (text: Buffer) => lines.push(...text.toString().trim().split('\n')));
  child.stderr.on('data', (text: Buffer) => errors.push(text.toString()));
  return { lines, errors };
}

async function post(port: number, secret: string, changes: { body?: string; version?: string; seconds?: number } = {}) {
  const { body = '{"type":"tickets.credited"}', version = '1', seconds = 0 } = changes;
  const timestamp = String(Math.floor(Date.now() / 1000) + seconds);
  const mac = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'));
  const signature = mac.update(`evt_forged.${timestamp}.{"type":"tickets.credited"}`).digest('base64');
  const headers = {
    'webhook-id': 'evt_forged',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
    'x-svc-webhook-key-version': version,
  };
  return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
}

// @spec WH21
describe.each(languages)('The receiver in $name', (language) => {
  it('accepts deliveries of the service, and refuses all others', async () => {
    const port = await freePort();
    const party = await pushedParty(app, `http://127.0.0.1:${port}/`, ['TICKETS_CREDITED']);
    const { lines, errors } = start(language, port, party.secrets);
    const isListening = () =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST' })
        .then(() => true)
        .catch(() => false);
    await until(isListening, Boolean);
    const ids = await credit(app, party, 2);
    const ended = await deliveriesEnded(party, 2);
    expect(ended.map(({ state, attempts }) => [state, attempts.map(({ status }) => status)])).toEqual([
      ['DELIVERED', [204]],
      ['DELIVERED', [204]],
    ]);
    expect(lines.toSorted()).toEqual(ids.map((id) => `${keyOf('evt', id)} tickets.credited`).toSorted());
    const secret = party.secrets[1] ?? '';
    expect(await post(port, secret)).toBe(204);
    const refused = [
      { body: '{"type":"other"}' },
      { version: '2' },
      { version: '' },
      { seconds: -400 },
      { seconds: 400 },
    ];
    for (const changes of refused) expect([changes, await post(port, secret, changes)]).toEqual([changes, 400]);
    expect(await post(port, `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(400);
    await attackReceiver(port);
    expect(await post(port, secret)).toBe(204);
    expect(errors.join('')).not.toMatch(/Traceback|panic/);
  });
});
