/** The largest amount in the API: every client reads this JSON integer exactly. */
export const MAX_STAMPS = 2n ** 53n - 1n;

/** 10000 basis points are 100 %. */
export const BPS = 10_000n;

/** ceil(a / b) for a ≥ 0, b > 0. */
export function ceilDiv(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}

/** The fee for the activation of a step: `bps` of its price, rounded up. */
export function activationFee(priceStamps: bigint, bps: number): bigint {
  return ceilDiv(priceStamps * BigInt(bps), BPS);
}

export function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function sum(amounts: Iterable<bigint>): bigint {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
}

/**
 * Splits an amount by weights into whole stamps that add up to it.
 *
 * Each part is rounded down. The rest goes to the largest remainders, one stamp each; ties go to the lower index. If all
 * weights are zero, all parts are zero.
 */
export function split(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = sum(weights);
  if (total === 0n) return weights.map(() => 0n);
  const parts = weights.map((weight) => (amount * weight) / total);
  const order = weights
    .map((weight, index) => ({ index, remainder: (amount * weight) % total }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  let left = amount - sum(parts);
  for (const { index } of order) {
    if (left === 0n) break;
    parts[index] = (parts[index] ?? 0n) + 1n;
    left -= 1n;
  }
  return parts;
}
