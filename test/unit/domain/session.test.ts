import { canAct, decideRefresh, isProviderInUse, sessionEnd } from '../../../src/domain/sessions/session';
import { isLoopback } from '../../../src/domain/url';

const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 20) + seconds * 1000);
const DAY = 86_400;

const token = {
  rotatedBefore: false,
  rotatedNow: false,
  endedAt: null,
  expiresAt: at(100),
  browserEndsAt: at(100),
  accountClosedAt: null,
};

test.each([
  ['the current token', {}, 'rotate'],
  ['a token that a concurrent request has rotated', { rotatedNow: true }, 'overlap'],
  ['an old token', { rotatedBefore: true, rotatedNow: true }, 'reused'],
  ['the current token of an ended session', { endedAt: at(1) }, 'over'],
  ['an old token of an ended session', { endedAt: at(1), rotatedBefore: true, rotatedNow: true }, 'over'],
  ['the current token at the instant of expiry', { expiresAt: at(50) }, 'over'],
  ['the current token 1 ms before the expiry', { expiresAt: new Date(at(50).getTime() + 1) }, 'rotate'],
  ['the current token of a browser that was idle for too long', { browserEndsAt: at(50) }, 'sign_in'],
  ['an old token of a browser that was idle for too long', { browserEndsAt: at(50), rotatedBefore: true }, 'reused'],
  ['the current token of a closed account', { accountClosedAt: at(1) }, 'over'],
])('%s: %j is %s', (_, change, decision) => {
  expect(decideRefresh({ ...token, ...change }, at(50))).toBe(decision);
});

test('a session ends a week after its last refresh, at the latest a month after its sign-in', () => {
  expect(sessionEnd(at(0), at(0))).toEqual(at(7 * DAY));
  expect(sessionEnd(at(0), at(22 * DAY))).toEqual(at(29 * DAY));
  expect(sessionEnd(at(0), at(24 * DAY))).toEqual(at(30 * DAY));
});

test.each<[string, { readonly oidcIssuer?: string; readonly env: string }, boolean]>([
  ['local', { env: 'development' }, true],
  ['local', { env: 'production' }, false],
  ['local', { env: 'development', oidcIssuer: 'https://a.example' }, false],
  ['https://a.example', { env: 'development' }, false],
  ['https://a.example', { env: 'production', oidcIssuer: 'https://a.example/' }, true],
  ['https://a.example/realms/one', { env: 'production', oidcIssuer: 'https://a.example/realms/two' }, false],
  ['https://a.example', { env: 'production', oidcIssuer: 'https://a.example/.well-known/openid-configuration' }, true],
  [
    'https://login.microsoftonline.com/0123/v2.0',
    { env: 'production', oidcIssuer: 'https://login.microsoftonline.com/organizations/v2.0' },
    true,
  ],
])('whether humans of %s can sign in with %j: %s', (provider, settings, isInUse) => {
  expect(isProviderInUse(provider, settings)).toBe(isInUse);
});

test('provider and subject must fit into acting headers', () => {
  const account = { provider: 'https://identity.example/realms/a', subject: 'ada' };
  expect(canAct(account)).toBe(true);
  for (const subject of ['', 'a b', 'ä', 'a\n', 'x'.repeat(256)]) expect(canAct({ ...account, subject })).toBe(false);
  for (const provider of ['', 'x'.repeat(256)]) expect(canAct({ ...account, provider })).toBe(false);
});

test('plain http is valid only for this machine', () => {
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
