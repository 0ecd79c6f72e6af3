import type { GraphQLSchema } from 'graphql';
import { createSchema } from '../../src/api/graphql/schema';
import { refusalsOf, refusalsOfFields } from '../../src/operations/refusals';
import { accessRules } from '../../src/operations/access';

let schema: GraphQLSchema | undefined;

const SAMPLE = /^ats_graphql_operations_total\{field="(\w+)",code="(\w+)"\}/gm;

/**
 * Checks that every operation answered only with codes that are declared for it.
 * Reads the metrics of a whole test file. REST codes for a null below `principal` belong to the path instead.
 * @throws Error naming operation and code
 */
export async function refuseUndeclared(metricsUrl: string): Promise<void> {
  const page = await (await fetch(metricsUrl)).text();
  schema ??= createSchema();
  const mutations = schema.getMutationType()?.getFields() ?? {};
  const undeclared = Array.from(page.matchAll(SAMPLE), ([, field = '', code = '']) => ({ field, code })).filter(
    ({ field, code }) => {
      if (code === 'ok' || !Object.hasOwn(accessRules, field)) return false;
      if (!(field in mutations) && code.endsWith('_not_found')) return false;
      const declared: readonly string[] = [...refusalsOf(field, field in mutations), ...refusalsOfFields];
      return !declared.includes(code);
    },
  );
  if (undeclared.length === 0) return;
  const list = undeclared.map(({ field, code }) => `${field}: ${code}`).join(', ');
  throw new Error(`answered, but not declared in src/operations/refusals.ts: ${list}`);
}
