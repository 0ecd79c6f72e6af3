import {
  getNamedType,
  getNullableType,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { JsonSchema } from '../src/domain/events/event-schemas';

/** Messages of the subscriptions that send the state of an object or a list, for AsyncAPI. */

const STAMPS = { type: 'integer', format: 'int64' };
const SCALARS: Readonly<Record<string, JsonSchema>> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer', format: 'int32' },
  Stamps: { ...STAMPS, minimum: 0 },
  SignedStamps: STAMPS,
  DateTime: { type: 'string', format: 'date-time' },
  JSON: {},
  JSONObject: { type: 'object' },
};

/** An object with a key of its own is named only, so that a message does not contain the whole graph. */
function isNamedOnly(type: GraphQLNamedType): boolean {
  if (!isObjectType(type)) return true;
  if (type.name === 'Settlement') return false;
  return type.getInterfaces().length > 0 || type.name.endsWith('Connection');
}

/** The schemas of the types that the messages contain, by name. */
class TypeSchemas {
  readonly all: Record<string, JsonSchema> = {};

  /** @param isRoot whether the type is that of a subscription, which is never only named */
  of(type: GraphQLOutputType, isRoot = false): JsonSchema {
    const schema = this.nonNull(getNullableType(type), isRoot);
    if (isNonNullType(type)) return schema;
    return 'type' in schema && !('enum' in schema)
      ? { ...schema, type: [schema['type'], 'null'] }
      : { anyOf: [schema, { type: 'null' }] };
  }

  private nonNull(type: GraphQLOutputType, isRoot: boolean): JsonSchema {
    if (isListType(type)) return { type: 'array', items: this.of(type.ofType as GraphQLOutputType, isRoot) };
    const named = getNamedType(type);
    const scalar = SCALARS[named.name];
    if (scalar) return scalar;
    if (isEnumType(named)) return { type: 'string', enum: named.getValues().map(({ name }) => name) };
    if (!isRoot && isNamedOnly(named)) {
      return { type: 'object', description: `Type \`${named.name}\` of the GraphQL schema.` };
    }
    this.add(named);
    return { $ref: `#/components/schemas/${named.name}` };
  }

  private add(type: GraphQLNamedType): void {
    if (!isObjectType(type) || type.name in this.all) return;
    this.all[type.name] = {};
    const fields = Object.values(type.getFields()).filter(({ args }) => args.length === 0);
    const properties = fields.map(({ name, type: of, description, deprecationReason }) => [
      name,
      { ...(deprecationReason != null && { deprecated: true }), description, ...this.of(of) },
    ]);
    this.all[type.name] = {
      type: 'object',
      description: type.description,
      properties: Object.fromEntries(properties) as object,
    };
  }
}

export interface StateMessages {
  /** By name, as `trade_updated`. */
  readonly messages: Readonly<Record<string, object>>;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

/** The messages of all state subscriptions. A message has the members that its subscription selects. */
export function stateMessages(schema: GraphQLSchema): StateMessages {
  const fields = Object.values(schema.getSubscriptionType()?.getFields() ?? {}).filter(
    // Events have messages of their own.
    ({ type }) => getNamedType(type).name !== 'Event',
  );
  const types = new TypeSchemas();
  const messages = fields.map(({ name, description, type }) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    {
      name,
      title: name,
      summary: description,
      contentType: 'application/json',
      payload: {
        type: 'object',
        description: 'Payload of a `next` message. It has the members that the subscription selects.',
        properties: { data: { type: 'object', properties: { [name]: types.of(type, true) }, required: [name] } },
        required: ['data'],
      },
    },
  ]);
  const sorted = Object.entries(types.all).sort(([a], [b]) => (a < b ? -1 : 1));
  return { messages: Object.fromEntries(messages) as Record<string, object>, schemas: Object.fromEntries(sorted) };
}
