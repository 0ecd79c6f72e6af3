import fc from 'fast-check';
import { LedgerProofError, verifyLedgerProof } from '../../../src/client';
import { keyOf } from '../../../src/domain/keys';
import { inclusionPath } from '../../../src/domain/ledger/merkle';
import {
  blockHash,
  type ExportedJournal,
  journalHash,
  treeHash,
  treePath,
  ZEROS,
} from '../../support/independent-ledger';
import { runs } from '../../support/runs';

const journal = (n: number): ExportedJournal => ({
  journal_id: `01980f3e-0000-7000-8000-${n.toString(16).padStart(12, '0')}`,
  idem_key: `request:prn:x:schlüssel ${String(n)}`,
  kind: 'listing_fee',
  trade_id: n % 2 === 0 ? null : '01980f3e-0000-7000-8000-00000000ffff',
  created_at: '2026-11-20T09:30:00.123Z',
  lines: [
    { debit: 'ticket:01980f3e-0000-7000-8000-0000000000aa', credit: 'platform_fee', amount: n + 1 },
    { debit: 'ticket:01980f3e-0000-7000-8000-0000000000aa', credit: 'slash_pool', amount: Number.MAX_SAFE_INTEGER },
  ],
});

const hex = (bytes: Buffer): string => bytes.toString('hex');

/** Builds the proof of leaf `at` of `size` in block 7, with two later blocks, independently of the service. */
function prove(size: number, at: number) {
  const journals = Array.from({ length: size }, (_, n) => journal(n));
  const leaves = journals.map(journalHash);
  const root = treeHash(leaves);
  const roots = [journalHash(journal(100)), journalHash(journal(200))];
  let head = blockHash(7, ZEROS, root, size);
  roots.forEach((next, n) => (head = blockHash(8 + n, head, next, 5)));
  const shown = journals[at];
  if (!shown) throw new Error('no such leaf');
  return {
    head: hex(head),
    proof: {
      version: 'ats-proof-v1',
      journal: shown,
      leaf_no: at + 1,
      path: treePath(at, leaves).map(hex),
      block: { height: 7, previous: hex(ZEROS), merkle_root: hex(root), journals: size },
      chain: roots.map((next) => ({ merkle_root: hex(next), journals: 5 })),
      head: hex(head),
    },
  };
}

function codeOf(proof: unknown, head: string): string {
  try {
    verifyLedgerProof(proof, head);
    return 'believed';
  } catch (error) {
    if (error instanceof LedgerProofError) return error.code;
    throw error;
  }
}

test('should verify every leaf of trees of 1 to 40 journals with the path of the service', () => {
  for (let size = 1; size <= 40; size += 1) {
    const leaves = Array.from({ length: size }, (_, n) => journalHash(journal(n)));
    for (let at = 0; at < size; at += 1) {
      const { proof, head } = prove(size, at);
      expect(inclusionPath(leaves, at).map(hex)).toEqual(proof.path);
      expect(verifyLedgerProof(proof, head)).toMatchObject({ height: 7n, headHeight: 9n, lines: journal(at).lines });
    }
  }
});

test('the verified transfer has the transfer key of the service', () => {
  for (const at of [0, 1, 2]) {
    const { proof, head } = prove(3, at);
    expect(verifyLedgerProof(proof, head).transferKey).toBe(keyOf('xfr', proof.journal.journal_id));
  }
});

test('a proof is valid for one head only', () => {
  const { proof, head } = prove(5, 2);
  expect(codeOf(proof, head.toUpperCase())).toBe('believed');
  expect(codeOf({ ...proof, chain: proof.chain.slice(0, 1) }, head)).toBe('head_mismatch');
  expect(codeOf({ ...proof, chain: [] }, head)).toBe('head_mismatch');
  expect(codeOf(proof, hex(ZEROS))).toBe('head_mismatch');
});

test('an inner node of the tree is not accepted as a leaf', () => {
  const { proof, head } = prove(4, 0);
  expect(codeOf({ ...proof, path: proof.path.slice(1) }, head)).toBe('journal_not_in_block');
  expect(codeOf({ ...proof, path: [...proof.path, hex(ZEROS)] }, head)).toBe('journal_not_in_block');
});

type Json = null | string | number | Json[] | { [name: string]: Json };

/** Returns the paths of all texts and numbers of a document. */
function places(value: Json, at: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (value === null || typeof value !== 'object') return [at];
  const entries = Array.isArray(value) ? value.map((item, n) => [n, item] as const) : Object.entries(value);
  return entries.flatMap(([name, item]) => places(item, [...at, name]));
}

function changed(value: Json, [first, ...rest]: readonly (string | number)[], change: (old: Json) => Json): Json {
  if (first === undefined) return change(value);
  if (Array.isArray(value)) return value.map((item, n) => (n === first ? changed(item, rest, change) : item));
  const members = value as Record<string, Json>;
  return { ...members, [first]: changed(members[first] ?? null, rest, change) };
}

test('a proof with any change is refused', () => {
  const { proof, head } = prove(6, 3);
  const document = JSON.parse(JSON.stringify(proof)) as Json;
  const others = fc.oneof(
    fc.constant((old: Json): Json => (typeof old === 'number' ? old + 1 : `${JSON.stringify(old)}0`)),
    fc.constant((old: Json): Json =>
      typeof old === 'string' ? old.replace(/[0-9a-f]/, (c) => (c === '0' ? '1' : '0')) : null,
    ),
    fc.constant((): Json => null),
    fc.jsonValue().map((value) => (): Json => value as Json),
  );
  fc.assert(
    fc.property(fc.constantFrom(...places(document)), others, (place, change) => {
      const hostile = changed(document, place, change);
      // The verifier supplies the head, so the head in the proof is not used.
      fc.pre(place[0] !== 'head' && JSON.stringify(hostile) !== JSON.stringify(document));
      expect(codeOf(hostile, head)).not.toBe('believed');
    }),
    runs(500),
  );
});

test.each([
  ['nothing', undefined],
  ['a text', 'proof'],
  ['a list', []],
  ['a member more', { ...prove(1, 0).proof, more: 1 }],
  ['a member less', { ...prove(1, 0).proof, chain: undefined }],
  ['another version', { ...prove(1, 0).proof, version: 'ats-proof-v2' }],
  ['a leaf beyond the block', { ...prove(1, 0).proof, leaf_no: 2 }],
])('%s is no proof', (_, proof) => {
  expect(codeOf(proof, prove(1, 0).head)).toBe('proof_malformed');
});
