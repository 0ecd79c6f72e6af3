import { bondAvailable, platformFee, tickets } from '../../../src/domain/ledger/accounts';
import { sealJournals } from '../../../src/ledger/proofs/seals';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { balance, buy, Connection, journal, newId, postJournal, refusal } from '../../support/ledger';

let database: TestDatabase;
let app: Connection;
let owner: Connection;
const principal = newId();
const other = newId();

// Handles in the hostile statements: accounts T (tickets, entries 1 to 3), B (bond), F (fees); posting P and
// journal J of T's last entry. All three journals are in block 1.
const handles: Record<string, string> = {};

beforeAll(async () => {
  database = await freshDatabase();
  app = await Connection.open(database.url);
  owner = await Connection.open(database.ownerUrl);
  await buy(app, principal, 100n);
  const bond = { debit: tickets(principal), credit: bondAvailable(principal), amount: 10n };
  await postJournal(app, journal('bond_reserve', [bond]), new Date());
  const fee = journal('listing_fee', [{ debit: tickets(principal), credit: platformFee, amount: 5n }]);
  await postJournal(app, fee, new Date());
  await sealJournals(app, 10);
  const accounts = await owner.sql<{ kind: string; account_id: bigint }>('SELECT kind, account_id FROM ledger_account');
  const id = (kind: string) => String(accounts.find((one) => one.kind === kind)?.account_id);
  const [last] = await owner.sql<{ posting_id: bigint }>(
    'SELECT posting_id FROM ledger_posting WHERE journal_id = $1',
    fee.journalId,
  );
  Object.assign(handles, {
    T: id('ticket'),
    B: id('bond_available'),
    F: id('platform_fee'),
    P: String(last?.posting_id),
    J: `'${fee.journalId}'`,
  });
});
afterAll(async () => {
  await app.close();
  await owner.close();
  await database.drop();
});

/** As the owner, in a transaction that reaches COMMIT: how PostgreSQL refuses. */
async function asOwner(statement: string): Promise<string> {
  const sql = statement.replace(/\{([TBFPJ])\}/g, (_, name: string) => handles[name] ?? '');
  try {
    return await refusal(
      owner
        .sql('BEGIN')
        .then(() => owner.sql(sql))
        .then(() => owner.sql('COMMIT')),
    );
  } finally {
    await owner.sql('ROLLBACK');
  }
}

const uuid = `'${other}'`;
const hash = `'\\x${'00'.repeat(32)}'`;
const account = (columns: string, values: string) => `INSERT INTO ledger_account (${columns}) VALUES (${values})`;
const line = (values: string) =>
  `INSERT INTO ledger_posting (journal_id, line_no, debit_account_id, credit_account_id, amount) VALUES (${values})`;
const journalRow = (values: string) =>
  `INSERT INTO ledger_journal (journal_id, idem_key, request_hash, kind, trade_id, created_at, canonical_sha256) VALUES (${values})`;
const entry = (values: string) =>
  `INSERT INTO ledger_entry (account_id, seq, posting_id, principal_id, amount, balance_before, balance_after) VALUES (${values})`;
const block = (values: string) =>
  `INSERT INTO ledger_block (height, previous, merkle_root, journals, hash, sealed_at) VALUES (${values}, now())`;
const zeros = `decode(repeat('00', 32), 'hex')`;
const first = '(SELECT hash FROM ledger_block WHERE height = 1)';
const sealed = (values: string) => `INSERT INTO ledger_sealed (height, leaf_no, journal_id) VALUES (${values})`;
const oneMore = journalRow(`${uuid}, 'x', ${hash}, 'listing_fee', NULL, now(), ${hash}`);
const unfolded = (values: string) => `INSERT INTO ledger_deferred (posting_id, account_id, amount) VALUES (${values})`;

/** One attack on every constraint: [SQLSTATE, constraint, statement]. */
const attacks: readonly (readonly [string, string, string])[] = [
  [
    '23505',
    'ledger_account_pkey',
    `INSERT INTO ledger_account (account_id, kind, mode, human_id) OVERRIDING SYSTEM VALUE VALUES ({T}, 'wallet', 'sync', ${uuid})`,
  ],
  ['23505', 'ledger_account_one_per_owner', account('kind, mode', `'platform_fee', 'deferred'`)],
  ['23514', 'ledger_account_kind', account('kind, mode', `'gold', 'sync'`)],
  ['23514', 'ledger_account_mode', account('kind, mode', `'platform_fee', 'sync'`)],
  ['23514', 'ledger_account_principal', account('kind, mode', `'ticket', 'sync'`)],
  [
    '23514',
    'ledger_account_human',
    account('kind, mode, principal_id, human_id', `'ticket', 'sync', ${uuid}, ${uuid}`),
  ],
  ['23514', 'ledger_account_trade', account('kind, mode, principal_id', `'trade_bond', 'sync', ${uuid}`)],
  [
    '23514',
    'ledger_account_step',
    account('kind, mode, principal_id, trade_id, step_no', `'trade_escrow', 'sync', ${uuid}, ${uuid}, 0`),
  ],

  ['23505', 'ledger_balance_pkey', 'INSERT INTO ledger_balance (account_id, balance) VALUES ({T}, 0)'],
  ['23503', 'ledger_balance_account', 'INSERT INTO ledger_balance (account_id, balance) VALUES (99999, 0)'],
  ['23514', 'no_overdraft', 'UPDATE ledger_balance SET balance = -1 WHERE account_id = {T}'],
  ['23514', 'ledger_balance_ceiling', 'UPDATE ledger_balance SET balance = 9007199254740992 WHERE account_id = {T}'],
  ['23514', 'ledger_balance_starts_at_zero', 'UPDATE ledger_balance SET entry_seq = NULL WHERE account_id = {T}'],
  ['23503', 'ledger_balance_is_an_entry', 'UPDATE ledger_balance SET balance = balance + 1 WHERE account_id = {T}'],

  ['23505', 'ledger_journal_pkey', journalRow(`{J}, 'x', ${hash}, 'listing_fee', NULL, now(), ${hash}`)],
  [
    '23505',
    'ledger_journal_idem_key',
    `INSERT INTO ledger_journal SELECT ${uuid}, idem_key, request_hash, kind, trade_id, created_at, canonical_sha256 FROM ledger_journal WHERE journal_id = {J}`,
  ],
  ['23514', 'ledger_journal_kind', journalRow(`${uuid}, 'x', ${hash}, 'gift', NULL, now(), ${hash}`)],
  ['23514', 'ledger_journal_idem_key_length', journalRow(`${uuid}, '', ${hash}, 'listing_fee', NULL, now(), ${hash}`)],
  ['23514', 'ledger_journal_hash_length', journalRow(`${uuid}, 'x', ${hash}, 'listing_fee', NULL, now(), '\\x00'`)],
  ['23514', 'ledger_journal_trade', journalRow(`${uuid}, 'x', ${hash}, 'settlement', NULL, now(), ${hash}`)],

  [
    '23505',
    'ledger_posting_pkey',
    `INSERT INTO ledger_posting OVERRIDING SYSTEM VALUE VALUES ({P}, {J}, 9, {T}, {B}, 1)`,
  ],
  ['23505', 'ledger_posting_line', line('{J}, 1, {T}, {B}, 1')],
  ['23503', 'ledger_posting_journal', line(`${uuid}, 1, {T}, {B}, 1`)],
  ['23503', 'ledger_posting_debit', line('{J}, 2, 99999, {B}, 1')],
  ['23503', 'ledger_posting_credit', line('{J}, 2, {T}, 99999, 1')],
  ['23514', 'ledger_posting_amount', line('{J}, 2, {T}, {B}, 0')],
  ['23514', 'ledger_posting_two_accounts', line('{J}, 2, {T}, {T}, 1')],
  ['23514', 'ledger_posting_line_range', line('{J}, 32768, {T}, {B}, 1')],

  ['23505', 'ledger_entry_pkey', entry('{T}, 3, {P}, NULL, 1, 84, 85')],
  ['23505', 'ledger_entry_once', entry(`{T}, 4, {P}, '${principal}', 1, 85, 86`)],
  ['23503', 'ledger_entry_account', entry('99999, 1, {P}, NULL, 1, 0, 1')],
  ['23503', 'ledger_entry_posting', entry(`{T}, 4, 99999, NULL, 1, 85, 86`)],
  ['23503', 'ledger_entry_chain', entry('{T}, 4, {P}, NULL, 1, 86, 87')],
  ['23503', 'ledger_entry_chain', entry('{T}, 5, {P}, NULL, 1, 85, 86')],
  ['23514', 'ledger_entry_sum', entry('{T}, 4, {P}, NULL, 1, 85, 87')],
  ['23514', 'ledger_entry_first', entry('{F}, 1, {P}, NULL, 1, 1, 2')],
  ['23514', 'ledger_entry_first', entry('{F}, 0, {P}, NULL, 1, 0, 1')],
  ['23514', 'ledger_entry_amount', entry('{T}, 4, {P}, NULL, 0, 85, 85')],
  ['23514', 'no_overdraft', entry(`{T}, 4, {P}, ${uuid}, -86, 85, -1`)],

  ['23505', 'ledger_deferred_pkey', unfolded('{P}, {F}, 1')],
  ['23503', 'ledger_deferred_posting', unfolded('99999, {F}, 1')],
  ['23503', 'ledger_deferred_account', unfolded('{P}, 99999, 1')],
  ['23514', 'ledger_deferred_amount', unfolded('{P}, {T}, 0')],

  ['23505', 'ledger_halt_pkey', `INSERT INTO ledger_halt (reason) VALUES ('a'), ('b')`],
  ['23514', 'ledger_halt_one', `INSERT INTO ledger_halt (one, reason) VALUES (false, 'a')`],

  ['23505', 'ledger_unsealed_pkey', `INSERT INTO ledger_unsealed VALUES (${uuid}), (${uuid})`],
  ['23505', 'ledger_block_pkey', block(`1, ${zeros}, ${zeros}, 1, ${hash}`)],
  ['23505', 'ledger_block_hash', block(`2, ${first}, ${zeros}, 1, ${first}`)],
  ['23503', 'ledger_block_chain', block(`2, ${zeros}, ${zeros}, 1, ${hash}`)],
  ['23503', 'ledger_block_chain', block(`3, ${first}, ${zeros}, 1, ${hash}`)],
  ['23514', 'ledger_block_first', block(`0, ${zeros}, ${zeros}, 1, ${hash}`)],
  ['23514', 'ledger_block_hash_length', block(`2, ${first}, '\\x00', 1, ${hash}`)],
  ['23514', 'ledger_block_not_empty', block(`2, ${first}, ${zeros}, 0, ${hash}`)],
  ['23505', 'ledger_sealed_pkey', `${oneMore}; ${sealed(`1, 1, ${uuid}`)}`],
  ['23505', 'ledger_sealed_once', sealed('1, 4, {J}')],
  ['23503', 'ledger_sealed_block', `${oneMore}; ${sealed(`2, 1, ${uuid}`)}`],
  ['23503', 'ledger_sealed_journal', sealed(`1, 4, ${uuid}`)],
  ['23514', 'ledger_sealed_leaf_no', `${oneMore}; ${sealed(`1, 0, ${uuid}`)}`],
  [
    '23505',
    'ledger_checkpoint_pkey',
    `SELECT ledger_record_checkpoint(true, 1, ${hash}, 3, '{}', now()); INSERT INTO ledger_checkpoint OVERRIDING SYSTEM VALUE
     SELECT * FROM ledger_checkpoint`,
  ],
  ['23505', 'ledger_audit_pkey', `INSERT INTO ledger_audit (findings, audited_at) VALUES ('{}', now()), ('{}', now())`],
  ['23514', 'ledger_audit_one', `INSERT INTO ledger_audit (one, findings, audited_at) VALUES (false, '{}', now())`],
  ['23505', 'ledger_guard_pkey', 'INSERT INTO ledger_guard (violations, looked_at) VALUES (0, now()), (1, now())'],
  ['23514', 'ledger_guard_one', 'INSERT INTO ledger_guard (one, violations, looked_at) VALUES (false, 0, now())'],
];

test.each(attacks)('%s %s refuses even the owner', async (code, constraint, statement) => {
  expect(await asOwner(statement)).toBe(`${code} ${constraint}`);
});

test('every constraint of the ledger is attacked above, and every CHECK says why it is there', async () => {
  const constraints = await owner.sql<{ name: string; type: string; comment: string | null }>(
    `SELECT conname AS name, contype AS type, obj_description(oid, 'pg_constraint') AS comment
     FROM pg_constraint WHERE conrelid::regclass::text LIKE 'ledger\\_%' AND contype IN ('c', 'f', 'p', 'u')`,
  );
  const attacked = new Set(attacks.map(([, name]) => name));
  // Holds whenever the primary key does: it is there for the chain to refer to.
  attacked.add('ledger_entry_running_balance').add('ledger_block_link');
  expect(constraints.map(({ name }) => name).filter((name) => !attacked.has(name))).toEqual([]);
  expect(constraints.filter(({ type, comment }) => type === 'c' && comment === null)).toEqual([]);
  expect(constraints.length).toBeGreaterThan(40);
});

// @spec LE6
describe.each([
  ['ledger_account', 'kind'],
  ['ledger_journal', 'kind'],
  ['ledger_posting', 'amount'],
  ['ledger_entry', 'amount'],
  ['ledger_block', 'journals'],
  ['ledger_sealed', 'leaf_no'],
  ['ledger_checkpoint', 'whole'],
])('%s is append-only', (table, column) => {
  test.each([`UPDATE ${table} SET ${column} = ${column}`, `DELETE FROM ${table}`, `TRUNCATE ${table} CASCADE`])(
    '%s: AT003',
    async (statement) => {
      expect(await asOwner(statement)).toBe('AT003');
    },
  );
});

describe('tampering that goes round the triggers is refused by the chain', () => {
  const disabled = 'ALTER TABLE ledger_entry DISABLE TRIGGER ledger_entry_append_only';

  test.each([
    [
      'an old entry',
      'UPDATE ledger_entry SET amount = amount + 1, balance_after = balance_after + 1 WHERE account_id = {T} AND seq = 1',
      'ledger_entry_chain',
    ],
    [
      'the last entry',
      'UPDATE ledger_entry SET amount = amount + 1, balance_after = balance_after + 1 WHERE account_id = {T} AND seq = 3',
      'ledger_balance_is_an_entry',
    ],
    ['an entry taken out', 'DELETE FROM ledger_entry WHERE account_id = {T} AND seq = 2', 'ledger_entry_chain'],
    [
      'the last entry taken out',
      'DELETE FROM ledger_entry WHERE account_id = {T} AND seq = 3',
      'ledger_balance_is_an_entry',
    ],
  ])('%s', async (_, statement, constraint) => {
    expect(await asOwner(`${disabled}; ${statement}`)).toBe(`23503 ${constraint}`);
  });

  test('a balance changed is refused at COMMIT, not before', async () => {
    await owner.sql('BEGIN');
    await owner.sql(`UPDATE ledger_balance SET balance = balance - 1 WHERE account_id = ${handles['T'] ?? ''}`);
    expect(await refusal(owner.sql('COMMIT'))).toBe('23503 ledger_balance_is_an_entry');
    expect(await balance(app, tickets(principal))).toBe(85n);
  });
});
