import { createHash } from 'node:crypto';

const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** The next level of the tree. An odd last node moves up unchanged. */
function parentLevel(level: readonly Buffer[]): Buffer[] {
  const nodes: Buffer[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const [left, right] = level.slice(at, at + 2) as [Buffer, Buffer?];
    nodes.push(right === undefined ? left : sha256(NODE, left, right));
  }
  return nodes;
}

/**
 * The inclusion proof of a leaf in a Merkle tree (RFC 9162 §2.1.3).
 *
 * The leaves are the digests of the journals of a block (docs/proofs/ledger-proofs.md). The path lists the siblings of the
 * nodes from the leaf to the root.
 * @param index of the leaf, from 0
 */
export function inclusionPath(leaves: readonly Uint8Array[], index: number): Buffer[] {
  const path: Buffer[] = [];
  let at = index;
  for (let level = leaves.map((leaf) => sha256(LEAF, leaf)); level.length > 1; level = parentLevel(level)) {
    const sibling = level[at ^ 1];
    if (sibling !== undefined) path.push(sibling);
    at >>= 1;
  }
  return path;
}
