import { getNamedType, GraphQLObjectType, isLeafType, type GraphQLField, type GraphQLSchema } from 'graphql';
import type { Context } from './context';

/**
 * Lets fields with objects wait for the next turn of the event loop when a query has worked for long.
 * They wait after their resolver, so that loaders still read the rows of one level in one statement.
 */
export function paceFields(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!(type instanceof GraphQLObjectType) || type.name.startsWith('__')) continue;
    if (type === schema.getSubscriptionType()) continue;
    for (const field of Object.values(type.getFields())) {
      if (!isLeafType(getNamedType(field.type))) paceField(field as GraphQLField<unknown, Context>);
    }
  }
  return schema;
}

function paceField(field: GraphQLField<unknown, Context>): void {
  const { resolve } = field;
  if (!resolve) return;
  field.resolve = (source, args, context, info): unknown => {
    const { slices } = context;
    const resolved = resolve(source, args, context, info);
    if (!slices) return resolved;
    const pace = (value: unknown): unknown => {
      const turn = slices.next();
      return turn ? turn.then(() => value) : value;
    };
    return resolved instanceof Promise ? resolved.then(pace) : pace(resolved);
  };
}
