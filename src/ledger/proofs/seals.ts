import { Refusal } from '../../domain/errors/errors';
import { inclusionPath } from '../../domain/ledger/merkle';
import type { Db } from '../../database/transactions/statement';

/** Sealed blocks, and proofs that a transfer is in one (docs/proofs/ledger-proofs.md). */

/** Seals waiting journals in one block. Returns how many; fewer than `limit`: none is left. */
export async function sealJournals(db: Db, limit: number): Promise<number> {
  const [row] = await db.query<{ sealed: number }>({
    name: 'ledger_seal',
    text: 'SELECT ledger_seal($1) AS sealed',
    values: [limit],
  });
  return row?.sealed ?? 0;
}

/** The hash of the newest block in hex; null before the first. */
export async function ledgerHead(db: Db): Promise<string | null> {
  const [row] = await db.query<{ hash: Buffer }>({
    name: 'ledger_head',
    text: 'SELECT hash FROM ledger_block ORDER BY height DESC LIMIT 1',
  });
  return row?.hash.toString('hex') ?? null;
}

/** The height of the block with this hex hash. Undefined: no block of this ledger. */
export async function blockOf(db: Db, hash: string): Promise<bigint | undefined> {
  const [row] = await db.query<{ height: bigint }>({
    text: `SELECT height FROM ledger_block WHERE hash = decode($1, 'hex')`,
    values: [hash],
  });
  return row?.height;
}

/** A proof document: a reader who has a block hash can verify with it that the ledger contains the transfer. */
export interface LedgerProof {
  readonly version: 'ats-proof-v1';
  readonly journal: {
    readonly journal_id: string;
    readonly idem_key: string;
    readonly kind: string;
    readonly trade_id: string | null;
    readonly created_at: string;
    /** Whole stamps from one account to another; accounts by name, `trade_bond:{trade}:{principal}`. */
    readonly lines: readonly { readonly debit: string; readonly credit: string; readonly amount: number }[];
  };
  /** The position in the block, from 1. `path` has the sibling hashes up to the root, in hex. */
  readonly leaf_no: number;
  readonly path: readonly string[];
  readonly block: {
    readonly height: number;
    readonly previous: string;
    readonly merkle_root: string;
    readonly journals: number;
  };
  /** The following blocks up to the head, in order. */
  readonly chain: readonly { readonly merkle_root: string; readonly journals: number }[];
  readonly head: string;
}

// Two months of blocks, if one is sealed every few seconds. Their proof has 80 MB.
const MAX_CHAIN_LENGTH = 1_000_000n;

const JOURNAL = `
  SELECT j.journal_id, j.idem_key, j.kind, j.trade_id, j.created_at, s.height, s.leaf_no,
    ARRAY(SELECT jsonb_build_object(
        'debit', ledger_account_name(d.kind, d.principal_id, d.human_id, d.trade_id, d.step_no),
        'credit', ledger_account_name(c.kind, c.principal_id, c.human_id, c.trade_id, c.step_no), 'amount', p.amount)
      FROM ledger_posting p JOIN ledger_account d ON d.account_id = p.debit_account_id
      JOIN ledger_account c ON c.account_id = p.credit_account_id
      WHERE p.journal_id = j.journal_id ORDER BY p.line_no) AS lines
  FROM ledger_journal j LEFT JOIN ledger_sealed s USING (journal_id) WHERE j.journal_id = $1`;

interface JournalRow {
  readonly journal_id: string;
  readonly idem_key: string;
  readonly kind: string;
  readonly trade_id: string | null;
  readonly created_at: Date;
  readonly height: bigint | null;
  readonly leaf_no: number | null;
  readonly lines: LedgerProof['journal']['lines'];
}

interface BlockRow {
  readonly height: bigint;
  readonly previous: Buffer;
  readonly merkle_root: Buffer;
  readonly journals: number;
  readonly hash: Buffer;
}

/**
 * Proves that a transfer is sealed in the ledger whose head has this hex hash. Default: the newest block.
 * @throws Refusal validation_failed: no such transfer, not sealed yet, no such head, a head older than the transfer
 */
export async function proveTransfer(db: Db, journalId: string, head?: string): Promise<LedgerProof> {
  const [row] = await db.query<JournalRow>({ text: JOURNAL, values: [journalId] });
  if (!row) throw unproven('No transfer has this key.');
  const { height, leaf_no: leafNo, lines, created_at, ...fields } = row;
  if (height === null || leafNo === null) throw unproven('The transfer is not sealed yet. Retry in a few seconds.');
  const [block, ...after] = await blocksFrom(db, height, head);
  if (!block) throw unproven('The head is older than the transfer.');
  const leaves = await db.query<{ leaf: Buffer }>({
    text: `SELECT j.canonical_sha256 AS leaf FROM ledger_sealed s JOIN ledger_journal j USING (journal_id)
      WHERE s.height = $1 ORDER BY s.leaf_no`,
    values: [height],
  });
  const path = inclusionPath(
    leaves.map(({ leaf }) => leaf),
    leafNo - 1,
  );
  return {
    version: 'ats-proof-v1',
    journal: { ...fields, created_at: created_at.toISOString(), lines },
    leaf_no: leafNo,
    path: path.map(hex),
    block: { height: Number(height), previous: hex(block.previous), ...body(block) },
    chain: after.map(body),
    head: hex((after.at(-1) ?? block).hash),
  };
}

async function blocksFrom(db: Db, height: bigint, head: string | undefined): Promise<BlockRow[]> {
  const last = head === undefined ? await newest(db) : await blockOf(db, head);
  if (last === undefined) throw unproven('The head is not a block of this ledger.');
  if (last - height > MAX_CHAIN_LENGTH) {
    throw unproven(
      `${String(last - height)} blocks lie between the transfer and the head. Choose an older head with --head.`,
    );
  }
  return db.query<BlockRow>({
    text: `SELECT height, previous, merkle_root, journals, hash FROM ledger_block WHERE height BETWEEN $1 AND $2 ORDER BY height`,
    values: [height, last],
  });
}

async function newest(db: Db): Promise<bigint | undefined> {
  const [row] = await db.query<{ height: bigint | null }>({ text: 'SELECT max(height) AS height FROM ledger_block' });
  return row?.height ?? undefined;
}

const hex = (bytes: Buffer): string => bytes.toString('hex');

function body({ merkle_root, journals }: BlockRow): LedgerProof['chain'][number] {
  return { merkle_root: hex(merkle_root), journals };
}

function unproven(detail: string): Refusal {
  return new Refusal('validation_failed', detail);
}
