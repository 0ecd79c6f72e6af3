import {
  type AttemptData,
  type AttemptOutcome,
  decideAttempt,
  leaseSeconds,
  SECRET_UNREADABLE,
} from '../../../src/domain/events/webhook';
import { rows } from '../../../src/settings/settings';

const now = new Date('2026-11-20T09:30:00.000Z');
const schedule = rows.webhookRetryScheduleSeconds.default;
const data = (more: Partial<AttemptData> = {}): AttemptData => ({
  tries: 1,
  failingSince: null,
  now,
  schedule,
  jitter: 0.5,
  ...more,
});
const outcome = (status: number | null, retryAfter: string | null = null): AttemptOutcome => ({
  status,
  error: status === null ? 'timeout' : status < 300 ? null : 'http_status',
  retryAfter,
});
const delay = (attempt: AttemptOutcome, more: Partial<AttemptData> = {}): number | null => {
  const { dueAt } = decideAttempt(attempt, data(more));
  return dueAt && (dueAt.getTime() - now.getTime()) / 1000;
};

// @spec WH8
it.each([200, 201, 204, 299])('only 2xx is a success: %i', (status) => {
  expect(decideAttempt(outcome(status), data({ failingSince: new Date(0) }))).toEqual({
    state: 'delivered',
    dueAt: null,
    failingSince: null,
    disable: null,
  });
});

it.each([100, 301, 302, 307, 400, 404, 429, 500, 503])('%i is a failure and is retried', (status) => {
  expect(decideAttempt(outcome(status), data())).toMatchObject({ state: 'pending', failingSince: now, disable: null });
});

// @spec WH8
it('a 2xx without a complete body in time is a failure', () => {
  expect(decideAttempt({ status: 200, error: 'timeout', retryAfter: null }, data()).state).toBe('pending');
});

// @spec WH10
it('retries nine times, from 5 s to 24 h, and then is dead', () => {
  const delays = Array.from({ length: 10 }, (_, at) => delay(outcome(500), { tries: at + 1 }));
  expect(delays).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, null]);
  expect(decideAttempt(outcome(500), data({ tries: 10 })).state).toBe('dead');
});

it('the random part of a delay is ±20 %', () => {
  expect(delay(outcome(500), { tries: 2, jitter: 0 })).toBe(240);
  expect(delay(outcome(500), { tries: 2, jitter: 1 })).toBe(360);
});

// @spec WH14
it.each([
  [429, '1800', 1800],
  [503, '1800', 1800],
  [429, 'Fri, 20 Nov 2026 10:30:00 GMT', 3600],
  [500, '1800', 300],
  [429, '10', 300],
  [429, '99999999', 172_800],
  [429, 'Fri, 20 Nov 2020 10:30:00 GMT', 300],
  [429, '9999999999', 172_800],
  [429, '9'.repeat(400), 172_800],
  [429, 'Fri, 31 Dec 9999 23:59:59 GMT', 172_800],
  [429, 'Friday, 20-Nov-26 10:30:00 GMT', 3600],
  [429, 'Fri Nov 20 10:30:00 2026', 3600],
  [429, 'soon', 300],
  [429, 'Soon 2027', 300],
  [429, '-5', 300],
  [429, '1.5', 300],
  [429, '', 300],
])('Retry-After applies between the scheduled delay and 2 days: %i with %s', (status, retryAfter, seconds) => {
  expect(delay(outcome(status, retryAfter), { tries: 2 })).toBe(seconds);
});

it('410 disables the endpoint at once', () => {
  expect(decideAttempt(outcome(410), data()).disable).toBe('gone');
});

// @spec WH13
it('120 h without a success disable the endpoint', () => {
  const since = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);
  expect(decideAttempt(outcome(null), data({ failingSince: since(119.99) })).disable).toBe(null);
  expect(decideAttempt(outcome(null), data({ failingSince: since(120) }))).toMatchObject({
    disable: 'failing',
    failingSince: since(120),
  });
  expect(decideAttempt(outcome(200), data({ failingSince: since(200) })).disable).toBe(null);
});

it('an unreadable signing secret is retried and never disables the endpoint', () => {
  const unreadable: AttemptOutcome = { status: null, error: SECRET_UNREADABLE, retryAfter: null };
  expect(delay(unreadable, { tries: 2 })).toBe(300);
  const longSince = new Date(now.getTime() - 200 * 3_600_000);
  for (const failingSince of [null, longSince]) {
    expect(decideAttempt(unreadable, data({ tries: 10, failingSince }))).toEqual({
      state: 'dead',
      dueAt: null,
      failingSince,
      disable: null,
    });
  }
});

it('a lease is longer than each attempt, and 45 s by default', () => {
  expect(leaseSeconds(15)).toBe(45);
  expect(leaseSeconds(60)).toBe(180);
  expect(leaseSeconds(1)).toBe(15);
});
