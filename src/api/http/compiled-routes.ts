import type { GraphQLSchema } from 'graphql';
import { type CompiledRoute, compileRoutes } from '../rest/compile/compile';
import { rows } from '../rest/routes';
import { pageLimits } from '../../database/sql/pages';

const compiled = new WeakMap<GraphQLSchema, readonly CompiledRoute[]>();

/** The routes of the service over its schema, compiled once a schema. */
export function compiledRoutes(schema: GraphQLSchema): readonly CompiledRoute[] {
  const routes = compiled.get(schema) ?? compileRoutes(schema, rows, pageLimits);
  compiled.set(schema, routes);
  return routes;
}
