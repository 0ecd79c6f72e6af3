import { createHash } from 'node:crypto';

/** Merkle trees as RFC 9162 §2.1 has them, over the `canonical_sha256` of a block's journals (docs/proofs/ledger-proofs.md). */

const LEAF = Buffer.of(0);
const NODE = Buffer.of(1);

function sha256(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Two neighbours make one; the odd last one stays as it is. */
function above(level: readonly Buffer[]): Buffer[] {
  const nodes: Buffer[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const [left, right] = level.slice(at, at + 2) as [Buffer, Buffer?];
    nodes.push(right === undefined ? left : sha256(NODE, left, right));
  }
  return nodes;
}

/**
 * What it takes to compute the root again from one leaf (RFC 9162 §2.1.3): the neighbours on the way up, lowest first.
 * @param index of the leaf, from 0
 */
export function inclusionPath(leaves: readonly Uint8Array[], index: number): Buffer[] {
  const path: Buffer[] = [];
  let at = index;
  for (let level = leaves.map((leaf) => sha256(LEAF, leaf)); level.length > 1; level = above(level)) {
    const neighbour = level[at ^ 1];
    if (neighbour !== undefined) path.push(neighbour);
    at >>= 1;
  }
  return path;
}
