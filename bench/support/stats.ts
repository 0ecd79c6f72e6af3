/** Median of the values. For an even number it is the mean of the middle two. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Quantile by linear interpolation. It is 0 for no values. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * q;
  const low = sorted[Math.floor(at)] ?? 0;
  const high = sorted[Math.ceil(at)] ?? low;
  return low + (high - low) * (at - Math.floor(at));
}

/** Growth by the logarithm of the size, and the error of a median of a few dozen calls on a shared machine. */
export function logarithmic(small: number, large: number): number {
  const NOISE = 1.25;
  return (NOISE * Math.log(large)) / Math.log(small);
}

export interface Latency {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly calls: number;
}

/** Milliseconds, rounded to a hundredth. */
export function latency(values: readonly number[]): Latency {
  const round = (q: number): number => Math.round(quantile(values, q) * 100) / 100;
  return { p50: round(0.5), p95: round(0.95), p99: round(0.99), calls: values.length };
}

/** Aligns columns of text: the first to the left, the others to the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (all, row) => row.map((cell, column) => Math.max(all[column] ?? 0, cell.length)),
    [],
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n');
}
