import type { GraphQLSchema } from 'graphql';
import { type CompiledRoute, compileRoutes } from '../rest/compile/compile';
import { rows } from '../rest/routes';
import { pageLimits } from '../../database/sql/pages';

/** Compiles the table of REST routes against the schema. */
export function compiledRoutes(schema: GraphQLSchema): CompiledRoute[] {
  return compileRoutes(schema, rows, pageLimits);
}
