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
import { accessRules } from '../../../src/operations/access';

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

/** Returns a type and all its described parts. */
function describedParts(type: GraphQLNamedType): Described[] {
  const self = { name: type.name, description: type.description };
  const named = (items: readonly { name: string; description?: string | undefined | null }[]): Described[] =>
    items.map(({ name, description }) => ({ name: `${type.name}.${name}`, description }));
  if (isEnumType(type)) return [self, ...named(type.getValues())];
  if (isInputObjectType(type)) return [self, ...named(Object.values(type.getFields()))];
  if (!isObjectType(type) && !isInterfaceType(type)) return [self];
  const fields = Object.values(type.getFields());
  return [self, ...named(fields), ...fields.flatMap((field) => argumentsOf(type.name, field))];
}

describe('The GraphQL schema', () => {
  // @spec G4
  it('describes every type, field, argument, input member and enum value', () => {
    const described = types.flatMap(describedParts);
    expect(described.length).toBeGreaterThan(300);
    const undescribed = described
      .filter(({ description }) => (description ?? '').trim() === '')
      .map(({ name }) => name);
    expect(undescribed.filter((name) => !['Query', 'Mutation', 'Subscription'].includes(name))).toEqual([]);
  });

  it('has an access rule for every root field, and no rule for anything else', () => {
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    const fields = roots.flatMap((root) => Object.keys(root?.getFields() ?? {}));
    expect(Object.keys(accessRules).sort()).toEqual(fields.sort());
  });

  it('equals schema.graphql', () => {
    expect(printedSchema()).toBe(file('schema.graphql'));
  });

  // @spec G3
  it('takes one input in each mutation and returns its own payload type', () => {
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
    expect(
      keyed.filter((type) => !type.getInterfaces().some(({ name }) => name === 'Node')).map(({ name }) => name),
    ).toEqual([]);
  });
});

/** Names, types and arguments that clients rely on. The schema may have more, but must not change these. */
// @spec V6
describe('The promised schema', () => {
  const promised = buildSchema(file('test', 'integration', 'graphql', 'promised.graphql'));
  const names = Object.values(promised.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );

  it.each(names.map((type) => [type.name, type] as const))('%s', (name, expected) => {
    const actual = schema.getType(name);
    expect(actual?.[Symbol.toStringTag]).toBe(expected[Symbol.toStringTag]);
    if (isEnumType(expected) && isEnumType(actual)) {
      const values = actual.getValues().map((value) => value.name);
      expect(values.sort()).toEqual(
        expected
          .getValues()
          .map((value) => value.name)
          .sort(),
      );
    }
    if ('getFields' in expected && actual && 'getFields' in actual) {
      const actualTypes = typesOf(actual.getFields());
      expect(
        Object.fromEntries(Object.keys(typesOf(expected.getFields())).map((key) => [key, actualTypes[key]])),
      ).toEqual(typesOf(expected.getFields()));
    }
  });
});

type Fields = Record<string, { readonly type: unknown; readonly args?: readonly GraphQLArgument[] }>;

/** Returns the type of each `field` and `field(argument:)`. */
function typesOf(fields: object): Record<string, string> {
  const types: Record<string, string> = {};
  for (const [name, field] of Object.entries(fields as Fields)) {
    types[name] = String(field.type);
    for (const argument of field.args ?? []) types[`${name}(${argument.name}:)`] = String(argument.type);
  }
  return types;
}
