import { GraphQLNonNull, type GraphQLSchema } from 'graphql';

/** Reads of public data, which are never refused on their own. */
const NEVER_REFUSED: ReadonlySet<string> = new Set(['service', 'ticketPacks', 'policies']);

/**
 * Makes every root field of a query that can be refused nullable.
 * A refused field is then null, and the other fields of the request are still answered. REST reads the extension.
 */
export function nullableRoots(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    if (NEVER_REFUSED.has(field.name) || !(field.type instanceof GraphQLNonNull)) continue;
    field.type = field.type.ofType as typeof field.type;
    field.extensions = { ...field.extensions, nullOnlyWhenRefused: true };
  }
  return schema;
}
