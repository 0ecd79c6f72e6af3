import { getVariableValues, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import { invalid, type Refusal } from '../../../domain/errors/errors';

/** Coerced variables with defaults, or the refusal 400 `validation_failed`. */
export type CoercedVariables =
  | { readonly values: Readonly<Record<string, unknown>>; readonly wrong?: undefined }
  | { readonly values?: undefined; readonly wrong: Refusal };

const MAX_ERRORS = 10;

/**
 * Coerces the variables of an operation.
 * Code that reads arguments before the execution must use these, because the sent variables lack the defaults.
 */
export function coerceVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  sent: Readonly<Record<string, unknown>>,
): CoercedVariables {
  const definitions = operation.variableDefinitions ?? [];
  const { coerced, errors } = getVariableValues(schema, definitions, sent, { maxErrors: MAX_ERRORS });
  if (!errors) return { values: coerced };
  return { wrong: invalid(errors.map(({ message }) => ({ pointer: '/variables', detail: message }))) };
}
