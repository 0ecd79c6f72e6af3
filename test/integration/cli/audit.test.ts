import { verifyLedgerProof } from '../../../src/client';
import { keyOf } from '../../../src/domain/keys';
import { buyTickets, createParty, until } from '../../support/actors';
import { useTestApp } from '../../support/app';
import { type Ran, runCli } from '../../support/built';

const app = useTestApp();
beforeAll(async () => {
  await buyTickets(await createParty(app, 'Buyer'));
}, 120_000);

const audit = (...args: string[]): Promise<Ran> =>
  runCli(['audit', ...args], { DATABASE_URL: app.ownerUrl, ATS_DATA_DIR: app.dataDir });

interface AuditReport {
  readonly clean: boolean;
  readonly checks: readonly { readonly id: string; readonly title: string; readonly findings: readonly string[] }[];
}

/**
 * Runs `work` on a withDamage ledger. It leaves the platform's accounts alone, because a worker may add their first entry
 * meanwhile.
 */
async function withDamage(work: () => Promise<void>): Promise<void> {
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

// @spec LE8
test('a clean ledger exits with 0 and prints every check', async () => {
  const { code, stdout, stderr } = await audit();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = stdout.trimEnd().split('\n');
  expect(lines.at(-1)).toMatch(/^The books balance: \d+ checks, no findings\.$/);
  const ids = (
    'I1 I2 I3 I4 I5 I6 I7 I8 S1 S2 S3 T1 T2 T3 T4 T5 T6 E1 E2 E3 E4 E5 D1 D2 D3 D4 K1 K2 K3 C1 C2 C3 C4 ' +
    'F1 F2 F3 F4 F5 F6 A1 A2 A3 A4 A5 A6 A7 A8 A9 M1'
  ).split(' ');
  expect(lines.slice(0, -1).map((line) => line.slice(0, 10))).toEqual(
    expect.arrayContaining(ids.map((id) => `ok      ${id}`)),
  );
  expect(new Set(lines.slice(0, -1).map((line) => line.slice(8, 10)))).toEqual(new Set(ids));
}, 120_000);

test('--json prints one line', async () => {
  const { code, stdout } = await audit('--json');
  expect(stdout.trimEnd()).not.toContain('\n');
  const report = JSON.parse(stdout) as AuditReport;
  expect({ code, clean: report.clean }).toEqual({ code: 0, clean: true });
  expect(report.checks.length).toBeGreaterThan(8);
});

test('should exit with 1 for a check that cannot run only with --no-skips', async () => {
  const withoutStripe = (...args: string[]): Promise<Ran> =>
    runCli(['audit', ...args], { DATABASE_URL: app.ownerUrl, ATS_DATA_DIR: `${app.dataDir}/elsewhere` });
  const skipping = await withoutStripe();
  expect(skipping.code).toBe(0);
  expect(skipping.stdout).toMatch(/^skip {4}I7 /m);
  const strict = await withoutStripe('--no-skips');
  expect(strict.code).toBe(1);
  expect(strict.stderr).toBe('ats: these checks could not run: C4, I7\n');
  expect(strict.stdout).toBe(skipping.stdout);
  const json = await withoutStripe('--no-skips', '--json');
  expect([json.code, json.stderr]).toEqual([1, strict.stderr]);
  expect((JSON.parse(json.stdout) as AuditReport).clean).toBe(true);
  expect((await audit('--no-skips')).code).toBe(0);
}, 120_000);

// @spec LE8
test('a damaged ledger exits with 1 and prints the broken checks with their findings', async () => {
  await withDamage(async () => {
    const { code, stdout, stderr } = await audit();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^ats: the books do not balance: \d+ of \d+ checks broken, \d+ findings\n$/);
    expect(stdout).toMatch(/^BROKEN {2}I1 .*\n {12}balances \d+ \+ unfolded -?\d+ = \d+$/m);
    expect(stdout).toMatch(/^BROKEN {2}I2 /m);
    expect(stdout).toMatch(/^ok {6}I3 /m);
    const json = await audit('--json');
    const report = JSON.parse(json.stdout) as AuditReport;
    expect({ code: json.code, clean: report.clean }).toEqual({ code: 1, clean: false });
    expect(report.checks.filter(({ findings }) => findings.length > 0).map(({ id }) => id)).toEqual(
      expect.arrayContaining(['I1', 'I2', 'I4']),
    );
  });
  expect((await audit()).code).toBe(0);
});

describe('proofs of the ledger', () => {
  const head = async (): Promise<string> => {
    const { service } = await app.operator.queryOrThrow<{ service: { ledgerHead: string | null } }>(
      '{ service { ledgerHead } }',
    );
    return service.ledgerHead ?? '';
  };
  const transfer = async (): Promise<string> => {
    const [row] = await app.sql<{ journal_id: string }>('SELECT journal_id FROM ledger_journal LIMIT 1');
    return keyOf('xfr', row?.journal_id ?? '');
  };

  // @spec LE10
  test('the service shows its head, and a proof leads from a transfer to it', async () => {
    // The worker of the service seals the ledger.
    const savedHead = await until(head, (text) => /^[0-9a-f]{64}$/.test(text));
    const { code, stdout, stderr } = await audit('--prove', await transfer());
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(verifyLedgerProof(JSON.parse(stdout), savedHead)).toMatchObject({
      transferKey: await transfer(),
      kind: 'ticket_purchase',
      lines: [{ debit: 'stripe_clearing', amount: 10_000 }],
    });
  });

  test('a saved head is a block of the ledger, another hash is not', async () => {
    const saved = await audit('--head', await head());
    expect(saved.stdout).toContain('ok      S4');
    expect(saved.code).toBe(0);
    const other = await audit('--head', 'ab'.repeat(32));
    expect(other.code).toBe(1);
    expect(other.stdout).toMatch(/^BROKEN {2}S4 .*\n {12}no block has the hash abab/m);
  });

  test.each([
    [['--prove', 'xfr_nothing'], 1, /is not a transfer key/],
    [['--prove', keyOf('xfr', '01980f3e-0000-7000-8000-000000000001')], 1, /No transfer has this key/],
    [['--head', 'abc'], 2, /64 hex digits/],
    [['--whole', '--recent'], 2, /cannot be used with/],
    [['--prove', 'xfr_x', '--json'], 2, /cannot be used with/],
  ])('%s: %s', async (args, code, message) => {
    const ran = await audit(...args);
    expect(ran.stderr).toMatch(message);
    expect(ran.code).toBe(code);
  });
});

test('--recent checks from the last clean audit, --whole checks everything', async () => {
  expect((await audit('--whole')).stdout).not.toContain('Checked from block');
  const { code, stdout } = await audit('--recent');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Checked from block \d+; a clean audit proved the blocks before it\. --whole checks all\.$/m);
  const json = JSON.parse((await audit('--recent', '--json')).stdout) as object;
  expect(json).toMatchObject({ clean: true, whole: false, from_height: expect.any(Number) as number });
});

test('an empty database exits with 1 and one line', async () => {
  const url = new URL(app.ownerUrl);
  url.pathname = '/postgres';
  const { code, stderr } = await runCli(['audit'], { DATABASE_URL: url.href });
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^ats: the database is empty: start/) as string,
  });
});
