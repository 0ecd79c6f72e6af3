import { canAct, decideRefresh, isLoopback, sessionEnd } from '../../../src/domain/sessions/session';

/** Rules of sign-in sessions, without a database. */

const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 20) + seconds * 1000);
const DAY = 86_400;

const shown = { rotatedBefore: false, rotatedNow: false, endedAt: null, expiresAt: at(100), accountClosedAt: null };

test.each([
  ['the current token', {}, 'rotate'],
  ['one that another request has just rotated', { rotatedNow: true }, 'overlap'],
  ['an old one', { rotatedBefore: true, rotatedNow: true }, 'reused'],
  ['the current token of an ended session', { endedAt: at(1) }, 'over'],
  ['an old token of an ended session', { endedAt: at(1), rotatedBefore: true, rotatedNow: true }, 'over'],
  ['the current token in the very instant its session ends', { expiresAt: at(50) }, 'over'],
  ['the current token a moment before', { expiresAt: new Date(at(50).getTime() + 1) }, 'rotate'],
  ['the current token of a closed account', { accountClosedAt: at(1) }, 'over'],
])('%s: %j is %s', (_, change, decision) => {
  expect(decideRefresh({ ...shown, ...change }, at(50))).toBe(decision);
});

test('a session ends a week after its last refresh, and a month after its sign-in at the latest', () => {
  expect(sessionEnd(at(0), at(0))).toEqual(at(7 * DAY));
  expect(sessionEnd(at(0), at(22 * DAY))).toEqual(at(29 * DAY));
  expect(sessionEnd(at(0), at(24 * DAY))).toEqual(at(30 * DAY));
});

test('provider and subject are what acting headers can carry', () => {
  const account = { provider: 'https://identity.example/realms/a', subject: 'ada' };
  expect(canAct(account)).toBe(true);
  for (const subject of ['', 'a b', 'ä', 'a\n', 'x'.repeat(256)]) expect(canAct({ ...account, subject })).toBe(false);
  for (const provider of ['', 'x'.repeat(256)]) expect(canAct({ ...account, provider })).toBe(false);
});

test('plain http is for this machine', () => {
  const hosts = [
    'localhost',
    '127.0.0.1',
    '127.1.2.3',
    '[::1]',
    '127.0.0.1.evil.example',
    '10.0.0.1',
    'localhost.evil',
  ];
  expect(hosts.filter(isLoopback)).toEqual(['localhost', '127.0.0.1', '127.1.2.3', '[::1]']);
});
