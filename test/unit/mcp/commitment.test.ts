import { commitmentOf } from '../../../packages/mcp/src/views/commitment';

/** The stamps that a party commits with a trade. The integration tests compare it with the postings of the service. */

const step = (priceStamps: number, providerPrincipalKey: string, consumerPrincipalKey: string) => ({
  priceStamps,
  providerPrincipalKey,
  consumerPrincipalKey,
});
const steps = [step(450, 'a', 'b'), step(101, 'a', 'b'), step(99, 'b', 'c')];

it.each([
  ['a', { priceStamps: 0, feeStamps: 0, bondStamps: 111, totalStamps: 111 }],
  ['b', { priceStamps: 551, feeStamps: 7, bondStamps: 130, totalStamps: 688 }],
  ['c', { priceStamps: 99, feeStamps: 1, bondStamps: 20, totalStamps: 120 }],
  ['d', { priceStamps: 0, feeStamps: 0, bondStamps: 0, totalStamps: 0 }],
])('should round the fee of each step and the bond of all steps up, for %s', (principalKey, expected) => {
  expect(commitmentOf(steps, 2_000, 100, principalKey)).toEqual(expected);
});
