import { isStorable } from '../../../src/api/http/idempotency';
import { errorCatalogue, type ErrorCode } from '../../../src/domain/errors/catalogue';
import {
  BOND_ABOVE_LIMIT,
  NO_MORE_PRINCIPALS,
  NO_OPEN_TRADES,
  NO_QUOTA,
  noSpendRemedies,
  MANDATE_ENDED,
  movableRemedies,
  OTHERS_BALANCE,
  OTHERS_LIMIT,
  OTHERS_SPEND_LIMIT,
} from '../../../src/domain/errors/state';
import { type Prefix, prefixes } from '../../../src/domain/keys';
import { NO_CALLS } from '../../../src/domain/errors/request';
import { conflictRemedies } from '../../../src/domain/trades/trade';

/** Status, recovery, remedy and the key of each error must not contradict each other. */

const codes = Object.keys(errorCatalogue) as ErrorCode[];
/** Errors of the idempotency key itself, whose remedy is about the key. */
const OF_THE_KEY: readonly ErrorCode[] = ['idempotency_key_required', 'idempotency_key_reused'];
/** A read has no key. */
const OF_READS: readonly ErrorCode[] = ['settlement_not_found'];

const advisesRetry = (remedy: string): boolean => /\b(again|retry|retries|wait)\b/i.test(remedy);

// @spec E12
describe.each(codes)('%s', (code) => {
  const entry = errorCatalogue[code];
  const { recovery, remedy, status } = entry;
  // `retryWithNewKey` is in exactly the refusals that are stored.
  const needsNewKey = isStorable({ code, entry });

  test('is not terminal if its answer offers a try with a new key', () => {
    expect([code, needsNewKey && recovery === 'terminal']).toEqual([code, false]);
  });

  test('advises no try if it is terminal', () => {
    if (recovery === 'terminal') expect(remedy).not.toMatch(/idempotency key|\b(send|retry|wait)\b/i);
  });

  test('advises a try if it is transient, as every 429 and 5xx is', () => {
    if (recovery === 'transient') expect([code, advisesRetry(remedy)]).toEqual([code, true]);
    if (status === 429 || status >= 500) expect(recovery).toBe('transient');
  });

  test('names the key that the next try needs', () => {
    if (needsNewKey) expect(remedy).not.toMatch(/same (idempotency )?key|same request/i);
    else if (!OF_THE_KEY.includes(code)) expect(remedy).not.toMatch(/new (idempotency )?key/i);
    if (needsNewKey && advisesRetry(remedy) && !OF_READS.includes(code)) expect(remedy).toMatch(/new idempotency key/);
  });
});

/** Names in remedies that are no members of errors. */
const NO_MEMBERS: readonly string[] = ['ats', 'ledger_stopped', 'idempotencyKey', 'npx ats sandbox'];
const REMEDIES = [
  ...codes.map((code) => ({ code, remedy: errorCatalogue[code].remedy })),
  ...Object.values(conflictRemedies).map((remedy) => ({ code: 'trade_state_conflict' as const, remedy })),
  ...(['principal_bond_insufficient_balance', 'wallet_insufficient_balance'] as const).flatMap((code) =>
    [OTHERS_BALANCE, ...Object.values(movableRemedies)].map((remedy) => ({ code, remedy })),
  ),
  ...[BOND_ABOVE_LIMIT, NO_OPEN_TRADES, OTHERS_LIMIT].map((remedy) => ({
    code: 'trade_settlement_rejected' as const,
    remedy,
  })),
  { code: 'mandate_exceeded' as const, remedy: MANDATE_ENDED },
  { code: 'rate_limited' as const, remedy: NO_CALLS },
  ...[NO_QUOTA, NO_MORE_PRINCIPALS].map((remedy) => ({ code: 'principal_quota_exceeded' as const, remedy })),
  ...[...Object.values(noSpendRemedies), OTHERS_SPEND_LIMIT].map((remedy) => ({
    code: 'principal_daily_spend_limit_exceeded' as const,
    remedy,
  })),
];

// @spec E18
test.each(REMEDIES)('the remedy "$remedy" names only members of $code', ({ code, remedy }) => {
  const names = Array.from(remedy.matchAll(/`([^`]+)`/g), ([, name]) => name);
  const expected: readonly unknown[] = [...errorCatalogue[code].members, ...NO_MEMBERS];
  expect(names.filter((name) => !expected.includes(name))).toEqual([]);
});

// @spec E18
test.each(REMEDIES)('the remedy "$remedy" spells no member of one surface outside of backticks', ({ remedy }) => {
  const words = remedy.replace(/`[^`]+`/g, '').match(/\b[a-z]+(?:_[a-z]+|[A-Z][a-z]+)+\b/g) ?? [];
  // Types of events have the same name everywhere but in GraphQL, where they are in upper case.
  expect(words.filter((word) => !remedy.includes(`.${word}`))).toEqual([]);
});

test.each(codes.filter((code) => /begins with/.test(errorCatalogue[code].remedy)))(
  'the remedy of %s names the prefix of the keys of its resource',
  (code) => {
    const [, prefix] = /begins with (\w+)_\./.exec(errorCatalogue[code].remedy) ?? [];
    expect(`${prefixes[prefix as Prefix].replace(' ', '_')}_not_found`).toBe(code);
  },
);
