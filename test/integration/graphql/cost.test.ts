import { parse } from 'graphql';
import { Refusal } from '../../../src/domain/errors/errors';
import { assertCost } from '../../../src/api/graphql/execution/limits';
import { createSchema } from '../../../src/api/graphql/schema';

const schema = createSchema();

/** As many lists of trades as there may be aliases, nearly; `page` is what each says of its size. */
function refused(page: string): boolean {
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

test('a page whose size is not named counts as the default page, not as one row', () => {
  expect(refused('(first: 1)')).toBe(false);
  expect(refused('(first: 200)')).toBe(true);
  // The default is 50.
  expect(refused('(first: 50)')).toBe(true);
  expect(refused('')).toBe(true);
});
