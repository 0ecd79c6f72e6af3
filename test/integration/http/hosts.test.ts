import { hostRefusal } from '../../../src/api/auth/hosts';
import { startTestApp } from '../../support/app';
import { exchange } from '../../support/exchange-raw';

/** ATS_ALLOWED_HOSTS lists the hosts that the service serves. */

const isAllowed = (allowedHosts: readonly string[] | undefined, host: string | undefined, publicUrl = 'http://a') =>
  hostRefusal({ allowedHosts, publicUrl }, host) === undefined;

it.each([
  ['api.example.com', 'api.example.com', true],
  ['api.example.com', 'API.example.com', true],
  ['api.example.com', 'api.example.com:4000', true],
  ['api.example.com:4000', 'api.example.com:4000', true],
  ['api.example.com:4000', 'api.example.com', false],
  ['api.example.com:4000', 'api.example.com:4001', false],
  ['api.example.com:80', 'api.example.com', true],
  ['api.example.com:443', 'api.example.com', false],
  ['[::1]', '[::1]:4000', true],
  ['[::1]:4000', '[::1]', false],
  ['api.example.com', 'evil.example.com', false],
  ['api.example.com', 'api.example.com.evil', false],
  ['api.example.com', '', false],
  ['api.example.com', undefined, false],
])('With the allowed host %s, the host %s is allowed: %s', (allowed, host, expected) => {
  expect(isAllowed(['other.example.com', allowed], host)).toBe(expected);
});

it('The default port of https may be omitted when the public URL has https', () => {
  expect(isAllowed(['api.example.com:443'], 'api.example.com', 'https://api.example.com')).toBe(true);
});

it('Every host is allowed when no host is configured', () => {
  expect([isAllowed(undefined, 'any.example.com'), isAllowed(undefined, undefined)]).toEqual([true, true]);
});

it('A request for another host is refused with a detail about the host', async () => {
  const app = await startTestApp({ ATS_ROLE: 'api', ATS_ALLOWED_HOSTS: 'api.example.com' });
  try {
    const refused = await exchange(app, { method: 'GET', path: '/livez', headers: { host: 'evil.example.com' } });
    expect([refused.status, refused.json['detail']]).toEqual([
      404,
      'The service does not serve this host. Use a host that ATS_ALLOWED_HOSTS lists.',
    ]);
    const accepted = await exchange(app, { method: 'GET', path: '/livez', headers: { host: 'api.example.com:4000' } });
    expect(accepted.status).toBe(200);
  } finally {
    await app.stop();
  }
});
