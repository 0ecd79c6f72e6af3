/** RFC 3339 allows only four digits for the year. */
export const YEAR_10000 = Date.UTC(10_000, 0, 1);

/** The instant `seconds` after another. */
export function addSeconds(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000);
}

/** The later of two instants. */
export function laterOf(a: Date, b: Date): Date {
  return a.getTime() >= b.getTime() ? a : b;
}

/** The first instant of the next UTC day, when daily counts begin again. */
export function nextMidnight(now: Date): Date {
  return addSeconds(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())), 86_400);
}
