import { GraphQLBoolean, GraphQLFloat, GraphQLID, GraphQLInt, type GraphQLScalarType, GraphQLString } from 'graphql';
import type { EnumShape, Member, ObjectShape, RestShape } from '../compile/shape';

/** A JSON Schema of OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const MAX_INT = 2 ** 31 - 1;

/** Schemas of GraphQL's own scalars. */
const builtInScalars = new Map<GraphQLScalarType, JsonSchema>([
  [GraphQLID, { type: 'string' }],
  [GraphQLString, { type: 'string' }],
  [GraphQLBoolean, { type: 'boolean' }],
  [GraphQLFloat, { type: 'number' }],
  [GraphQLInt, { type: 'integer', format: 'int32', minimum: -MAX_INT - 1, maximum: MAX_INT }],
]);

const customScalars: Readonly<Record<string, JsonSchema>> = {
  Stamps: { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  SignedStamps: {
    type: 'integer',
    format: 'int64',
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
  },
  DateTime: { type: 'string', format: 'date-time' },
  JSONObject: { type: 'object', additionalProperties: true },
};

/** Collects the named schemas of `components.schemas`. Generated clients have types with these names. */
export class Schemas {
  private readonly named = new Map<string, JsonSchema>();

  /** The components, by name. */
  get all(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.named].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Returns the schema of a request value. Objects have no other members. */
  input(shape: RestShape): JsonSchema {
    return this.of(shape, 'input');
  }

  /** Returns the schema of an answer value. Objects may get more members later. */
  answer(shape: RestShape): JsonSchema {
    return this.of(shape, 'answer');
  }

  private of(shape: RestShape, as: 'input' | 'answer'): JsonSchema {
    switch (shape.kind) {
      case 'scalar':
        return nullable(scalar(shape.type), shape.nullable);
      case 'enum':
        return reference(this.name(shape.name, enumeration(shape)), shape.nullable);
      case 'list':
        return nullable({ type: 'array', items: this.of(shape.of, as) }, shape.nullable);
      case 'object':
        return reference(this.name(shape.name, this.object(shape, as)), shape.nullable);
    }
  }

  private object({ description, members }: ObjectShape, as: 'input' | 'answer'): JsonSchema {
    const required = members.filter((member) => member.required).map(({ name }) => name);
    return {
      type: 'object',
      ...described(description),
      properties: Object.fromEntries(members.map((member) => [member.name, this.member(member, as)])),
      ...(required.length > 0 && { required }),
      ...(as === 'input' && { additionalProperties: false }),
    };
  }

  private member({ description, shape }: Member, as: 'input' | 'answer'): JsonSchema {
    // A rule of an input field can be narrower than its scalar.
    const bounds = as === 'input' && shape.kind === 'scalar' ? shape.of?.extensions['bounds'] : undefined;
    return { ...this.of(shape, as), ...(bounds as JsonSchema | undefined), ...described(description) };
  }

  /** Returns a reference to the named schema. A different schema with the same name is returned inline. */
  private name(name: string, schema: JsonSchema): JsonSchema {
    const existing = this.named.get(name);
    if (existing === undefined) this.named.set(name, schema);
    else if (JSON.stringify(existing) !== JSON.stringify(schema)) return schema;
    return { $ref: `#/components/schemas/${name}` };
  }
}

function described(description: string): JsonSchema {
  return description === '' ? {} : { description };
}

function scalar(type: GraphQLScalarType): JsonSchema {
  const schema = builtInScalars.get(type) ?? customScalars[type.name];
  if (!schema) throw new Error(`no JSON Schema is defined for ${type.name}`);
  return schema;
}

function enumeration({ description, values }: EnumShape): JsonSchema {
  const lines = values.map((value) => `- \`${value.rest}\`: ${value.description}`);
  return {
    type: 'string',
    description: [description, '', ...lines].join('\n'),
    enum: values.map(({ rest }) => rest),
  };
}

function nullable(schema: JsonSchema, isNullable: boolean): JsonSchema {
  return isNullable ? { ...schema, type: [schema['type'], 'null'] } : schema;
}

function reference(schema: JsonSchema, isNullable: boolean): JsonSchema {
  return isNullable ? { anyOf: [schema, { type: 'null' }] } : schema;
}
