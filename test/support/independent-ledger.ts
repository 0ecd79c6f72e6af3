import { createHash } from 'node:crypto';

/**
 * The sealed ledger, implemented from docs/proofs/ledger-proofs.md with node:crypto only.
 * The tree is the recursion of RFC 9162 §2.1.1, in another form than in the service and client.
 */

const sha256 = (...parts: readonly (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const uint32 = (value: number): Buffer => Buffer.from(value.toString(16).padStart(8, '0'), 'hex');
const field = (text: string): Buffer => Buffer.concat([uint32(Buffer.byteLength(text)), Buffer.from(text)]);

export interface ExportedJournal {
  readonly journal_id: string;
  readonly idem_key: string;
  readonly kind: string;
  readonly trade_id: string | null;
  readonly created_at: string;
  readonly lines: readonly { readonly debit: string; readonly credit: string; readonly amount: number }[];
}

export function journalHash(journal: ExportedJournal): Buffer {
  const texts = [
    'ats-journal-v1',
    journal.journal_id,
    journal.idem_key,
    journal.kind,
    journal.trade_id ?? '',
    String(new Date(journal.created_at).getTime()),
  ];
  for (const { debit, credit, amount } of journal.lines) texts.push(debit, credit, amount.toString());
  return sha256(...texts.map(field));
}

const split = (size: number): number => 2 ** Math.floor(Math.log2(size - 1));

export function treeHash(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 1) return sha256(Buffer.from('00', 'hex'), leaves[0] ?? '');
  const k = split(leaves.length);
  return sha256(Buffer.from('01', 'hex'), treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k)));
}

/** PATH(m, D[n]) of RFC 9162 §2.1.3.1. */
export function treePath(m: number, leaves: readonly Buffer[]): Buffer[] {
  if (leaves.length === 1) return [];
  const k = split(leaves.length);
  return m < k
    ? [...treePath(m, leaves.slice(0, k)), treeHash(leaves.slice(k))]
    : [...treePath(m - k, leaves.slice(k)), treeHash(leaves.slice(0, k))];
}

export function blockHash(height: number, previous: Buffer, root: Buffer, journals: number): Buffer {
  return sha256(field('ats-block-v1'), uint32(0), uint32(height), previous, root, uint32(journals));
}

export const ZEROS = Buffer.alloc(32);
