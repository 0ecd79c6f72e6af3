import type { GraphQLInputField } from 'graphql';

/** The extension of an input field that may be absent and may not be null. */
export const NOT_NULL = 'notNull';

export function isNotNull({ extensions }: Pick<GraphQLInputField, 'extensions'>): boolean {
  return extensions[NOT_NULL] === true;
}
