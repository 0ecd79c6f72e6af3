import type { GraphQLSchema } from 'graphql';
import { type CompiledRoute, compileRoutes } from '../rest/compile/compile';
import { rows } from '../rest/routes';
import { pageLimits } from '../../database/sql/pages';

const compiled = new WeakMap<GraphQLSchema, readonly CompiledRoute[]>();

/** Compiles the table of REST routes, once for each schema. */
export function compiledRoutes(schema: GraphQLSchema): readonly CompiledRoute[] {
  const routes = compiled.get(schema) ?? compileRoutes(schema, rows, pageLimits);
  compiled.set(schema, routes);
  return routes;
}
