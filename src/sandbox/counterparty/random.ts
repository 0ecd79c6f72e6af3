/** Random numbers from a seed. Equal labels give equal numbers on every machine, in any order of use. */
export interface Random {
  /** A number from 0 up to but not including 1. */
  readonly next: () => number;
  /** 32 random bits. */
  readonly bits: () => number;
  /** A whole number from `low` to `high`, both included. */
  readonly int: (low: number, high: number) => number;
  readonly chance: (probability: number) => boolean;
}

/** FNV-1a over the labels, once for each word of the generator's state. */
function hash(text: string, salt: number): number {
  let value = (2166136261 ^ salt) >>> 0;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 16777619) >>> 0;
  return value;
}

/** sfc32 (PractRand), seeded by the labels. */
export function random(...labels: readonly (string | number)[]): Random {
  const text = labels.join('\u0000');
  let [a, b, c, d] = [hash(text, 1), hash(text, 2), hash(text, 3), 1];
  const bits = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return sum >>> 0;
  };
  // Labels differ in few bits, and the first outputs would show it.
  for (let n = 0; n < 15; n += 1) bits();
  const next = (): number => bits() / 2 ** 32;
  return {
    next,
    bits,
    int: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
  };
}

/** Shuffles a copy of the items (Fisher–Yates). */
export function shuffled<T>(items: readonly T[], chance: Random): T[] {
  const order = [...items];
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = chance.int(0, at);
    [order[at], order[other]] = [order[other] as T, order[at] as T];
  }
  return order;
}
