import { readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { locateEmbedded } from '../../src/adapters/postgres/embedded';
import { builtServer, type BuiltServer, type Ran, runCli, startCli } from '../../test/support/built';
import { freshDatabase } from '../../test/support/database';
import { Connection } from '../../test/support/ledger';
import { until } from '../../test/support/service';

let server: BuiltServer;
beforeAll(async () => {
  server = await builtServer();
}, 120_000);
afterAll(async () => {
  await server.kill('SIGTERM');
  rmSync(server.env['ATS_DATA_DIR'] ?? '', { recursive: true, force: true });
});

const demo = (...args: string[]): Promise<Ran> => runCli(['demo', ...args], server.env);

const BALANCES =
  /^ {6}(Lingua Works|Northwind Press) +wallet ([\d,]+), tickets ([\d,]+), bond available ([\d,]+), bond reserved ([\d,]+)$/gm;

/** All printed balances: name, wallet, tickets, bond available, bond reserved. */
const balances = (stdout: string): string[][] =>
  [...stdout.matchAll(BALANCES)].map(([, name = '', ...amounts]) => [name, ...amounts]);

const lastBalances = (stdout: string): string[][] => balances(stdout).slice(-2);

const FINAL_BALANCES = [
  ['Lingua Works', '600', '1,050', '0', '0'],
  ['Northwind Press', '7,500', '1,636', '180', '0'],
];

/** Events that both parties received, each on its own socket. */
const received = (stdout: string): string[] =>
  [...stdout.matchAll(/both receive +(\S+)/g)].map(([, type = '']) => type);

const STEP_EVENTS = ['trade.step_activated', 'trade.contract_published', 'trade.checkpoint_submitted'];
const EVENTS = [
  ...['proposal.created', 'proposal.countered', 'proposal.accepted', 'trade.created'],
  ...[...STEP_EVENTS, ...STEP_EVENTS, 'trade.completed'],
  ...['proposal.created', 'proposal.accepted', 'trade.created', 'trade.step_activated', 'trade.failed'],
];

test('should play a completed trade and a withdrawn trade, then audit', async () => {
  const { code, stdout } = await demo();
  expect(code).toBe(0);
  expect(received(stdout)).toEqual(EVENTS);
  expect(stdout).toContain('Lingua Works     received 840, bond back 168: +840 in all');
  expect(stdout).toContain('Northwind Press  paid 840, fees 9, bond back 168: -849 in all');
  expect(stdout).toContain('Lingua Works     bond slashed 180: -180 in all');
  expect(stdout).toContain('Northwind Press  compensation 180, fees 5, bond back 180: +175 in all');
  expect(lastBalances(stdout)).toEqual(FINAL_BALANCES);
  expect(stdout).toMatch(/The books balance: \d+ checks, no findings\.\n$/);
}, 120_000);

test('humans sign in, fund their principals, withdraw earnings and sign out; their agents keep working', async () => {
  const { code, stdout } = await demo('--run-id', 'people');
  expect(code).toBe(0);
  expect(stdout).toContain(
    'Ada              signs in; the session check says: local people-ada, owns no principal yet\n',
  );
  expect(stdout).toContain(
    'Ben              signs in; the session check says: local people-ben, owns no principal yet\n',
  );
  expect(balances(stdout).slice(0, 4)).toEqual([
    ['Lingua Works', '1,000', '0', '0', '0'],
    ['Northwind Press', '10,000', '0', '0', '0'],
    ['Lingua Works', '0', '1,000', '0', '0'],
    ['Northwind Press', '7,500', '2,500', '0', '0'],
  ]);
  expect(balances(stdout).at(-2)).toEqual(['Lingua Works', '600', '1,050', '0', '0']);
  expect(stdout).toMatch(
    /Ada +signs out; the session check refuses the session\n +Lingua Works +reads its 1,050 tickets with its own credential/,
  );
  expect(stdout).toMatch(
    /Ben +signs out; the session check refuses the session\n +Northwind Press +reads its 1,636 tickets with its own credential/,
  );
  const db = await Connection.open(locateEmbedded(server.env['ATS_DATA_DIR'] ?? '') ?? '');
  const sessions = await db.sql<{ subject: string; ended_reason: string }>(
    `SELECT h.subject, s.ended_reason FROM refresh_session s JOIN human h USING (human_id)
     WHERE h.subject LIKE 'people-%' ORDER BY h.subject`,
  );
  await db.close();
  expect(sessions).toEqual([
    { subject: 'people-ada', ended_reason: 'signed_out' },
    { subject: 'people-ben', ended_reason: 'signed_out' },
  ]);
}, 120_000);

test('a killed demo continues under its run id and repeats nothing', async () => {
  const { child, ended } = await startCli(['demo', '--run-id', 'cut'], server.env);
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => void (output += chunk.toString('utf8')));
  await until(() => output.includes('trade.created'), 'the trade is created');
  child.kill('SIGKILL');
  const before = await ended;
  const again = await demo('--run-id', 'cut');
  expect(again.code).toBe(0);
  const keys = (text: string): string[] => text.match(/(prn|trd)_[0-9a-z]{26}/g) ?? [];
  expect(keys(again.stdout).slice(0, keys(before.stdout).length)).toEqual(keys(before.stdout));
  expect(received(again.stdout)).toEqual(EVENTS);
  expect(lastBalances(again.stdout)).toEqual(FINAL_BALANCES);
  const third = await demo('--run-id', 'cut');
  expect(third.code).toBe(0);
  expect(third.stdout).toContain('local cut-ada, owns a principal\n');
  expect(keys(third.stdout)).toEqual(keys(again.stdout));
  expect(lastBalances(third.stdout)).toEqual(FINAL_BALANCES);
}, 120_000);

test.each([
  ['signin', 'Ada              signs in'],
  ['restart', 'proposal.countered'],
])(
  'the demo waits for a server that is killed and started again: %s',
  async (runId, text) => {
    const { child, ended } = await startCli(['demo', '--run-id', runId], server.env);
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => void (output += chunk.toString('utf8')));
    await until(() => output.includes(text), text);
    await server.kill('SIGKILL');
    server = await builtServer(server.env);
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    expect(received(stdout)).toEqual(EVENTS);
    expect(lastBalances(stdout)).toEqual(FINAL_BALANCES);
  },
  120_000,
);

test('with a console’s credential the demo needs no database, and --save writes files for the owner only', async () => {
  const folder = join(server.env['ATS_DATA_DIR'] ?? '', 'saved');
  const created = await runCli(['platform-credential', 'create', '--role', 'console', '--json'], server.env);
  const { code, stdout } = await runCli(
    ['demo', '--url', server.url, '--console-credential', '-', '--save', folder],
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' },
    created.stdout,
  );
  expect(code).toBe(0);
  expect(stdout).toMatch(/runs on the machine with the database: ats audit\n$/);
  const file = join(folder, 'lingua-works.json');
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(stdout).not.toContain((JSON.parse(readFileSync(file, 'utf8')) as { signing_secret: string }).signing_secret);
  const response = await runCli(
    ['request', '-c', file, '{ principal { displayName ticketBalanceStamps } }'],
    server.env,
  );
  expect(JSON.parse(response.stdout)).toEqual({
    data: { principal: { displayName: 'Lingua Works', ticketBalanceStamps: 1050 } },
  });
}, 120_000);

/** A discovery document of an identity provider on another machine. */
async function startRemoteProvider(): Promise<{ readonly issuer: string; stop(): void }> {
  const provider = createServer((_, response) => {
    const remote = 'https://people.example';
    response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        issuer,
        authorization_endpoint: `${remote}/authorize`,
        token_endpoint: `${remote}/token`,
        jwks_uri: `${remote}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      }),
    );
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${String((provider.address() as AddressInfo).port)}`;
  return { issuer, stop: () => void provider.close() };
}

test('with another identity provider the demo acts for named humans, also when it is repeated', async () => {
  const provider = await startRemoteProvider();
  const database = await freshDatabase();
  const remoteServer = await builtServer({
    DATABASE_URL: database.ownerUrl,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'service',
    OIDC_CLIENT_SECRET: 'a secret for one test',
  });
  try {
    for (const run of ['first', 'second']) {
      const { code, stdout } = await runCli(['demo', '--run-id', 'named'], remoteServer.env);
      expect({ run, code }).toEqual({ run, code: 0 });
      expect(stdout).toContain(
        '      the demo cannot sign in at this provider: the console acts for Ada (named-ada) and Ben (named-ben)\n',
      );
      expect(stdout).not.toMatch(/signs (in|out)/);
      expect(received(stdout)).toEqual(EVENTS);
      expect(lastBalances(stdout)).toEqual(FINAL_BALANCES);
    }
  } finally {
    await remoteServer.kill('SIGTERM');
    provider.stop();
    await database.drop();
    rmSync(remoteServer.env['ATS_DATA_DIR'] ?? '', { recursive: true, force: true });
  }
}, 120_000);

test('without a server the demo exits with 1 and one line, and creates no database', async () => {
  const { code, stdout, stderr } = await demo('--url', 'http://127.0.0.1:2');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe(
    'ats: nothing answers at http://127.0.0.1:2: start the service (npm start or npx ats sandbox), or set its address with --url or PORT\n',
  );
});

test('should explain that the server uses another database', async () => {
  const other = `${server.env['ATS_DATA_DIR'] ?? ''}-other`;
  const { code, stderr } = await runCli(['demo'], { ...server.env, ATS_DATA_DIR: other });
  rmSync(other, { recursive: true, force: true });
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('uses another database') as string });
}, 120_000);

test.each([['--run-id', 'Not One'], ['--url', 'nowhere'], ['superfluous']])(
  'wrong usage exits with 2: %j %j',
  async (...args) => {
    expect(await demo(...args)).toMatchObject({ code: 2, stdout: '' });
  },
);
