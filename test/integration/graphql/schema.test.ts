import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { createSchema, printedSchema } from '../../../src/api/graphql/schema';
import { scope } from '../../../src/operations/access';

const schema = createSchema();
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);
const file = (...path: string[]): string => readFileSync(join(__dirname, '..', '..', '..', ...path), 'utf8');

interface Described {
  readonly name: string;
  readonly description: string | undefined | null;
}

function argumentsOf(owner: string, field: GraphQLField<unknown, unknown>): Described[] {
  return field.args.map((argument: GraphQLArgument) => ({
    name: `${owner}.${field.name}(${argument.name}:)`,
    description: argument.description,
  }));
}

/** Everything of a type that a reader of the schema meets. */
function parts(type: GraphQLNamedType): Described[] {
  const own = { name: type.name, description: type.description };
  const named = (items: readonly { name: string; description?: string | undefined | null }[]): Described[] =>
    items.map(({ name, description }) => ({ name: `${type.name}.${name}`, description }));
  if (isEnumType(type)) return [own, ...named(type.getValues())];
  if (isInputObjectType(type)) return [own, ...named(Object.values(type.getFields()))];
  if (!isObjectType(type) && !isInterfaceType(type)) return [own];
  const fields = Object.values(type.getFields());
  return [own, ...named(fields), ...fields.flatMap((field) => argumentsOf(type.name, field))];
}

describe('The GraphQL schema', () => {
  // @spec G4
  it('describes every type, field, argument, input member and enum value', () => {
    const described = types.flatMap(parts);
    expect(described.length).toBeGreaterThan(300);
    // GraphQL's own roots need no description: the service's does.
    const silent = described.filter(({ description }) => (description ?? '').trim() === '').map(({ name }) => name);
    expect(silent.filter((name) => !['Query', 'Mutation', 'Subscription'].includes(name))).toEqual([]);
  });

  it('has an access rule for every root field, and no rule for anything else', () => {
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    const fields = roots.flatMap((root) => Object.keys(root?.getFields() ?? {}));
    expect(Object.keys(scope).sort()).toEqual(fields.sort());
  });

  it('is what schema.graphql says', () => {
    expect(printedSchema()).toBe(file('schema.graphql'));
  });

  // @spec G3
  it('takes one input in each mutation and answers one payload of its own', () => {
    for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
      const name = field.name.charAt(0).toUpperCase() + field.name.slice(1);
      expect(
        `${field.args.map(({ name: argument, type }) => `${argument}: ${String(type)}`).join()} → ${String(field.type)}`,
      ).toBe(`input: ${name}Input! → ${name}Payload!`);
    }
  });

  it('gives every type with a key the Node interface', () => {
    const keyed = types.filter(isObjectType).filter((type) => 'id' in type.getFields());
    expect(keyed.length).toBeGreaterThan(8);
    expect(keyed.filter((type) => type.getInterfaces()[0]?.name !== 'Node').map(({ name }) => name)).toEqual([]);
  });
});

/** What clients were promised (docs of the schema): names, types and arguments; the schema may say more, never otherwise. */
// @spec V6
describe('The promised schema', () => {
  const promised = buildSchema(file('test', 'integration', 'graphql', 'promised.graphql'));
  const names = Object.values(promised.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );

  it.each(names.map((type) => [type.name, type] as const))('%s', (name, wanted) => {
    const given = schema.getType(name);
    expect(given?.[Symbol.toStringTag]).toBe(wanted[Symbol.toStringTag]);
    if (isEnumType(wanted) && isEnumType(given)) {
      const values = given.getValues().map((value) => value.name);
      expect(values.sort()).toEqual(
        wanted
          .getValues()
          .map((value) => value.name)
          .sort(),
      );
    }
    if ('getFields' in wanted && given && 'getFields' in given) {
      const has = spelled(given.getFields());
      expect(Object.fromEntries(Object.keys(spelled(wanted.getFields())).map((key) => [key, has[key]]))).toEqual(
        spelled(wanted.getFields()),
      );
    }
  });
});

type Fields = Record<string, { readonly type: unknown; readonly args?: readonly GraphQLArgument[] }>;

/** `field` and `field(argument:)`, each with its type. */
function spelled(fields: object): Record<string, string> {
  const spelling: Record<string, string> = {};
  for (const [name, field] of Object.entries(fields as Fields)) {
    spelling[name] = String(field.type);
    for (const argument of field.args ?? []) spelling[`${name}(${argument.name}:)`] = String(argument.type);
  }
  return spelling;
}
