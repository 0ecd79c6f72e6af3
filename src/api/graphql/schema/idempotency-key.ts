import { type GraphQLField, GraphQLInputObjectType, getNullableType, type GraphQLSchema, GraphQLString } from 'graphql';

const MEMBER = 'idempotencyKey';

const MEMBER_DESCRIPTION =
  'Idempotency key of the request, 1 to 255 visible ASCII characters. Alternative: the header `Idempotency-Key`. Null is as no key here.';

const NOTE = 'Needs an idempotency key: the header `Idempotency-Key`, or `idempotencyKey` in the input.';

/**
 * Adds `idempotencyKey` to the input of every mutation, and says so in its description.
 * Clients that cannot set a header for one call send the key there. The request pipeline reads it, not the resolvers.
 */
export function addIdempotencyKeys(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const members = inputOf(field).getFields();
    members[MEMBER] = {
      name: MEMBER,
      description: MEMBER_DESCRIPTION,
      type: GraphQLString,
      defaultValue: undefined,
      deprecationReason: undefined,
      extensions: {},
      astNode: undefined,
    };
    // REST has only the header.
    field.extensions = { ...field.extensions, restDescription: field.description };
    field.description = `${field.description ?? ''} ${NOTE}`.trim();
  }
  return schema;
}

function inputOf({ name, args }: GraphQLField<unknown, unknown>): GraphQLInputObjectType {
  const type = getNullableType(args.find((argument) => argument.name === 'input')?.type);
  if (!(type instanceof GraphQLInputObjectType)) throw new Error(`the mutation ${name} has no input`);
  return type;
}
