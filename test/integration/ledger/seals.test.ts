import { verifyLedgerProof } from '../../../src/client';
import { bondAvailable, platformFee, tickets, wallet } from '../../../src/domain/ledger/accounts';
import { audit, checks, runAudit } from '../../../src/ledger/audit';
import { foldDeferredPostings } from '../../../src/ledger/ledger';
import { ledgerHead, proveTransfer, sealJournals } from '../../../src/ledger/proofs/seals';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { buy, Connection, journal, newId, postJournal } from '../../support/ledger';
import { blockHash, type ExportedJournal, journalHash, treeHash, ZEROS } from '../../support/independent-ledger';

let database: TestDatabase;
let app: Connection;
let second: Connection;
let owner: Connection;
const principal = newId();
const proofs = checks.filter(({ id }) => /^(I[1-47]|S)/.test(id));

beforeEach(async () => {
  database = await freshDatabase();
  app = await Connection.open(database.url);
  second = await Connection.open(database.url);
  owner = await Connection.open(database.ownerUrl);
});
afterEach(async () => {
  await Promise.all([app, second, owner].map((one) => one.close()));
  await database.drop();
});

const fee = (db: Connection, amount = 1n): Promise<string> =>
  postJournal(
    db,
    journal('listing_fee', [{ debit: tickets(principal), credit: platformFee, amount }]),
    new Date(),
  ).then(({ journalId }) => journalId);

interface Block {
  readonly height: bigint;
  readonly previous: Buffer;
  readonly merkle_root: Buffer;
  readonly journals: number;
  readonly hash: Buffer;
}

const blocks = (): Promise<Block[]> =>
  owner.sql<Block>('SELECT height, previous, merkle_root, journals, hash FROM ledger_block ORDER BY height');

const sealedIn = async (height: number): Promise<string[]> =>
  (
    await owner.sql<{ journal_id: string }>(
      'SELECT journal_id FROM ledger_sealed WHERE height = $1 ORDER BY leaf_no',
      height,
    )
  ).map((row) => row.journal_id);

/** Journals with their postings, as anybody who may read the tables would export them. */
const exported = (): Promise<ExportedJournal[]> =>
  owner.sql<ExportedJournal>(
    `SELECT j.journal_id, j.idem_key, j.kind, j.trade_id, j.created_at::text,
       json_agg(json_build_object('amount', p.amount,
         'debit', concat_ws(':', d.kind, d.trade_id, d.step_no, d.principal_id, d.human_id),
         'credit', concat_ws(':', c.kind, c.trade_id, c.step_no, c.principal_id, c.human_id)) ORDER BY p.line_no) AS lines
     FROM ledger_journal j JOIN ledger_posting p USING (journal_id)
     JOIN ledger_account d ON d.account_id = p.debit_account_id JOIN ledger_account c ON c.account_id = p.credit_account_id
     GROUP BY j.journal_id ORDER BY j.journal_id`,
  );

test('nothing is sealed before there is something, and the head is null', async () => {
  expect(await ledgerHead(app)).toBeNull();
  expect(await sealJournals(app, 10)).toBe(0);
  expect(await ledgerHead(app)).toBeNull();
});

test('should let an outsider recompute every block from exported postings with SHA-256', async () => {
  await buy(app, principal, 1000n);
  for (const size of [1, 2, 3, 5, 7, 8, 13]) {
    for (let n = 1; n < size; n += 1) await fee(app, BigInt(n));
    const lines = [
      { debit: tickets(principal), credit: bondAvailable(principal), amount: 3n },
      { debit: tickets(principal), credit: wallet(newId()), amount: 2n },
    ];
    await postJournal(app, journal('bond_reserve', lines, { idemKey: `schlüssel:${newId()}` }), new Date());
    expect(await sealJournals(app, 100)).toBe(size === 1 ? 2 : size);
  }
  const journals = new Map((await exported()).map((one) => [one.journal_id, one]));
  let previous: Buffer = ZEROS;
  for (const block of await blocks()) {
    const leaves = (await sealedIn(Number(block.height))).map((id) => {
      const one = journals.get(id);
      if (!one) throw new Error('a sealed journal is exported');
      return journalHash(one);
    });
    const root = treeHash(leaves);
    expect([block.previous, block.merkle_root, block.journals]).toEqual([previous, root, leaves.length]);
    previous = blockHash(Number(block.height), previous, root, leaves.length);
    expect(block.hash).toEqual(previous);
  }
  expect(await ledgerHead(app)).toBe(previous.toString('hex'));
});

test('a proof shows the transfer as it was posted, up to any head that is as young as it', async () => {
  await buy(app, principal, 1000n);
  const heads: string[] = [];
  const transfers: string[] = [];
  for (const size of [3, 4, 1]) {
    for (let n = 0; n < size; n += 1) transfers.push(await fee(app, BigInt(n + 1)));
    await sealJournals(app, 100);
    heads.push((await ledgerHead(app)) ?? '');
  }
  const journals = await exported();
  for (const id of transfers) {
    const proof = await proveTransfer(app, id);
    const shown = journals.find((one) => one.journal_id === id);
    expect({ ...proof.journal, created_at: '' }).toEqual({ ...shown, created_at: '' });
    expect(journalHash(proof.journal)).toEqual(journalHash(shown ?? proof.journal));
    // As it travels: a document, not an object of this process.
    const read: unknown = JSON.parse(JSON.stringify(proof));
    expect(verifyLedgerProof(read, heads[2] ?? '')).toMatchObject({ kind: 'listing_fee', headHeight: 3n });
  }
  const [first] = transfers;
  const early = await proveTransfer(app, first ?? '', heads[0]);
  expect(early.chain).toEqual([]);
  expect(verifyLedgerProof(early, heads[0] ?? '').height).toBe(1n);
  await expect(proveTransfer(app, transfers[7] ?? '', heads[0])).rejects.toThrow('older than the transfer');
  await expect(proveTransfer(app, first ?? '', ZEROS.toString('hex'))).rejects.toThrow('not a block of this ledger');
  await expect(proveTransfer(app, newId())).rejects.toThrow('No transfer has this key');
  await expect(proveTransfer(app, await fee(app))).rejects.toThrow('not sealed yet');
});

// @id seal-late-commit
test('a journal begun before a seal and committed after it is sealed by the next: none is skipped', async () => {
  await buy(app, principal, 1000n);
  await sealJournals(app, 10);
  const [before, other] = [newId(), newId()];
  await buy(owner, other, 10n);
  await sealJournals(app, 10);
  // The older id commits later, and its principal's balances are locked meanwhile.
  await second.sql('BEGIN');
  const late = journal('listing_fee', [{ debit: tickets(principal), credit: platformFee, amount: 1n }], {
    journalId: before,
  });
  await postJournal(second, late, new Date());
  const early = await postJournal(
    app,
    journal('listing_fee', [{ debit: tickets(other), credit: platformFee, amount: 1n }]),
    new Date(),
  );
  expect(early.journalId > before).toBe(true);
  // Sealing waits for no lock, so a short lock timeout must not matter.
  await owner.sql(`SET lock_timeout = '1ms'`);
  expect(await sealJournals(owner, 10)).toBe(1);
  expect(await sealedIn(3)).toEqual([early.journalId]);
  await second.sql('COMMIT');
  expect(await sealJournals(owner, 10)).toBe(1);
  expect(await sealedIn(4)).toEqual([before]);
  expect(await audit(app, proofs)).toEqual([]);
});

test('a seal under way holds up no posting, and a second sealer leaves it alone', async () => {
  await buy(app, principal, 1000n);
  await second.sql('BEGIN');
  expect(await sealJournals(second, 10)).toBe(1);
  await app.sql(`SET lock_timeout = '1ms'`);
  const meanwhile = await fee(app);
  await foldDeferredPostings(app, 10);
  expect(await sealJournals(app, 10)).toBe(0);
  await second.sql('ROLLBACK');
  expect(await sealJournals(app, 10)).toBe(2);
  expect(await sealedIn(1)).toContain(meanwhile);
});

test('however many post and seal at once, each journal is in one block', async () => {
  await buy(app, principal, 10_000n);
  const posters = await Promise.all(Array.from({ length: 6 }, () => Connection.open(database.url)));
  let posting = true;
  const sealer = async (one: Connection): Promise<void> => {
    while (posting) await sealJournals(one, 7);
  };
  const sealers = [app, second].map(sealer);
  await Promise.all(
    posters.map(async (one, n) => {
      const mine = newId();
      await buy(one, mine, 100n);
      for (let i = 0; i < 25; i += 1) {
        await one.sql('BEGIN');
        await postJournal(
          one,
          journal('listing_fee', [{ debit: tickets(mine), credit: platformFee, amount: 1n }]),
          new Date(),
        );
        await one.sql((i + n) % 5 === 0 ? 'ROLLBACK' : 'COMMIT');
      }
    }),
  );
  posting = false;
  await Promise.all(sealers);
  while ((await sealJournals(app, 1000)) > 0);
  await Promise.all(posters.map((one) => one.close()));
  const [count] = await owner.sql<{ journals: bigint; sealed: bigint; blocks: bigint }>(
    `SELECT (SELECT count(*) FROM ledger_journal) AS journals, (SELECT count(DISTINCT journal_id) FROM ledger_sealed) AS sealed,
      (SELECT sum(journals)::bigint FROM ledger_block) AS blocks`,
  );
  expect(count).toEqual({ journals: 127n, sealed: 127n, blocks: 127n });
  expect(await audit(app, proofs)).toEqual([]);
});

describe('whatever a superuser changes in what is sealed, the audit names the block', () => {
  const inBlock2 = '(SELECT journal_id FROM ledger_sealed WHERE height = 2 AND leaf_no = 1)';
  const rehash = `UPDATE ledger_journal j SET canonical_sha256 = sha256(ledger_journal_head(j.journal_id, j.idem_key, j.kind, j.trade_id, j.created_at)
    || (SELECT string_agg(ledger_field(ledger_account_name(d.kind, d.principal_id, d.human_id, d.trade_id, d.step_no))
      || ledger_field(ledger_account_name(c.kind, c.principal_id, c.human_id, c.trade_id, c.step_no)) || ledger_field(p.amount::text), '' ORDER BY p.line_no)
      FROM ledger_posting p JOIN ledger_account d ON d.account_id = p.debit_account_id JOIN ledger_account c ON c.account_id = p.credit_account_id
      WHERE p.journal_id = j.journal_id))`;
  const reroot = `UPDATE ledger_block b SET merkle_root = (SELECT ledger_merkle_root(array_agg(canonical_sha256 ORDER BY leaf_no))
      FROM ledger_sealed s JOIN ledger_journal USING (journal_id) WHERE s.height = b.height)`;
  const amount = `UPDATE ledger_posting SET amount = amount + 1 WHERE journal_id = ${inBlock2}`;

  beforeEach(async () => {
    await buy(app, principal, 1000n);
    await sealJournals(app, 10);
    for (let n = 0; n < 5; n += 1) await fee(app);
    await sealJournals(app, 10);
    await fee(app);
    await sealJournals(app, 10);
    await fee(app);
    await foldDeferredPostings(app, 100);
    const { outcomes, checkpoint: reached } = await runAudit(owner, proofs);
    expect(outcomes.flatMap(({ findings }) => findings)).toEqual([]);
    expect(reached).toMatchObject({ height: 3n, journals: 7n });
  });

  test.each([
    ['an amount', amount, /journal .* of block 2 is not what was hashed/],
    ['an amount and its hash', `${amount}; ${rehash}`, /^block 2: 5 journals are there, 5 were sealed, and not these/],
    [
      'an amount, its hash and the root',
      `${amount}; ${rehash}; ${reroot}`,
      /^block 2: its hash is not that of its contents/,
    ],
    [
      'an amount, its hash, the root and the block’s hash',
      `${amount}; ${rehash}; ${reroot}; UPDATE ledger_block SET hash = ledger_block_hash(height, previous, merkle_root, journals)`,
      /^block 3: it does not follow block 2/,
    ],
    [
      'a posting taken out',
      `DELETE FROM ledger_posting WHERE journal_id = ${inBlock2}`,
      /of block 2 is not what was hashed/,
    ],
    [
      'a journal taken out',
      `DELETE FROM ledger_posting WHERE journal_id = ${inBlock2}; DELETE FROM ledger_journal WHERE journal_id = ${inBlock2}`,
      /^block 2: 4 journals are there, 5 were sealed/,
    ],
    [
      'a journal and its place taken out',
      `WITH gone AS (DELETE FROM ledger_sealed WHERE height = 2 AND leaf_no = 5 RETURNING journal_id) DELETE FROM ledger_journal WHERE journal_id IN (SELECT journal_id FROM gone)`,
      /^block 2: 4 journals are there, 5 were sealed/,
    ],
    [
      'two journals in each other’s places',
      `ALTER TABLE ledger_sealed DROP CONSTRAINT ledger_sealed_pkey; UPDATE ledger_sealed SET leaf_no = CASE leaf_no WHEN 1 THEN 2 ELSE 1 END WHERE height = 2 AND leaf_no < 3`,
      /^block 2: 5 journals are there, 5 were sealed, and not these/,
    ],
    [
      'a journal put into a block',
      `INSERT INTO ledger_sealed SELECT 2, 6, journal_id FROM ledger_unsealed; DELETE FROM ledger_unsealed`,
      /^block 2: 6 journals are there, 5 were sealed/,
    ],
    ['a key', `UPDATE ledger_journal SET idem_key = 'x' WHERE journal_id = ${inBlock2}`, /of block 2 is not/],
    ['a block taken out', 'DELETE FROM ledger_block WHERE height = 2', /^block 3: it does not follow block 2/],
    ['a block’s size', 'UPDATE ledger_block SET journals = 6 WHERE height = 2', /^block 2: its hash is not/],
    [
      'the last block forgotten',
      'DELETE FROM ledger_block WHERE height = 3',
      /^block 3: 1 journals are there, 0 were sealed/,
    ],
    [
      'the last block and its places forgotten',
      'DELETE FROM ledger_sealed WHERE height = 3; DELETE FROM ledger_block WHERE height = 3',
      /is in no block and waits for none/,
    ],
    ['a journal taken from the queue', 'DELETE FROM ledger_unsealed', /is in no block and waits for none/],
    [
      'a journal put back into the queue',
      `INSERT INTO ledger_unsealed SELECT ${inBlock2}`,
      /waits for a block and is in block 2/,
    ],
    ['a queue of nothing', `INSERT INTO ledger_unsealed VALUES ('${newId()}')`, /waits for a block, and is not there/],
    [
      'all of the chain made anew, after an audit had seen it',
      `SELECT ledger_record_checkpoint(true, height, hash, 7, '{}', now()) FROM ledger_block WHERE height = 2;
       UPDATE ledger_block SET hash = sha256('another') WHERE height = 2`,
      /^block 2: an audit found [0-9a-f]{64} there/,
    ],
  ])('%s', async (_, damage, said) => {
    await owner.sql('BEGIN; SET LOCAL session_replication_role = replica');
    await owner.sql(damage);
    const found: string[] = [];
    for (const check of proofs) found.push(...(await check.run(owner)).map(({ detail }) => detail));
    expect(found).toContainEqual(expect.stringMatching(said));
  });
});
