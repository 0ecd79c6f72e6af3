import { createHash } from 'node:crypto';
import { isProof, type Journal, type ProvenLine, type Shape } from './ledger-proof-shape';

/** The step of the verification that failed. */
export type LedgerProofErrorCode = 'proof_malformed' | 'journal_not_in_block' | 'head_mismatch';

/** The proof is invalid: the transfer is not sealed under that head. */
export class LedgerProofError extends Error {
  override readonly name = 'LedgerProofError';

  constructor(
    readonly code: LedgerProofErrorCode,
    detail: string,
  ) {
    super(detail);
  }

  /** @deprecated The older name of `code`. */
  get fault(): LedgerProofErrorCode {
    return this.code;
  }
}

export interface ProvenTransfer {
  readonly transferKey: string;
  readonly kind: string;
  readonly tradeId: string | null;
  readonly createdAt: Date;
  readonly lines: readonly ProvenLine[];
  /** Heights of the block with the transfer and of the head's block; the first block has height 1. */
  readonly height: bigint;
  readonly headHeight: bigint;
}

/**
 * Verifies a proof of inclusion (docs/proofs/ledger-proofs.md) against a head saved earlier: `service { ledgerHead }`, hex.
 * It sends no request. @throws LedgerProofError
 */
export function verifyLedgerProof(proof: unknown, head: string): ProvenTransfer {
  const { journal, leaf_no: leafNo, path, block, chain } = shapeOf(proof);
  const root = rootFrom(canonicalHash(journal), leafNo, block.journals, path);
  if (root?.equals(bytes(block.merkle_root)) !== true) {
    throw new LedgerProofError(
      'journal_not_in_block',
      'the path of the transfer does not lead to the root of the block',
    );
  }
  let height = BigInt(block.height);
  let hash = blockHash(height, bytes(block.previous), bytes(block.merkle_root), block.journals);
  for (const next of chain) {
    height += 1n;
    hash = blockHash(height, hash, bytes(next.merkle_root), next.journals);
  }
  if (hash.toString('hex') !== head.toLowerCase()) {
    throw new LedgerProofError('head_mismatch', 'the chain of blocks does not lead to the head');
  }
  return {
    transferKey: transferKeyOf(journal.journal_id),
    kind: journal.kind,
    tradeId: journal.trade_id,
    createdAt: new Date(journal.created_at),
    lines: journal.lines,
    height: BigInt(block.height),
    headHeight: height,
  };
}

function sha256(...parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Encodes a field: its length in four bytes, big-endian, then its UTF-8 bytes. */
function field(text: string): Buffer {
  const value = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(value.length);
  return Buffer.concat([length, value]);
}

function canonicalHash(journal: Journal): Buffer {
  const { journal_id, idem_key, kind, trade_id, created_at, lines } = journal;
  const head = ['ats-journal-v1', journal_id, idem_key, kind, trade_id ?? '', String(Date.parse(created_at))];
  const fields = [...head, ...lines.flatMap(({ debit, credit, amount }) => [debit, credit, String(amount)])];
  return sha256(...fields.map(field));
}

/** Computes the root by RFC 9162 §2.1.3.2; undefined if the path has a wrong length. */
function rootFrom(leaf: Buffer, leafNo: number, size: number, path: readonly string[]): Buffer | undefined {
  let node = sha256(Buffer.of(0), leaf);
  let at = leafNo - 1;
  let last = size - 1;
  for (const neighbour of path) {
    if (last === 0) return undefined;
    if (at % 2 === 1 || at === last) {
      node = sha256(Buffer.of(1), bytes(neighbour), node);
      // The odd last node of a level moves up unchanged.
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else {
      node = sha256(Buffer.of(1), node, bytes(neighbour));
    }
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? node : undefined;
}

function blockHash(height: bigint, previous: Uint8Array, root: Uint8Array, journals: number): Buffer {
  const numbers = Buffer.alloc(12);
  numbers.writeBigInt64BE(height, 0);
  numbers.writeInt32BE(journals, 8);
  return sha256(field('ats-block-v1'), numbers.subarray(0, 8), previous, root, numbers.subarray(8));
}

function bytes(hex: string): Buffer {
  return Buffer.from(hex, 'hex');
}

const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz';

/** Formats a UUID as a TypeID: 26 digits of Crockford's base32. */
function transferKeyOf(id: string): string {
  let rest = BigInt(`0x${id.replaceAll('-', '')}`);
  let digits = '';
  for (let n = 0; n < 26; n += 1, rest >>= 5n) digits = (BASE32[Number(rest & 31n)] ?? '') + digits;
  return `xfr_${digits}`;
}

function shapeOf(proof: unknown): Shape {
  if (isProof(proof)) {
    const shape = proof as Shape;
    if (shape.leaf_no <= shape.block.journals) return shape;
  }
  throw new LedgerProofError('proof_malformed', 'not a proof of version ats-proof-v1');
}
