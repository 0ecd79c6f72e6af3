import { useEffect, useState, useSyncExternalStore } from 'react';
import { ahead, serviceNow, watchClock } from './clock';

/** The units of a length of time, with their seconds. */
export const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

/** The current time of the service, once a second while a component shows it. */
export function useNow(everyMs = 1_000): number {
  const [now, setNow] = useState(() => Date.now());
  const aheadMs = useSyncExternalStore(watchClock, ahead);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now + aheadMs;
}

/** “3 hours ago” or “in 2 days”: one unit, rounded toward now. */
export function formatRelative(ms: number): string {
  const seconds = Math.trunc(ms / 1_000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return relative.format(Math.trunc(seconds / size), unit);
}

/** Time left in two units: “2 d 4 h”, “4 min 10 s”. */
export function formatLeft(ms: number): string {
  const seconds = Math.max(0, Math.trunc(ms / 1_000));
  const days = Math.trunc(seconds / 86_400);
  const hours = Math.trunc((seconds % 86_400) / 3_600);
  const minutes = Math.trunc((seconds % 3_600) / 60);
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/**
 * A time relative to now, with the exact time on hover.
 *
 * @param isReal the service takes this time from the real clock, also in a sandbox
 */
export function Time({ at, isReal = false }: { readonly at: string; readonly isReal?: boolean }) {
  useNow(10_000);
  // A time that is newer than the last tick must not lie in the future.
  const now = isReal ? Date.now() : serviceNow();
  return (
    <time dateTime={at} title={exact.format(new Date(at))} className="whitespace-nowrap">
      {formatRelative(new Date(at).getTime() - now)}
    </time>
  );
}

const URGENT_MS = 3_600_000;

/** The time left until a deadline. It says so in words when it has passed, and stands out in the last hour. */
export function Deadline({ at }: { readonly at: string }) {
  const now = useNow();
  const left = new Date(at).getTime() - now;
  const tone = left < URGENT_MS ? 'font-medium text-bad' : '';
  return (
    <time dateTime={at} title={exact.format(new Date(at))} className={`whitespace-nowrap tabular-nums ${tone}`}>
      {left > 0 ? `${formatLeft(left)} left` : 'deadline passed'}
    </time>
  );
}

/** The exact time. */
export function formatExact(at: string): string {
  return exact.format(new Date(at));
}
