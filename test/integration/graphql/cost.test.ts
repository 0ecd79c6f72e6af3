import { getIntrospectionQuery, graphqlSync, parse } from 'graphql';
import { Refusal } from '../../../src/domain/errors/errors';
import { assertCost, limits } from '../../../src/api/graphql/execution/limits';
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

function fieldsIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + fieldsIn(item), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, item) => sum + 1 + fieldsIn(item), 0);
}

test('should leave a fifth of the limit of introspection above the largest query of code generators', () => {
  const options = { specifiedByUrl: true, directiveIsRepeatable: true, schemaDescription: true };
  const source = getIntrospectionQuery({ ...options, inputValueDeprecation: true, oneOf: true });
  const { data, errors } = graphqlSync({ schema, source });
  expect(errors).toBeUndefined();
  expect(fieldsIn(data)).toBeLessThan(limits.introspection * 0.8);
});
