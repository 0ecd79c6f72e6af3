import {
  type AttemptFacts,
  type AttemptOutcome,
  decideAttempt,
  leaseSeconds,
  SECRET_UNREADABLE,
} from '../../../src/domain/events/webhook';
import { rows } from '../../../src/settings/settings';

const now = new Date('2026-11-20T09:30:00.000Z');
const schedule = rows.webhookRetryScheduleSeconds.default;
const facts = (more: Partial<AttemptFacts> = {}): AttemptFacts => ({
  tries: 1,
  failingSince: null,
  now,
  schedule,
  jitter: 0.5,
  ...more,
});
const answer = (status: number | null, retryAfter: string | null = null): AttemptOutcome => ({
  status,
  error: status === null ? 'timeout' : status < 300 ? null : 'http_status',
  retryAfter,
});
const pause = (outcome: AttemptOutcome, more: Partial<AttemptFacts> = {}): number | null => {
  const { dueAt } = decideAttempt(outcome, facts(more));
  return dueAt && (dueAt.getTime() - now.getTime()) / 1000;
};

// @spec WH8
it.each([200, 201, 204, 299])('Only 2xx is success: %i', (status) => {
  expect(decideAttempt(answer(status), facts({ failingSince: new Date(0) }))).toEqual({
    state: 'delivered',
    dueAt: null,
    failingSince: null,
    disable: null,
  });
});

it.each([100, 301, 302, 307, 400, 404, 429, 500, 503])('%i is a failure and is tried again', (status) => {
  expect(decideAttempt(answer(status), facts())).toMatchObject({ state: 'pending', failingSince: now, disable: null });
});

// @spec WH8
it('A 2xx whose body did not come in time is a failure', () => {
  expect(decideAttempt({ status: 200, error: 'timeout', retryAfter: null }, facts()).state).toBe('pending');
});

// @spec WH10
it('Retries: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h; after the last: dead', () => {
  const pauses = Array.from({ length: 10 }, (_, at) => pause(answer(500), { tries: at + 1 }));
  expect(pauses).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, null]);
  expect(decideAttempt(answer(500), facts({ tries: 10 })).state).toBe('dead');
});

it('±20 %', () => {
  expect(pause(answer(500), { tries: 2, jitter: 0 })).toBe(240);
  expect(pause(answer(500), { tries: 2, jitter: 1 })).toBe(360);
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
  [429, 'soon', 300],
  [429, '-5', 300],
])('Retry-After is honoured within [scheduled delay, 2 days]: %i with %s', (status, retryAfter, seconds) => {
  expect(pause(answer(status, retryAfter), { tries: 2 })).toBe(seconds);
});

it('410 disables the endpoint at once', () => {
  expect(decideAttempt(answer(410), facts()).disable).toBe('gone');
});

// @spec WH13
it('120 h of nothing but failure disables it', () => {
  const since = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);
  expect(decideAttempt(answer(null), facts({ failingSince: since(119.99) })).disable).toBe(null);
  expect(decideAttempt(answer(null), facts({ failingSince: since(120) }))).toMatchObject({
    disable: 'failing',
    failingSince: since(120),
  });
  expect(decideAttempt(answer(200), facts({ failingSince: since(200) })).disable).toBe(null);
});

it('A signing secret that does not open is tried again on the schedule, then dead, and the endpoint is not held to it', () => {
  const unreadable: AttemptOutcome = { status: null, error: SECRET_UNREADABLE, retryAfter: null };
  expect(pause(unreadable, { tries: 2 })).toBe(300);
  const longSince = new Date(now.getTime() - 200 * 3_600_000);
  for (const failingSince of [null, longSince]) {
    expect(decideAttempt(unreadable, facts({ tries: 10, failingSince }))).toEqual({
      state: 'dead',
      dueAt: null,
      failingSince,
      disable: null,
    });
  }
});

it('A claim is a lease of 45 s, and longer than any attempt', () => {
  expect(leaseSeconds(15)).toBe(45);
  expect(leaseSeconds(60)).toBe(180);
  expect(leaseSeconds(1)).toBe(15);
});
