import { databaseOptions } from '../../../src/database/connection/data-source';

const optionsWith = (statementTimeoutMs?: number) =>
  databaseOptions({
    url: 'postgres://ats@127.0.0.1:5432/ats',
    role: 'application',
    ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }),
  }).extra;

test('a session of requests gives up a statement that no answer comes to', () => {
  expect(optionsWith()).toMatchObject({ query_timeout: 14_500 });
});

test('a session without a statement timeout, as of an audit, has no timeout in the driver', () => {
  expect(optionsWith(0)).not.toHaveProperty('query_timeout');
});
