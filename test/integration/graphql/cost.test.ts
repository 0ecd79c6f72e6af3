import { parse } from 'graphql';
import { Refusal } from '../../../src/domain/errors/errors';
import { assertCost } from '../../../src/api/graphql/execution/limits';
import { createSchema } from '../../../src/api/graphql/schema';

const schema = createSchema();

/** Whether a document with 29 lists of trades is refused for its cost. `page` is the arguments of each list. */
function isRefused(page: string): boolean {
  const fields =
    'stepNo title state priceStamps deadlineAt activatedAt verdict coverageBps provider { principalKey displayName } consumer { principalKey displayName }';
  const list = (nth: number): string => `t${String(nth)}: trades${page} { nodes { tradeKey steps { ${fields} } } }`;
  const lists = Array.from({ length: 29 }, (_, nth) => list(nth)).join(' ');
  try {
    assertCost(schema, parse(`{ principal { ${lists} } }`), {}, undefined);
    return false;
  } catch (error) {
    expect((error as Refusal).members).toMatchObject({ limit: 'cost' });
    return true;
  }
}

test('should count a list without a page size as a page of the default size', () => {
  expect(isRefused('(first: 1)')).toBe(false);
  expect(isRefused('(first: 200)')).toBe(true);
  // The default is 50.
  expect(isRefused('(first: 50)')).toBe(true);
  expect(isRefused('')).toBe(true);
});
