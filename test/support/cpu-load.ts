import { idOf } from '../../src/domain/keys';
import { startTestApp, type TestApp } from './app';
import { twoParties } from './trades';
import { startTrade } from './actors';

/** A database in which two principals have far more rows than the others; not a test. */

const ROWS = 12_000;
/** The oldest third belongs to `old`; `busy` has every other row of the rest. */
const PAST = ROWS / 3;
/** The number of principals that share the remaining rows. */
const OTHERS = 2_000;
interface Whose {
  readonly principalId: string;
  readonly agentId: string;
}

export interface Busy {
  readonly app: TestApp;
  readonly busy: Whose;
  readonly old: Whose;
  readonly credentialId: string;
}

/**
 * @param inOrder whether rows lie in the order of their ids; otherwise their order is random
 * @param options.settled whether the copied trades are settled; otherwise they are open
 */
export async function startBusy(inOrder: boolean, { settled = false } = {}): Promise<Busy> {
  const app = await startTestApp({ ATS_ROLE: 'api' });
  const { provider, consumer } = await twoParties(app);
  await startTrade(provider, consumer);
  const [busy, old] = [consumer, provider].map(({ principalKey, agentId }) => ({
    principalId: idOf('prn', principalKey) ?? '',
    agentId,
  })) as [Whose, Whose];
  const [credential] = await app.sql<{ credential_id: string }>(
    'SELECT credential_id FROM credential WHERE principal_id = $1',
    [busy.principalId],
  );
  const idOfCopy = (of: string): string =>
    inOrder
      ? `(lpad(to_hex(n), 12, '0') || right(md5('${of}' || n), 20))::uuid`
      : `(CASE WHEN n <= ${PAST} THEN '0' ELSE '1' END || right(md5('${of}' || n), 31))::uuid`;
  const ofWhom = (id: keyof Whose): string =>
    `CASE WHEN n <= ${PAST} THEN '${old[id]}' WHEN n % 2 = 0 THEN '${busy[id]}' ELSE md5('owner' || n % ${OTHERS})::uuid END`;
  const tables = copies(idOfCopy, ofWhom, settled);
  const rows = tables.map((copy) => copying(copy, ofWhom('principalId')));
  await app.sql(`BEGIN; SET LOCAL session_replication_role = replica; ${rows.join(';')}; COMMIT`);
  await app.sql('VACUUM ANALYZE');
  return { app, busy, old, credentialId: credential?.credential_id ?? '' };
}

/** A table, a template row, and SQL expressions over the row number `n` for the varying columns. */
interface Copies {
  readonly table: string;
  readonly like: string;
  readonly own: Readonly<Record<string, string>>;
  /** All columns except generated ones; undefined if no column is generated. */
  readonly columns?: string;
}

const ENTRY = 'account_id, seq, posting_id, principal_id, amount, balance_before, balance_after, kind';

const aRow = (table: string, where = 'true'): string => `(SELECT t FROM ${table} t WHERE ${where} LIMIT 1)`;

function copies(idOfCopy: (of: string) => string, ofWhom: (id: keyof Whose) => string, settled: boolean): Copies[] {
  const ended = settled ? { open: 'false', outcome: `'completed'`, settled_at: 'now()' } : {};
  const trade = { trade_id: idOfCopy('trade') };
  const proposal = { proposal_id: idOfCopy('proposal') };
  const journal = { journal_id: idOfCopy('journal') };
  const posting = { posting_id: 'n + 1000000' };
  return [
    { table: 'listing', like: aRow('listing'), own: { listing_id: idOfCopy('listing'), state: `'closed'` } },
    { table: 'proposal', like: aRow('proposal'), own: { ...proposal, trade_id: 'NULL' } },
    { table: 'proposal_participant', like: aRow('proposal_participant', 'revision_no = 1'), own: proposal },
    { table: 'trade', like: aRow('trade'), own: { ...trade, proposal_id: trade.trade_id } },
    { table: 'trade_participant', like: aRow('trade_participant'), own: { ...trade, ...ended } },
    {
      table: 'agent',
      like: aRow('agent'),
      own: {
        agent_id: idOfCopy('agent'),
        push_notifications: 'true',
        notification_url: `'https://agent.example/' || n`,
        event_types: `ARRAY['trade.created']`,
      },
    },
    {
      table: 'credential',
      like: aRow('credential', 'principal_id IS NOT NULL'),
      own: { credential_id: idOfCopy('credential'), api_key: `'copy-' || n`, revoked_at: 'now()' },
    },
    {
      table: 'event',
      like: aRow('event', `type = 'trade.created'`),
      own: { event_id: idOfCopy('event'), trade_id: 'NULL', sequence: 'n' },
    },
    {
      table: 'webhook_delivery',
      like: 'NULL::webhook_delivery',
      own: {
        delivery_id: idOfCopy('delivery'),
        event_id: idOfCopy('event'),
        agent_id: ofWhom('agentId'),
        sequence: 'n',
        state: `'delivered'`,
        tries: '0',
        attempts: '0',
        created_at: 'now()',
        ended_at: 'now()',
      },
    },
    { table: 'ledger_journal', like: aRow('ledger_journal'), own: { ...journal, idem_key: `'copy-' || n` } },
    { table: 'ledger_posting', like: aRow('ledger_posting'), own: { ...posting, ...journal, line_no: '1' } },
    {
      table: 'ledger_entry',
      like: aRow('ledger_entry'),
      own: { ...posting, seq: 'n + 1000' },
      columns: ENTRY,
    },
  ];
}

function copying({ table, like, own, columns }: Copies, principalId: string): string {
  const members = Object.entries({ principal_id: principalId, ...own }).map(([name, value]) => `'${name}', ${value}`);
  return `INSERT INTO ${table} ${columns === undefined ? '' : `(${columns})`} OVERRIDING SYSTEM VALUE
    SELECT ${columns ?? '*'} FROM (SELECT (jsonb_populate_record(${like}, jsonb_build_object(${members.join(', ')}))).*
    FROM generate_series(1, ${ROWS}) n) c`;
}
