import type { GraphQLSchema } from 'graphql';
import { createSchema } from '../../src/api/graphql/schema';
import { refusalsOf } from '../../src/operations/refusals';
import { type Operation, scope } from '../../src/operations/access';

let schema: GraphQLSchema | undefined;

const SAMPLE = /^ats_graphql_operations_total\{field="(\w+)",code="(\w+)"\}/gm;

/**
 * Every operation answers with the codes that are declared for it, and no others: so says what the service counted in a
 * whole test file. What REST makes of a null on the way down from `principal` belongs to the path, not to the operation.
 * @throws Error naming operation and code
 */
export async function refuseUndeclared(metricsUrl: string): Promise<void> {
  const page = await (await fetch(metricsUrl)).text();
  schema ??= createSchema();
  const mutations = schema.getMutationType()?.getFields() ?? {};
  const undeclared = Array.from(page.matchAll(SAMPLE), ([, field = '', code = '']) => ({ field, code })).filter(
    ({ field, code }) => {
      if (code === 'ok' || !Object.hasOwn(scope, field)) return false;
      if (!(field in mutations) && code.endsWith('_not_found')) return false;
      return !(refusalsOf(field as Operation, field in mutations) as readonly string[]).includes(code);
    },
  );
  if (undeclared.length === 0) return;
  const told = undeclared.map(({ field, code }) => `${field}: ${code}`).join(', ');
  throw new Error(`answered, but not declared in src/operations/refusals.ts: ${told}`);
}
