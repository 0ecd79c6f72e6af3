import { useTestApp } from '../../support/app';
import { refusedAs } from '../../support/exchange';
import { body, ownerRest, type Rest, restOf, under } from '../../support/rest';
import { createParty, type Party } from '../../support/actors';

const PER_MINUTE = 8;

const app = useTestApp({ ATS_RATE_LIMIT_PER_MINUTE: String(PER_MINUTE) });
let party: Party;
let rest: Rest;
beforeAll(async () => {
  party = await createParty(app, 'Caller');
  rest = restOf(app, party);
});

// @spec E5
it('A server error in one field is 500 internal_error, without partial data and internal details', async () => {
  await app.sql('ALTER TABLE ledger_balance RENAME COLUMN balance TO hidden');
  try {
    for (const sent of [
      await rest.get(under(party)),
      await ownerRest(app, party).patch(under(party), { display_name: 'Renamed' }),
    ]) {
      refusedAs(sent, 'internal_error');
      expect([sent.status, sent.headers.get('content-type')]).toEqual([500, 'application/problem+json; charset=utf-8']);
      expect(Object.keys(sent.json).toSorted()).toEqual(
        ['code', 'detail', 'instance', 'recovery', 'remedy', 'request_id', 'status', 'title', 'type'].toSorted(),
      );
      expect(sent.text).not.toMatch(/relation|hidden|balance|Caller|stack|42703/);
    }
  } finally {
    await app.sql('ALTER TABLE ledger_balance RENAME COLUMN hidden TO balance');
  }
  expect(body(await rest.get(under(party)))['display_name']).toBe('Caller');
});

it('An exhausted read budget is 429 rate_limited with Retry-After. Writes have their own budget', async () => {
  let sent = await rest.get('/wallet');
  for (let count = 0; count < PER_MINUTE && sent.status !== 429; count += 1) sent = await rest.get('/wallet?x=1');
  expect(refusedAs(sent, 'rate_limited')['limit']).toBe('read');
  expect([sent.status, sent.headers.get('ratelimit')]).toEqual([429, expect.stringMatching(/^"read";r=0;t=\d+$/)]);
  expect(Number(sent.headers.get('retry-after'))).toBeGreaterThan(0);
  refusedAs(await rest.delete(`${under(party)}/bindings/x`), 'platform_only');
});
