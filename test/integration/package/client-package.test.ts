import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { eventCursor } from '../../../src/domain/events/event-cursor';
import { newFolder } from '../../support/folder';
import { startTestApp, type TestApp } from '../../support/app';
import { buyTickets, createParty, type Party } from '../../support/actors';

/** The client package, packed and installed into an empty folder. No test reaches a registry. */

const ROOT = resolve(__dirname, '..', '..', '..');
let app: TestApp;
let party: Party;
let folder: string;

const execute = promisify(execFile);

/** Waits without blocking, because the service runs in this process. */
async function run(cwd: string, command: string, ...args: string[]): Promise<string> {
  return (await execute(command, args, { cwd, encoding: 'utf8' })).stdout.trim();
}

beforeAll(async () => {
  app = await startTestApp();
  party = await createParty(app, 'Stranger');
  await buyTickets(party);
  folder = newFolder('client-package');
  const pack = async (name: string): Promise<string> => {
    const file = await run(join(ROOT, name), 'npm', 'pack', '--silent', '--pack-destination', folder);
    return `./${file.split('\n').at(-1) ?? ''}`;
  };
  writeFileSync(join(folder, 'package.json'), '{ "name": "stranger", "version": "1.0.0" }');
  const files = [await pack('packages/client'), await pack('node_modules/ws')];
  await run(folder, 'npm', 'install', '--offline', '--ignore-scripts', '--cache', join(folder, 'cache'), ...files);
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await app.stop();
});

// @spec CL3
it('should bring one other package', () => {
  const installed = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
  expect(installed).toEqual(['agent-trading-client', 'ws']);
});

const USE = `
async function main({ createClient, createEventStream, idempotencyLink, verifyWebhook }) {
  const [url, apiKey, signingSecret, after] = process.argv.slice(2);
  const connection = { url, credential: { apiKey, signingSecret } };
  const client = createClient(connection);
  const reserve = 'mutation { reserveBond(input: { amountStamps: 1 }) { principal { displayName } } }';
  const { reserveBond } = await client.mutate(reserve);
  const stream = createEventStream({ ...connection, after });
  for await (const { type } of stream) {
    console.log(reserveBond.principal.displayName, type, typeof idempotencyLink().concat, typeof verifyWebhook);
    stream.close();
  }
}
`;

// @spec CL3
it.each([
  ['import', 'use.mjs', "import * as client from 'agent-trading-client';"],
  ['require', 'use.cjs', "const client = require('agent-trading-client');"],
])('should change, follow events and end, through %s', async (_, name, load) => {
  writeFileSync(join(folder, name), `${load}\n${USE}\nmain(client);\n`);
  const { apiKey, signingSecret } = party.credential;
  expect(await run(folder, 'node', name, app.url, apiKey, signingSecret, eventCursor(0n))).toMatch(
    /^Stranger \w+ function function$/,
  );
});

// @spec CL3
it('should have types that compile without Apollo Client, urql or graphql-request, and know the schema', async () => {
  mkdirSync(join(folder, 'node_modules', '@types'), { recursive: true });
  for (const name of ['@types/node', 'undici-types'])
    cpSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true });
  const text = `import { createClient, idempotencyExchange, type Schema } from 'agent-trading-client';
    export const read = (url: string, credential: { apiKey: string; signingSecret: string }): Promise<string> =>
      createClient({ url, credential })
        .queryOrThrow<Pick<Schema.Query, 'service'>>('{ service { version } }')
        .then(({ service }) => service.version);
    const input: Schema.ReserveBondInput = { amountStamps: 1, idempotencyKey: 'k' };
    const state: Schema.TradeState = 'EXECUTING';
    // @ts-expect-error no such state
    const wrong: Schema.TradeState = 'EXECUTED';
    export const all = [input, state, wrong, idempotencyExchange];`;
  writeFileSync(join(folder, 'use.ts'), text);
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2023', '--types', 'node', 'use.ts'];
  expect(await run(folder, tsc, ...options)).toBe('');
});
