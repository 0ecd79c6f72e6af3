/** RFC 3339 allows only four digits for the year. */
export const YEAR_10000 = Date.UTC(10_000, 0, 1);

/** The end of times from which deadlines are calculated: these are before the year 10000. */
export const YEAR_9000 = Date.UTC(9_000, 0, 1);

/** The instant `seconds` after another. */
export function addSeconds(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000);
}

/** Whether a deadline has passed. The instant of the deadline is already late. */
export function isDue(deadline: Date | null, now: Date): boolean {
  return deadline !== null && now.getTime() >= deadline.getTime();
}

/** The later of two instants. */
export function laterOf(a: Date, b: Date): Date {
  return a.getTime() >= b.getTime() ? a : b;
}

/** The earlier of two times; null is no time. */
export function earlierOf(a: Date, b: Date | null): Date {
  return b !== null && b < a ? b : a;
}

/** The first instant of the next UTC day, when daily counts begin again. */
export function nextMidnight(now: Date): Date {
  return addSeconds(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())), 86_400);
}

const INTERNET_TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** Parses a time with a zone; undefined: it is none. `T` and `Z` may be lower case (RFC 3339 §5.6). */
export function parseInternetTime(text: string): Date | undefined {
  const upper = text.toUpperCase();
  const local = INTERNET_TIME.exec(upper)?.[1];
  const date = local !== undefined && exists(local) ? new Date(upper) : undefined;
  return date && !Number.isNaN(date.getTime()) ? date : undefined;
}

/** Whether the day and hour exist. `Date` accepts 30 February and 24:00 and converts them to other days. */
function exists(local: string): boolean {
  const date = new Date(`${local}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(local);
}
