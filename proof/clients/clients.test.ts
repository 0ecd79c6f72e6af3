import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startTestApp, type TestApp } from '../../test/support/app';
import { newFolder } from '../../test/support/folder';
import { buyTickets, createParty, type Party } from '../../test/support/actors';
import { installTools, PROJECT, runScript, runTool } from './installed';

/**
 * Code generators and tools of other projects, as a stranger uses them with the documents of this service.
 * The client is the packed one. It takes about three minutes.
 */

const ROOT = resolve(__dirname, '..', '..');
let app: TestApp;
let party: Party;
let folder: string;

const PACK = { cwd: join(ROOT, 'packages', 'client'), encoding: 'utf8' } as const;
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
const fixture = (name: string): string => readFileSync(join(__dirname, 'fixtures', name), 'utf8');

beforeAll(async () => {
  installTools();
  app = await startTestApp();
  party = await createParty(app, 'Stranger');
  await buyTickets(party);
  folder = newFolder('clients');
  // The tools find each other, and the client is the packed one.
  mkdirSync(join(folder, 'node_modules'));
  const modules = join(folder, 'node_modules');
  execFileSync('cp', ['--recursive', '--symbolic-link', `${join(PROJECT, 'node_modules')}/.`, modules]);
  rmSync(join(modules, 'ws'), { recursive: true, force: true });
  rmSync(join(modules, '.bin'), { recursive: true, force: true });
  symlinkSync(join(PROJECT, 'node_modules', '.bin'), join(modules, '.bin'));
  const file = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], PACK).trim().split('\n').at(-1);
  const client = join(modules, 'agent-trading-client');
  mkdirSync(client);
  execFileSync('tar', ['-xzf', join(folder, file ?? ''), '-C', client, '--strip-components', '1']);
  cpSync(join(ROOT, 'node_modules', 'ws'), join(modules, 'ws'), { recursive: true });
  for (const name of ['schema.graphql', 'openapi.json', 'asyncapi.json', 'postman.json'])
    cpSync(join(ROOT, name), join(folder, name));
  write('package.json', '{ "name": "stranger", "version": "1.0.0", "type": "module" }');
  write(
    'credential.json',
    JSON.stringify({ url: app.url, credential: party.credential, principalKey: party.principalKey }),
  );
  write('tsconfig.json', fixture('tsconfig.json'));
}, 600_000);

afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

const bond = async (): Promise<number> =>
  (
    await party.api.queryOrThrow<{ principal: { bondAvailableStamps: number } }>(
      '{ principal { bondAvailableStamps } }',
    )
  ).principal.bondAvailableStamps;

/** Checks the types of a program and runs it. It must reserve one stamp. */
async function reserves(name: string): Promise<void> {
  write(name, fixture(name));
  expect(await runTool(folder, 'tsc', '--project', 'tsconfig.json', '--noEmit')).toEqual({ status: 0, output: '' });
  const built = await runTool(folder, 'tsc', '--project', 'tsconfig.json', '--outDir', 'built');
  expect(built).toEqual({ status: 0, output: '' });
  const before = await bond();
  expect(await runScript(folder, join('built', name.replace(/\.ts$/, '.js')))).toMatchObject({
    status: 0,
    output: 'reserved\n',
  });
  expect(await bond()).toBe(before + 1);
  for (const file of [name, 'built']) rmSync(join(folder, file), { recursive: true });
}

// @spec CL4
test('graphql-codegen: the client preset types a query and a mutation, which the client package sends', async () => {
  write('codegen.json', fixture('codegen.json'));
  write('codegen-documents.graphql', fixture('documents.graphql'));
  expect(await runTool(folder, 'graphql-codegen', '--config', 'codegen.json')).toMatchObject({ status: 0 });
  await reserves('codegen-use.ts');
});

// @spec CL4
test('gql.tada: documents have the types of the schema, without a code generator', async () => {
  expect(await runTool(folder, 'gql.tada', 'generate-output')).toMatchObject({ status: 0 });
  await reserves('tada-use.ts');
});

// @spec CL4
test('hey-api: the generated REST client reserves bond with a signing fetch', async () => {
  const made = await runTool(
    folder,
    'openapi-ts',
    '--input',
    'openapi.json',
    '--output',
    'hey',
    '--client',
    '@hey-api/client-fetch',
  );
  expect(made).toMatchObject({ status: 0 });
  await reserves('hey-use.ts');
});

// @spec CL4
test('openapi-fetch: the types of openapi-typescript fit the REST paths', async () => {
  expect(await runTool(folder, 'openapi-typescript', 'openapi.json', '--output', 'paths.d.ts')).toMatchObject({
    status: 0,
  });
  await reserves('openapi-fetch-use.ts');
});

// @spec CL4
test('Relay: the compiler accepts pagination, refetching by node and a mutation', async () => {
  mkdirSync(join(folder, 'relay'));
  write(join('relay', 'app.js'), fixture('relay-app.js'));
  write('relay.config.json', fixture('relay.config.json'));
  expect(await runTool(folder, 'relay-compiler', 'relay.config.json')).toMatchObject({ status: 0 });
});

// @spec CL5
test('The Postman collection signs its requests: newman reads and reserves bond', async () => {
  const before = await bond();
  const result = await runScript(folder, '-e', fixture('newman.cjs'));
  expect(result).toEqual({ status: 0, output: '' });
  expect(await bond()).toBe(before + 1);
});

// @spec EV12
test('The AsyncAPI document is valid', async () => {
  expect(await runScript(folder, '-e', fixture('asyncapi.cjs'))).toEqual({ status: 0, output: 'valid\n' });
});

/** Findings of graphql-eslint that are right, by the line of the schema, each with its reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'events(': 'a feed goes forward from a cursor',
  'operatorTrades(': 'a queue goes forward from its most urgent trade',
  'type FlaggedPaymentEdge {': 'a flagged payment has the id of the payment processor, and no key of ours',
  'type PublicListingEdge {': 'a listing of the market is read through its owner or by a search',
  'type TicketPurchaseEdge {': 'a purchase is read by its session',
  'type WebhookSigningKeyEdge {': 'a signing key is read through its agent',
};

interface Linted {
  readonly messages: readonly { readonly line: number; readonly message: string }[];
}

// @spec CL6
test('The schema follows the relay rules of graphql-eslint, except those with a reason', async () => {
  write('eslint.config.js', fixture('eslint.config.js'));
  const { output } = await runTool(folder, 'eslint', '--format', 'json', 'schema.graphql');
  const [linted] = JSON.parse(output) as readonly [Linted];
  const lines = readFileSync(join(folder, 'schema.graphql'), 'utf8').split('\n');
  const findings = linted.messages.map(({ line, message }) => `${(lines[line - 1] ?? '').trim()} ${message}`);
  expect(findings.filter((finding) => !Object.keys(EXCEPTIONS).some((line) => finding.startsWith(line)))).toEqual([]);
});
