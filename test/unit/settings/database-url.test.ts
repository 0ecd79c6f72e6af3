import { parseDatabaseUrl } from '../../../src/database/connection/database-url';

const BASE = 'postgres://user:hidden-word@db.example:5433/ats';

describe('DATABASE_URL', () => {
  test('names hosts and database without the password', () => {
    const { hosts, database, needsWrites } = parseDatabaseUrl(BASE);
    expect({ hosts, database, needsWrites }).toEqual({
      hosts: ['db.example:5433'],
      database: 'ats',
      needsWrites: false,
    });
  });

  test('may list several hosts, and then needs one that accepts writes', () => {
    const { urls, hosts, needsWrites } = parseDatabaseUrl('postgres://u:p@first:5432,second/ats?application_name=a');
    expect({ urls, hosts, needsWrites }).toEqual({
      urls: ['postgres://u:p@first:5432/ats?application_name=a', 'postgres://u:p@second/ats?application_name=a'],
      hosts: ['first:5432', 'second'],
      needsWrites: true,
    });
  });

  test.each([
    ['any', false],
    ['read-write', true],
    ['primary', true],
  ])('target_session_attrs=%s needs writes: %s', (value, needsWrites) => {
    const target = parseDatabaseUrl(`postgres://a,b/ats?target_session_attrs=${value}`);
    expect(target.needsWrites).toBe(needsWrites);
    expect(target.urls.join()).not.toContain('target_session_attrs');
  });

  test.each([
    ['', 'none', undefined],
    ['?sslmode=disable', 'none', 'disable'],
    ['?sslmode=prefer', 'verified', 'verify-full'],
    ['?sslmode=require', 'verified', 'verify-full'],
    ['?sslmode=verify-ca', 'verified', 'verify-full'],
    ['?sslmode=verify-full', 'verified', 'verify-full'],
    ['?sslmode=no-verify', 'unverified', 'no-verify'],
    ['?sslmode=require&uselibpqcompat=true', 'unverified', 'require'],
    ['?ssl=true', 'verified', undefined],
  ])('%s has the TLS %s, and pg gets the mode %s', (query, tls, mode) => {
    const target = parseDatabaseUrl(`${BASE}${query}`);
    expect(target.tls).toBe(tls);
    expect(new URL(target.urls[0] ?? '').searchParams.get('sslmode') ?? undefined).toBe(mode);
  });

  test.each([
    ['postgres://127.0.0.1/ats', true],
    ['postgres://localhost:5432,[::1]:5433/ats', true],
    ['postgres:///ats?host=/run/postgresql', true],
    ['postgres://%2Frun%2Fpostgresql/ats', true],
    ['postgres://127.0.0.1,db.example/ats', false],
  ])('%s is on this machine: %s', (url, isLocal) => {
    expect(parseDatabaseUrl(url).isLocal).toBe(isLocal);
  });

  test.each([
    ['mysql://user:hidden-word@host/ats', 'must be an address such as'],
    ['postgres://user:hidden-word@host:port/ats', 'must be an address such as'],
    ['postgres://user:hidden-word@a,,b/ats', 'has an empty name in its list of hosts'],
    [`${BASE}?sslmode=full`, 'has sslmode=full: use disable, no-verify'],
    [`${BASE}?target_session_attrs=standby`, 'has target_session_attrs=standby: use any, read-write or primary'],
  ])('%s is refused without its password', (url, message) => {
    const parse = () => parseDatabaseUrl(url);
    expect(parse).toThrow(message);
    expect(parse).not.toThrow('hidden-word');
  });
});
