import { getVariableValues, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import { invalid, type Refusal } from '../../../domain/errors/errors';

/** A request's variables as the executor sees them, defaults in; or what is wrong with them, 400 `validation_failed`. */
export type Fit =
  | { readonly values: Readonly<Record<string, unknown>>; readonly wrong?: undefined }
  | { readonly values?: undefined; readonly wrong: Refusal };

const MOST_FAULTS = 10;

/**
 * What an operation's variables are once coerced. Whoever looks at arguments before the executor does must look at
 * these: a default is not in what was sent, and what was sent may be of any type.
 */
export function fitVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  sent: Readonly<Record<string, unknown>>,
): Fit {
  const definitions = operation.variableDefinitions ?? [];
  const { coerced, errors } = getVariableValues(schema, definitions, sent, { maxErrors: MOST_FAULTS });
  if (!errors) return { values: coerced };
  return { wrong: invalid(errors.map(({ message }) => ({ pointer: '/variables', detail: message }))) };
}
