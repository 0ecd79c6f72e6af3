import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { builtServer, type BuiltServer, type Ran, runCli, startCli } from '../support/built';
import { until } from '../support/service';

let server: BuiltServer;
beforeAll(async () => {
  server = await builtServer();
}, 120_000);
afterAll(async () => {
  await server.kill('SIGTERM');
  rmSync(server.env['ATS_DATA_DIR'] ?? '', { recursive: true, force: true });
});

const demo = (...args: string[]): Promise<Ran> => runCli(['demo', ...args], server.env);

/** The last table's rows: tickets, bond available, bond reserved of both, without what changed. */
function lastBalances(stdout: string): string[][] {
  const rows = [
    ...stdout.matchAll(
      /^ {6}(Lingua Works|Northwind Press) +([\d,]+)(?: \(\S+\))? +([\d,]+)(?: \(\S+\))? +([\d,]+)(?: \(\S+\))?$/gm,
    ),
  ];
  return rows.slice(-2).map(([, name = '', ...cells]) => [name, ...cells]);
}

const ENDED = [
  ['Lingua Works', '1,650', '0', '0'],
  ['Northwind Press', '9,136', '180', '0'],
];

/** Lines on which each heard an event over its own socket. */
const heard = (stdout: string): string[] => [...stdout.matchAll(/both heard +(\S+)/g)].map(([, type = '']) => type);

const STEP = ['trade.step_activated', 'trade.contract_published', 'trade.checkpoint_submitted'];
const HEARD = [
  ...['proposal.created', 'proposal.countered', 'proposal.accepted', 'trade.created'],
  ...[...STEP, ...STEP, 'trade.completed'],
  ...['proposal.created', 'proposal.accepted', 'trade.created', 'trade.step_activated', 'trade.failed'],
];

test('plays a trade that completes and one whose provider withdraws, and ends by the audit', async () => {
  const { code, stdout } = await demo();
  expect(code).toBe(0);
  expect(heard(stdout)).toEqual(HEARD);
  expect(stdout).toContain('Lingua Works     received 840, bond back 168: +840 in all');
  expect(stdout).toContain('Northwind Press  paid 840, fees 9, bond back 168: -849 in all');
  expect(stdout).toContain('Lingua Works     bond slashed 180: -180 in all');
  expect(stdout).toContain('Northwind Press  compensation 180, fees 5, bond back 180: +175 in all');
  expect(lastBalances(stdout)).toEqual(ENDED);
  expect(stdout).toMatch(/The books balance: \d+ checks, no findings\.\n$/);
}, 120_000);

test('cut short by a kill, it goes on under its run id, and plays nothing twice', async () => {
  const { child, ended } = await startCli(['demo', '--run-id', 'cut'], server.env);
  let said = '';
  child.stdout?.on('data', (chunk: Buffer) => void (said += chunk.toString('utf8')));
  await until(() => said.includes('trade.created'), 'the trade is created');
  child.kill('SIGKILL');
  const before = await ended;
  const again = await demo('--run-id', 'cut');
  expect(again.code).toBe(0);
  const keys = (text: string): string[] => text.match(/(prn|trd)_[0-9a-z]{26}/g) ?? [];
  expect(keys(again.stdout).slice(0, keys(before.stdout).length)).toEqual(keys(before.stdout));
  expect(heard(again.stdout)).toEqual(HEARD);
  expect(lastBalances(again.stdout)).toEqual(ENDED);
  const third = await demo('--run-id', 'cut');
  expect(third.code).toBe(0);
  expect(keys(third.stdout)).toEqual(keys(again.stdout));
  expect(lastBalances(third.stdout)).toEqual(ENDED);
}, 120_000);

test('a server that is killed and started again in the middle is waited for', async () => {
  const { child, ended } = await startCli(['demo', '--run-id', 'restart'], server.env);
  let said = '';
  child.stdout?.on('data', (chunk: Buffer) => void (said += chunk.toString('utf8')));
  await until(() => said.includes('proposal.countered'), 'the counter-offer is made');
  await server.kill('SIGKILL');
  server = await builtServer(server.env);
  const { code, stdout } = await ended;
  expect(code).toBe(0);
  expect(heard(stdout)).toEqual(HEARD);
  expect(lastBalances(stdout)).toEqual(ENDED);
}, 120_000);

test('with a console’s credential it needs no database, and keeps the parties’ credentials for their owner alone', async () => {
  const folder = join(server.env['ATS_DATA_DIR'] ?? '', 'saved');
  const created = await runCli(['platform-credential', 'create', '--role', 'console', '--json'], server.env);
  const { code, stdout } = await runCli(
    ['demo', '--url', server.url, '--console-credential', '-', '--save', folder],
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' },
    created.stdout,
  );
  expect(code).toBe(0);
  expect(stdout).toMatch(/is made where the database is: ats audit\n$/);
  const file = join(folder, 'lingua-works.json');
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(stdout).not.toContain((JSON.parse(readFileSync(file, 'utf8')) as { signing_secret: string }).signing_secret);
  const look = await runCli(['request', '-c', file, '{ principal { displayName ticketBalanceStamps } }'], server.env);
  expect(JSON.parse(look.stdout)).toEqual({
    data: { principal: { displayName: 'Lingua Works', ticketBalanceStamps: 1650 } },
  });
}, 120_000);

test('no server: 1, one line that says what to do, and no database is made for it', async () => {
  const { code, stdout, stderr } = await demo('--url', 'http://127.0.0.1:2');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe(
    'ats: nothing answers at http://127.0.0.1:2: start the service (npm start), or name where it is with --url or PORT\n',
  );
});

test('a server with another database is named as the reason', async () => {
  const other = `${server.env['ATS_DATA_DIR'] ?? ''}-other`;
  const { code, stderr } = await runCli(['demo'], { ...server.env, ATS_DATA_DIR: other });
  rmSync(other, { recursive: true, force: true });
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('uses another database') as string });
}, 120_000);

test.each([['--run-id', 'Not One'], ['--url', 'nowhere'], ['superfluous']])(
  'wrong usage is 2: %j %j',
  async (...args) => {
    expect(await demo(...args)).toMatchObject({ code: 2, stdout: '' });
  },
);
