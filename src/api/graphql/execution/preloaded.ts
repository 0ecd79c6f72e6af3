import { GraphQLObjectType, type GraphQLSchema } from 'graphql';

interface HasPreloaded {
  readonly preloaded?: Readonly<Record<string, unknown>>;
}

/**
 * Lets fields return values that were read together with their object, without a call of their resolver.
 * Such an object has them in `preloaded`, by field name. A page of trades has hundreds of them.
 */
export function resolvePreloaded(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!(type instanceof GraphQLObjectType) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const { name, args, resolve } = field;
      if (!resolve || args.length > 0) continue;
      field.resolve = (source: HasPreloaded | undefined, fieldArgs, context, info): unknown => {
        const value = source?.preloaded?.[name];
        return value === undefined ? resolve(source, fieldArgs, context, info) : value;
      };
    }
  }
  return schema;
}
