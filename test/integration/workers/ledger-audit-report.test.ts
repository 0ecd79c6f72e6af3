import { checks } from '../../../src/ledger/audit';
import type { Database } from '../../../src/database/transactions/database';
import { ledgerAudit } from '../../../src/workers/ledger/audit';
import { startTestApp, type TestApp } from '../../support/app';
import { body, restAs } from '../../support/rest';
import { openStore, readableLog, until } from '../../support/service';
import { buyTickets, createParty, type Party } from '../../support/actors';
import { refusal } from '../../support/exchange';

/** The last audit of a worker, as operators read it. */

let app: TestApp;
let store: Database;
let party: Party;

beforeAll(async () => {
  app = await startTestApp();
  store = await openStore(app.ownerUrl, app.clock);
  party = await createParty(app, 'audited');
  await buyTickets(party);
  await until(async () => (await app.sql('SELECT FROM event WHERE sequence IS NULL')).length === 0, 'numbered events');
});
afterAll(async () => {
  await store.close();
  await app.stop();
});

interface Report {
  readonly auditedAt: string | null;
  readonly isWhole: boolean;
  readonly checks: readonly {
    readonly check: string;
    readonly title: string;
    readonly findings: number;
    readonly examples: readonly string[];
    readonly remedy: string;
  }[];
}

const QUERY = '{ ledgerAudit { auditedAt isWhole checks { check title findings examples remedy } } }';
const read = async (): Promise<Report> => (await app.operator.queryOrThrow<{ ledgerAudit: Report }>(QUERY)).ledgerAudit;

/** Runs an audit an hour after the last one. */
async function audit(): Promise<void> {
  app.clock.advance(3_700);
  const task = ledgerAudit(store, 'report', readableLog());
  for (let round = 0; round <= 5; round += 1) await task.run();
}

// @spec LE12
test('should say before the first audit that there is none, and start none', async () => {
  expect(await read()).toEqual({ auditedAt: null, isWhole: false, checks: [] });
  expect(await app.sql('SELECT FROM ledger_audit')).toEqual([]);
});

// @spec LE11
test('An operator reads when the last audit ended, which checks ran, and that they found nothing', async () => {
  await audit();
  const report = await read();
  const ids = [...new Set(checks.map(({ id }) => id))];
  expect(report.checks.map(({ check }) => check)).toEqual(ids);
  expect(report.checks.filter(({ findings, examples }) => findings > 0 || examples.length > 0)).toEqual([]);
  expect(report.isWhole).toBe(true);
  const [row] = await app.sql<{ at: Date }>('SELECT audited_at AS at FROM ledger_audit');
  expect(report.auditedAt).toBe(row?.at.toISOString());
  const i4 = report.checks.find(({ check }) => check === 'I4');
  for (const { id, title } of checks) if (id === 'I4') expect(i4?.title).toContain(title);
});

// @spec LE11
test('An operator reads the number of findings of a check, the first of them, and what to do', async () => {
  await app.sql(`UPDATE event_head SET sequence = sequence + 1`);
  await audit();
  const { checks: ran } = await read();
  const broken = ran.filter(({ findings }) => findings > 0);
  expect(broken).toEqual([
    {
      check: 'E1',
      title: "each principal's events are numbered from 1 without a gap",
      findings: 1,
      examples: [expect.stringContaining('its head says')],
      remedy: expect.stringContaining('npx ats audit') as string,
    },
  ]);
  const operator = restAs(app, { credential: app.operatorCredential });
  const data = body<{ audited_at: string; is_whole: boolean; checks: object[] }>(await operator.get('/ledger/audit'));
  expect(data.checks).toEqual(ran);
  expect(data.audited_at).toBe((await read()).auditedAt);
});

test('should show the first five of many findings, and no findings after the repair', async () => {
  const findings = (view: string) => app.sql(`CREATE OR REPLACE VIEW audit_e1_sequence AS ${view}`);
  const [definition] = await app.sql<{ text: string }>(`SELECT pg_get_viewdef('audit_e1_sequence') AS text`);
  await findings(`SELECT repeat('x', 600) || n AS detail FROM generate_series(1, 2000) n`);
  await audit();
  const e1 = (await read()).checks.find(({ check }) => check === 'E1');
  expect(e1).toMatchObject({ findings: 1_000 });
  expect(e1?.examples.map((example) => example.length)).toEqual([500, 500, 500, 500, 500]);
  await findings(definition?.text ?? '');
  await app.sql(`UPDATE event_head SET sequence = sequence - 1`);
  await audit();
  expect((await read()).checks.filter(({ findings: count }) => count > 0)).toEqual([]);
});

test('should show the counts without examples after an audit by a worker of the previous release', async () => {
  await app.sql(`SELECT ledger_record_audit('{"E1": 3, "Z1": 1}', now())`);
  const { isWhole, checks: ran } = await read();
  expect(isWhole).toBe(false);
  expect(ran).toMatchObject([
    { check: 'E1', findings: 3, examples: [] },
    { check: 'Z1', title: 'a check of another release', findings: 1, examples: [] },
  ]);
});

test('should be refused to an agent as other reads of operators are', async () => {
  await refusal(party.api.queryOrThrow(QUERY), 'platform_only');
});
