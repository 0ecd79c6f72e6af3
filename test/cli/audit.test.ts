import { buyTickets, createParty } from '../support/world';
import { startTestApp, type TestApp } from '../support/app';
import { type Ran, runCli } from '../support/built';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await buyTickets(await createParty(app, 'Buyer'));
}, 120_000);
afterAll(() => app.stop());

const audit = (...args: string[]): Promise<Ran> =>
  runCli(['audit', ...args], { DATABASE_URL: app.ownerUrl, ATS_DATA_DIR: app.dataDir });

interface Told {
  readonly clean: boolean;
  readonly checks: readonly { readonly id: string; readonly title: string; readonly findings: readonly string[] }[];
}

/**
 * Damage no rule of the database lets anybody do; undone afterwards. The platform's accounts are left alone: the fold may
 * give one its first entry in between, and what is damaged must be what is mended.
 */
async function damaged(work: () => Promise<void>): Promise<void> {
  const change = (by: number): Promise<unknown> =>
    app.sql(`SET session_replication_role = replica;
      UPDATE ledger_balance b SET balance = balance + ${String(by)} FROM ledger_account a
        WHERE a.account_id = b.account_id AND a.kind = 'ticket';
      SET session_replication_role = DEFAULT`);
  await change(1);
  try {
    await work();
  } finally {
    await change(-1);
  }
}

test('books in health: 0, every check with its result', async () => {
  const { code, stdout, stderr } = await audit();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = stdout.trimEnd().split('\n');
  expect(lines.at(-1)).toMatch(/^The books balance: \d+ checks, no findings\.$/);
  expect(new Set(lines.slice(0, -1).map((line) => line.slice(0, 10)))).toEqual(
    new Set(['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8'].map((id) => `ok      ${id}`)),
  );
}, 120_000);

test('--json is one line', async () => {
  const { code, stdout } = await audit('--json');
  expect(stdout.trimEnd()).not.toContain('\n');
  const told = JSON.parse(stdout) as Told;
  expect({ code, clean: told.clean }).toEqual({ code: 0, clean: true });
  expect(told.checks.length).toBeGreaterThan(8);
});

test('a planted damage: 1, the checks that broke and what they found', async () => {
  await damaged(async () => {
    const { code, stdout, stderr } = await audit();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^ats: the books do not balance: \d+ of \d+ checks broken, \d+ findings\n$/);
    expect(stdout).toMatch(/^BROKEN {2}I1 .*\n {12}balances \d+ \+ unfolded -?\d+ = \d+$/m);
    expect(stdout).toMatch(/^BROKEN {2}I2 /m);
    expect(stdout).toMatch(/^ok {6}I3 /m);
    const json = await audit('--json');
    const told = JSON.parse(json.stdout) as Told;
    expect({ code: json.code, clean: told.clean }).toEqual({ code: 1, clean: false });
    expect(told.checks.filter(({ findings }) => findings.length > 0).map(({ id }) => id)).toEqual(
      expect.arrayContaining(['I1', 'I2', 'I4']),
    );
  });
  expect((await audit()).code).toBe(0);
});

test('an empty database has no books to prove: 1 and one line', async () => {
  const url = new URL(app.ownerUrl);
  url.pathname = '/postgres';
  const { code, stderr } = await runCli(['audit'], { DATABASE_URL: url.href });
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^ats: the database is empty: start/) as string,
  });
});
