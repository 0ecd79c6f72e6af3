import { createSchema } from '../../src/api/graphql/schema';
import { compiledRoutes } from '../../src/api/http/compiled-routes';
import type { CompiledRoute } from '../../src/api/rest/compile/compile';
import type { ScalarShape, RestShape } from '../../src/api/rest/compile/shape';

/** Checks answers against the compiled table: no missing or extra member, and each type. */

export const routes: readonly CompiledRoute[] = compiledRoutes(createSchema());

/** The route of a method and path; a literal segment precedes a parameter. */
export function routeOf(method: string, path: string): CompiledRoute {
  const [bare = ''] = path.split('?');
  const found = routes
    .filter((route) => route.method === method)
    .filter((route) => new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(bare))
    .toSorted((a, b) => a.parameters.length - b.parameters.length);
  if (!found[0]) throw new Error(`no route ${method} ${bare}`);
  return found[0];
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const SCALARS: Readonly<Record<string, (value: unknown) => boolean>> = {
  ID: (value) => typeof value === 'string',
  String: (value) => typeof value === 'string',
  Int: Number.isInteger,
  Boolean: (value) => typeof value === 'boolean',
  Stamps: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  SignedStamps: Number.isSafeInteger,
  DateTime: (value) => TIME.test(String(value)),
  JSONObject: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

function fits({ type }: ScalarShape, value: unknown): boolean {
  const rule = SCALARS[type.name];
  if (!rule) throw new Error(`no rule for ${type.name}`);
  return rule(value);
}

/** The differences between a value and the shape; empty if there are none. */
export function departures(shape: RestShape, value: unknown, at = ''): string[] {
  if (value === null) return shape.nullable ? [] : [`${at} is null`];
  switch (shape.kind) {
    case 'scalar':
      return fits(shape, value) ? [] : [`${at} is no ${shape.type.name}`];
    case 'enum':
      return shape.values.some(({ rest }) => rest === value) ? [] : [`${at} is no ${shape.name}`];
    case 'list':
      if (!Array.isArray(value)) return [`${at} is no list`];
      return value.flatMap((item, index) => departures(shape.of, item, `${at}/${String(index)}`));
    case 'object': {
      if (typeof value !== 'object') return [`${at} is no object`];
      const names = shape.members.map(({ name }) => name);
      const there = Object.keys(value);
      return [
        ...names.filter((name) => !there.includes(name)).map((name) => `${at}/${name} is missing`),
        ...there.filter((name) => !names.includes(name)).map((name) => `${at}/${name} is too much`),
        ...shape.members.flatMap((member) =>
          departures(member.shape, (value as Record<string, unknown>)[member.name] ?? null, `${at}/${member.name}`),
        ),
      ];
    }
  }
}
