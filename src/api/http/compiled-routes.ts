import type { GraphQLSchema } from 'graphql';
import { type CompiledRoute, compileRoutes } from '../rest/compile/compile';
import { rows } from '../rest/routes';
import { pageLimits } from '../../database/sql/pages';

/** The whole table over the service's schema, as it is served and described. */
export function compiledRoutes(schema: GraphQLSchema): CompiledRoute[] {
  return compileRoutes(schema, rows, pageLimits);
}
