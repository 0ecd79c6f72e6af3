import { createHash } from 'node:crypto';
import {
  accountName,
  bondAvailable,
  platformFee,
  tickets,
  tradeBond,
  tradeEscrow,
} from '../../../src/domain/ledger/accounts';
import { openConnection } from '../../../src/database/connection/connection';
import type { Db } from '../../../src/database/transactions/statement';
import { audit, checks } from '../../../src/ledger/audit';
import { foldDeferredPostings } from '../../../src/ledger/ledger';
import { journalJson } from '../../../src/database/sql/journal-json';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { buy, Connection, journal, newId, postJournal } from '../../support/ledger';

let database: TestDatabase;
let owner: Connection;
const [a, b, open, settled] = [newId(), newId(), newId(), newId()];
const at = new Date('2026-11-20T09:30:00.123Z');
// I6 and the checks of the service need whole trades, which the rows below are not: audit-settlement and audit-service have them.
const proofs = checks.filter(({ id }) => /^I[1-57-8]$/.test(id));

// The rows that the audit compares with the ledger. Only the CHECKs have seen them.
const NOUNS = `
  INSERT INTO trade (trade_id, proposal_id, state, coverage_threshold_bps, bond_bps, activation_fee_bps, idle_window_seconds,
    rebuttal_window_seconds, evaluation_window_seconds, policy_version, rule_version, created_at, settled_at)
  VALUES ('${open}', '${newId()}', 'executing', 1, 1, 1, 1, 1, 1, 'p', 'r', now(), NULL),
    ('${settled}', '${newId()}', 'compensated', 1, 1, 1, 1, 1, 1, 'p', 'r', now(), now());
  INSERT INTO trade_participant SELECT t, p, p, 20, t = '${open}' FROM unnest('{${open},${settled}}'::uuid[]) t, unnest('{${a},${b}}'::uuid[]) p;
  INSERT INTO trade_step (trade_id, step_no, title, provider_principal_id, provider_agent_id, consumer_principal_id, consumer_agent_id,
    price_stamps, contract_window_seconds, checkpoint_window_seconds, state, fee_stamps, activated_at, deadline_at)
  VALUES ('${open}', 1, 's', '${b}', '${b}', '${a}', '${a}', 300, 1, 1, 'active', 3, now(), now()),
    ('${open}', 2, 's', '${b}', '${b}', '${a}', '${a}', 400, 1, 1, 'pending', 0, NULL, NULL),
    ('${settled}', 1, 's', '${b}', '${b}', '${a}', '${a}', 300, 1, 1, 'failed', 3, now(), now());
  INSERT INTO settlement VALUES (${settlementOf(settled)});
  INSERT INTO settlement_party VALUES ('${settled}', '${a}', 0, 0, 0, 0, 0, 0), ('${settled}', '${b}', 0, 0, 0, 0, 0, 0);
  INSERT INTO event (event_id, principal_id, type, subject_key, trade_id, data, created_at) VALUES ${[
    eventOf(a, 'trade.failed'),
    eventOf(b, 'trade.failed'),
    eventOf(a, 'trade.created'),
  ].join()}`;

function settlementOf(trade: string): string {
  return `'${newId()}', '${trade}', 'compensated', 'F1', 'no_contract', 1, '${a}', 0, '[]', 'p', 'r', '', '', now()`;
}

function eventOf(principal: string, type: string): string {
  return `('${newId()}', '${principal}', '${type}', 'x', '${settled}', '{}', now())`;
}

const insertEndEvent = (principal: string): string =>
  `INSERT INTO event (event_id, principal_id, type, subject_key, trade_id, data, created_at) VALUES ${eventOf(principal, 'trade.failed')}`;

async function play(tradeId: string): Promise<void> {
  const bonds = [a, b].map((p) => ({ debit: tickets(p), credit: tradeBond(tradeId, p), amount: 20n }));
  await postJournal(owner, journal('trade_bond', bonds, { tradeId }), at);
  const lines = [
    { debit: tickets(a), credit: tradeEscrow(tradeId, 1, a), amount: 300n },
    { debit: tickets(a), credit: platformFee, amount: 3n },
  ];
  await postJournal(owner, journal('activation', lines, { tradeId }), at);
}

beforeAll(async () => {
  database = await freshDatabase();
  owner = await Connection.open(database.ownerUrl);
  await owner.sql(`SET session_replication_role = replica; ${NOUNS}; RESET session_replication_role`);
  for (const p of [a, b]) await buy(owner, p, 1000n);
  await play(open);
  await play(settled);
  await foldDeferredPostings(owner, 3);
  const back = [
    { debit: tradeEscrow(settled, 1, a), credit: tickets(a), amount: 300n },
    { debit: tradeBond(settled, a), credit: bondAvailable(a), amount: 20n },
    { debit: tradeBond(settled, b), credit: bondAvailable(b), amount: 20n },
  ];
  await postJournal(owner, journal('settlement', back, { tradeId: settled }), at);
});
afterAll(async () => {
  await owner.close();
  await database.drop();
});

test('in health there are no findings', async () => {
  expect(await audit(owner, proofs)).toEqual([]);
});

/** SQL of a purchase by A or by a human. The ledger’s own function posts it to the account. */
const purchaseTo = (credit: object, beneficiary: { principal?: string; human?: string }): string => {
  const lines = JSON.stringify([{ debit: { kind: 'stripe_clearing' }, credit, amount: 7 }]);
  const id = (text?: string): string => (text === undefined ? 'NULL' : `'${text}'`);
  return `INSERT INTO ticket_purchase (session_id, pack, tickets_stamps, price_minor, currency, principal_id, human_id, status, created_at, credited_at, livemode)
      VALUES ('cs_7', 'starter', 7, 1000, 'usd', ${id(beneficiary.principal)}, ${id(beneficiary.human)}, 'credited', now(), now(), false);
    SELECT ledger_post('${newId()}', 'stripe:session:cs_7', 'ticket_purchase', sha256(''), NULL, '${lines}', now())`;
};

const ticketOfA = `(SELECT account_id FROM ledger_account WHERE kind = 'ticket' AND principal_id = '${a}')`;
const lastOfA = `account_id = ${ticketOfA} AND seq = (SELECT max(seq) FROM ledger_entry WHERE account_id = ${ticketOfA})`;

/** Damage that a superuser may do without triggers and foreign keys. The named checks must find each. */
// @id ledger-audit-damage
test.each([
  [
    'a balance changed',
    `UPDATE ledger_balance SET balance = balance + 1 WHERE account_id = ${ticketOfA}`,
    ['I1', 'I2', 'I4'],
  ],
  [
    'a balance set back to an older entry',
    `UPDATE ledger_balance b SET entry_seq = 1, balance = e.balance_after FROM ledger_entry e
     WHERE b.account_id = ${ticketOfA} AND e.account_id = b.account_id AND e.seq = 1`,
    ['I1', 'I2', 'I4'],
  ],
  ['a balance row lost', `DELETE FROM ledger_balance WHERE account_id = ${ticketOfA}`, ['I1', 'I2', 'I4']],
  ['a floor taken away', `UPDATE ledger_balance SET floor_balance = NULL WHERE account_id = ${ticketOfA}`, ['I2']],
  [
    'an old entry changed',
    `UPDATE ledger_entry SET amount = amount + 1, balance_after = balance_after + 1 WHERE account_id = ${ticketOfA} AND seq = 1`,
    ['I3', 'I4'],
  ],
  ['an old entry taken out', `DELETE FROM ledger_entry WHERE account_id = ${ticketOfA} AND seq = 1`, ['I3', 'I4']],
  [
    'last entry and balance changed alike',
    `UPDATE ledger_entry SET amount = amount + 1, balance_after = balance_after + 1 WHERE ${lastOfA};
     UPDATE ledger_balance SET balance = balance + 1 WHERE account_id = ${ticketOfA}`,
    ['I1', 'I4'],
  ],
  ['an entry shown to another principal', `UPDATE ledger_entry SET principal_id = '${b}' WHERE ${lastOfA}`, ['I4']],
  ['an entry of another kind', `UPDATE ledger_entry SET kind = 'listing_fee' WHERE ${lastOfA}`, ['I4']],
  ['a waiting side lost', 'DELETE FROM ledger_deferred', ['I1', 'I4']],
  ['a posting changed', 'UPDATE ledger_posting SET amount = amount + 1 WHERE posting_id = 1', ['I4', 'I7']],
  [
    'a posting without entries',
    `INSERT INTO ledger_posting (journal_id, line_no, debit_account_id, credit_account_id, amount)
     SELECT journal_id, 99, debit_account_id, credit_account_id, 1 FROM ledger_posting WHERE posting_id = 1`,
    ['I4', 'I7'],
  ],
  ['a journal’s time changed', `UPDATE ledger_journal SET created_at = created_at + interval '1 millisecond'`, ['I4']],
  [
    'an account given to another',
    `UPDATE ledger_account SET principal_id = '${newId()}' WHERE account_id = ${ticketOfA}`,
    ['I4', 'I7'],
  ],
  ['a credit taken for open', `UPDATE ticket_purchase SET status = 'open', credited_at = NULL`, ['I7']],
  ['a credit of other tickets', 'UPDATE ticket_purchase SET tickets_stamps = tickets_stamps + 1', ['I7']],
  ['a credit without its purchase', 'DELETE FROM ticket_purchase', ['I7']],
  ['a purchase of someone else', `UPDATE ticket_purchase SET principal_id = '${newId()}'`, ['I7']],
  [
    'a purchase in the bond of whose tickets it is',
    purchaseTo({ kind: 'bond_available', principal_id: a }, { principal: a }),
    ['I7'],
  ],
  ['no purchase in its principal’s tickets', purchaseTo({ kind: 'ticket', principal_id: a }, { principal: a }), []],
  ['no purchase in its human’s wallet', purchaseTo({ kind: 'wallet', human_id: b }, { human: b }), []],
  [
    'a terminal trade that holds stamps',
    `UPDATE trade SET state = 'completed', settled_at = now() WHERE trade_id = '${open}'`,
    ['I5', 'I8'],
  ],
  [
    'an open trade without its bond',
    `UPDATE trade_participant SET bond_stamps = 21 WHERE trade_id = '${open}' AND principal_id = '${b}'`,
    ['I5'],
  ],
  ['an open trade without its escrow', `UPDATE trade_step SET activated_at = now() WHERE trade_id = '${open}'`, ['I5']],
  ['accounts of no trade', `DELETE FROM trade WHERE trade_id = '${open}'`, ['I5']],
  ['a settlement missing', 'DELETE FROM settlement', ['I8']],
  [
    'a settlement twice',
    `ALTER TABLE settlement DROP CONSTRAINT settlement_one_per_trade CASCADE; INSERT INTO settlement VALUES (${settlementOf(settled)})`,
    ['I8'],
  ],
  ['a settlement of an open trade', `INSERT INTO settlement VALUES (${settlementOf(open)})`, ['I8']],
  ['a participant without its record', `DELETE FROM settlement_party WHERE principal_id = '${b}'`, ['I8']],
  [
    'a participant without an event of the end',
    `DELETE FROM event WHERE principal_id = '${b}' AND trade_id IS NOT NULL`,
    ['I8'],
  ],
  ['a participant with two events of the end', `DROP INDEX event_one_terminal; ${insertEndEvent(b)}`, ['I8']],
  [
    'a participant with an event of the wrong end',
    `UPDATE event SET type = 'trade.completed' WHERE principal_id = '${b}' AND trade_id IS NOT NULL`,
    ['I8'],
  ],
  ['an event for a principal that is not a participant', insertEndEvent(newId()), ['I8']],
])('%s is found', async (_, damage, ids) => {
  await owner.sql('BEGIN; SET LOCAL session_replication_role = replica');
  try {
    await owner.sql(damage);
    const found: string[] = [];
    for (const check of proofs) found.push(...(await check.run(owner)).map(({ check: id }) => id));
    expect([...new Set(found)]).toEqual(ids);
  } finally {
    await owner.sql('ROLLBACK');
  }
});

test('an audit of more than one snapshot is refused', async () => {
  const second = await Connection.open(database.ownerUrl);
  try {
    let turn = 0;
    const pool = { query: <T>(statement: { text: string }) => (turn++ % 2 === 0 ? owner : second).query<T>(statement) };
    await expect(audit(pool)).rejects.toThrow('one snapshot');
    await owner.sql('ROLLBACK');
  } finally {
    await second.close();
  }
});

test('canonical_sha256 is over a length-prefixed encoding that anyone can make', async () => {
  const posted = journal('bond_reserve', [{ debit: tickets(a), credit: bondAvailable(a), amount: 12n }], {
    idemKey: 'schlüssel',
  });
  await postJournal(owner, posted, at);
  const lines = posted.lines.flatMap((line) => [
    accountName(line.debit),
    accountName(line.credit),
    String(line.amount),
  ]);
  const fields = ['ats-journal-v1', posted.journalId, posted.idemKey, posted.kind, '', String(at.getTime()), ...lines];
  const hash = createHash('sha256');
  for (const field of fields) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(Buffer.byteLength(field));
    hash.update(length).update(field);
  }
  const [row] = await owner.sql<{ canonical_sha256: Buffer; request_hash: Buffer }>(
    'SELECT canonical_sha256, request_hash FROM ledger_journal WHERE journal_id = $1',
    posted.journalId,
  );
  expect(row?.canonical_sha256.toString('hex')).toBe(hash.digest('hex'));
  expect(row?.request_hash.toString('hex')).toBe(journalJson(posted).request_hash);
});

test('an audit whose connection is lost fails with the error of the loss', async () => {
  const connection = await openConnection(database.ownerUrl);
  const losing = {
    id: 'X1',
    title: 'it loses its connection',
    run: async (db: Db): Promise<never[]> => {
      const [session] = await db.query<{ pid: number }>({ text: 'SELECT pg_backend_pid() AS pid' });
      const waiting = db.query<never>({ text: 'SELECT pg_sleep(60)' });
      await owner.sql('SELECT pg_terminate_backend($1)', session?.pid);
      return waiting;
    },
  };
  await expect(audit(connection, [losing])).rejects.toMatchObject({ code: '57P01' });
  await connection.close();
});
