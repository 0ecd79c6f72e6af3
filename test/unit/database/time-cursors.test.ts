import { byTime } from '../../../src/database/sql/list';

const { pattern } = byTime('q.expires_at', 'p.proposal_id');
const ID = '01890a5d-ac96-774b-bcce-b302099a8057';

// @spec R7
test.each([
  '2026-11-30 02:21:48.123456+00',
  '2024-02-29 00:00:00+00',
  '0001-01-01 00:00:00+00',
  '12026-12-31 23:59:59.9+00',
])('a cursor of times takes %s', (time) => {
  expect(pattern.test(`${time} ${ID}`)).toBe(true);
});

// @spec R7
test.each([
  '2026-02-29 00:00:00+00',
  '2024-99-99 10:00:00+00',
  '2024-04-31 10:00:00+00',
  '2024-01-01 24:00:00+00',
  '2024-01-01 23:60:00+00',
  '0000-01-01 00:00:00+00',
  '999999-01-01 00:00:00+00',
  '2024-01-01T10:00:00+00',
  '2024-01-01 10:00:00+01',
  '',
])('a cursor of times does not take %p, which the service never writes', (time) => {
  expect(pattern.test(`${time} ${ID}`)).toBe(false);
  expect(pattern.test(time)).toBe(false);
});
