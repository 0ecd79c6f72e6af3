import { UNITS } from '../../ui/time';

/** A unit of a span. */
export type SpanUnit = (typeof UNITS)[number][0];

/** Seconds in a unit. */
export const unitSeconds: Readonly<Record<SpanUnit, number>> = { day: 86_400, hour: 3_600, minute: 60, second: 1 };

/** The largest unit in which a span is a whole number. */
export function unitOf(seconds: number): SpanUnit {
  return UNITS.find(([, size]) => seconds >= size && seconds % size === 0)?.[0] ?? 'second';
}

/** Writes a span in its largest units: “1 day 12 hours”. */
export function formatSpan(seconds: number): string {
  const parts: string[] = [];
  let left = seconds;
  for (const [unit, size] of UNITS) {
    const count = Math.trunc(left / size);
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`);
    left %= size;
  }
  return parts.length === 0 ? '0 seconds' : parts.join(' ');
}

/** The local value of a `datetime-local` input for an instant. */
export function localInput(instant: string | null | undefined): string {
  if (instant === null || instant === undefined || instant === '') return '';
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The instant of a `datetime-local` input, or null when it is empty or no time. */
export function instantOf(local: string | undefined): string | null {
  if (local === undefined || local === '') return null;
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
