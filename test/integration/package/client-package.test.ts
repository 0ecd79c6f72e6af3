import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { eventCursor } from '../../../src/domain/events/event-cursor';
import { build } from '../../support/built';
import { newFolder } from '../../support/folder';
import { startTestApp, type TestApp } from '../../support/app';
import { buyTickets, createParty, type Party } from '../../support/actors';
import { asCommonJs, firstProgram, typedExamples } from '../../support/readme-program';

/** The client package, packed and installed into an empty folder. No test reaches a registry. */

const ROOT = resolve(__dirname, '..', '..', '..');
let app: TestApp;
let party: Party;
let folder: string;
let tarball: string;

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
  tarball = await pack('packages/client');
  const files = [tarball, await pack('node_modules/ws')];
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

// @spec CL3
it('should contain the compiled sources, their types and the documents, in at most 200 kB', async () => {
  const sources = readdirSync(join(ROOT, 'packages', 'client', 'src')).filter((name) => /\.m?ts$/.test(name));
  const compiled = sources.flatMap((name) => [name.replace(/ts$/, 'js'), name.replace(/(m?)ts$/, 'd.$1ts')]);
  const expected = [...compiled.map((name) => `dist/${name}`), 'CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'];
  const listed = (await run(folder, 'tar', '-tzf', tarball)).split('\n').map((name) => name.replace(/^package\//, ''));
  expect(listed.toSorted()).toEqual(expected.toSorted());
  expect(statSync(join(folder, tarball)).size).toBeLessThanOrEqual(200_000);
});

it('should be the client that `npm run build` copies, so that the next npx does not build again', async () => {
  await build();
  const copied = join(folder, 'copied');
  await run(ROOT, 'node', 'scripts/copy-packages.mjs', copied);
  await run(folder, 'tar', '-xzf', tarball);
  const packed = join(folder, 'package', 'dist');
  await run(folder, 'diff', '-r', packed, join(copied, 'client', 'dist'));
  expect(readdirSync(packed)).not.toHaveLength(0);
});

// @spec CL7
it.each([
  ['import', 'first-trade.mjs', (program: string) => program],
  ['require', 'first-trade.cjs', asCommonJs],
])('should finish the first trade of its README on both sides, through %s', async (_, name, format) => {
  const program = format(firstProgram());
  expect(program.includes('require(')).toBe(name.endsWith('.cjs'));
  writeFileSync(join(folder, name), program);
  const { apiKey: api_key, signingSecret: signing_secret } = app.console;
  writeFileSync(join(folder, 'console.json'), JSON.stringify({ role: 'console', api_key, signing_secret }));
  const output = await run(folder, 'node', name, 'console.json', app.url);
  expect(output).toMatch(/^Ann 1350 COMPLETED [^]*^Ben 445 COMPLETED /m);
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

const WITHOUT_GRAPHQL_CLIENTS = `import { createClient, idempotencyExchange, type Schema } from 'agent-trading-client';
    export const read = (url: string, credential: { apiKey: string; signingSecret: string }): Promise<string> =>
      createClient({ url, credential })
        .queryOrThrow<Pick<Schema.Query, 'service'>>('{ service { version } }')
        .then(({ service }) => service.version);
    const input: Schema.ReserveBondInput = { amountStamps: 1, idempotencyKey: 'k' };
    const state: Schema.TradeState = 'EXECUTING';
    // @ts-expect-error no such state
    const wrong: Schema.TradeState = 'EXECUTED';
    export const all = [input, state, wrong, idempotencyExchange];`;
const EXAMPLES = `import { ApiError, createClient, createFileStore, isKnownError, isTransient, ServiceUnreachable } from 'agent-trading-client';
    declare const ats: ReturnType<typeof createClient>;
    declare const tradeKey: string, orderId: string;
    ${typedExamples().join('\n')}
    const trade = await ats.trades.create({ proposalKey: 'prp_1' });
    const price: number | undefined = trade.steps[0]?.priceStamps;
    // @ts-expect-error a step has no such field
    void trade.steps[0]?.price;
    // @ts-expect-error no such member of the input
    void ats.trades.create({ proposal: 'prp_1' });
    // @ts-expect-error the stepNo is required
    void ats.trades.publishContract({ tradeKey, summary: '', items: [] });
    const done = await ats.act({ operation: 'settleTrade', input: {} });
    const outcome: string | undefined = done.settlement?.outcome;
    for await (const { state } of ats.trades.updates({ tradeKey })) console.log(state, price, outcome);`;
const DOCUMENTS = `import { createClient } from 'agent-trading-client';
    interface Decoration<R, V> { __apiType?: (variables: V) => R }
    declare class TypedDocumentString<R, V> extends String implements Decoration<R, V> {
      __apiType?: NonNullable<Decoration<R, V>['__apiType']>;
      override toString(): string & Decoration<R, V>;
    }
    interface TypedDocumentNode<R, V> extends Decoration<R, V> { kind: 'Document'; definitions: readonly object[] }
    interface TadaDocumentNode<R, V> extends TypedDocumentNode<R, V> {
      __ensureTypesOfVariablesAndResultMatching?: (variables: V) => R;
    }
    declare const tada: TadaDocumentNode<{ f: boolean }, { g?: string }>;
    declare const text: TypedDocumentString<{ a: number }, { [key: string]: never }>;
    declare const node: TypedDocumentNode<{ b: string }, { c: number }>;
    declare const ats: ReturnType<typeof createClient>;
    const a: number = (await ats.queryOrThrow(text)).a;
    const b: string = (await ats.mutate(node, { c: 1 })).b;
    const d: boolean = (await ats.mutate<{ d: boolean }>('text', { input: {} })).d;
    const e: unknown = (await ats.query('text')).data['e'];
    const f: boolean = (await ats.query(tada)).data.f;
    // @ts-expect-error the variables are required
    void ats.query(node);
    // @ts-expect-error the variables are an object
    void ats.query('{ a }', 5);
    // @ts-expect-error a date is no document
    void ats.queryOrThrow(new Date());
    // @ts-expect-error a number is no document
    void ats.mutate(5);
    // @ts-expect-error an object is no document
    void ats.mutate({ text: '{ a }' });
    // @ts-expect-error c is a number
    void ats.query(node, { c: 'x' });
    console.log(a, b, d, e, f);`;
/** Programs of a stranger that the compiler must accept, by their files. They are compiled once. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'use.mts': WITHOUT_GRAPHQL_CLIENTS,
  'use.cts': WITHOUT_GRAPHQL_CLIENTS,
  'examples.mts': EXAMPLES,
  'documents.mts': DOCUMENTS,
};
let output: Promise<string> | undefined;

/** The errors of the files whose names begin so. */
async function typeErrors(file: string): Promise<string[]> {
  const lines = (await (output ??= compileAll())).split('\n');
  return lines.filter((line) => line !== '' && line.startsWith(file));
}

async function compileAll(): Promise<string> {
  mkdirSync(join(folder, 'node_modules', '@types'), { recursive: true });
  for (const name of ['@types/node', 'undici-types'])
    cpSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true });
  for (const [name, text] of Object.entries(PROGRAMS)) writeFileSync(join(folder, name), text);
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];
  const failing = `export const count: number = 'text';`;
  writeFileSync(join(folder, 'failing.mts'), failing);
  const compiled = run(folder, tsc, ...options, 'failing.mts', ...Object.keys(PROGRAMS));
  return compiled.catch((error: unknown) => String((error as { stdout?: unknown }).stdout));
}

it('should find the error of a program with a wrong type, and none in the types of the package', async () => {
  expect(await typeErrors('')).toEqual([expect.stringContaining('failing.mts(1,14): error TS2322')]);
});

// @spec CL3
it('should have types that compile without Apollo Client, urql or graphql-request, and know the schema', async () => {
  for (const file of ['use.mts', 'use.cts']) expect(await typeErrors(file)).toEqual([]);
});

// @spec CL7
it('should have functions and errors with types, as the examples of the README use them', async () => {
  expect(await typeErrors('examples.mts')).toEqual([]);
});

// @spec CL7
it('should read the types of the data and the variables from the documents of graphql-codegen', async () => {
  expect(await typeErrors('documents.mts')).toEqual([]);
});
