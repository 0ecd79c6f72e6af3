import {
  coerceInputValue,
  getVariableValues,
  type GraphQLError,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { type FieldError, type InputPath, invalid, type Refusal } from '../../../domain/errors/errors';
import { MAX_STAMPS } from '../../../domain/ledger/stamps';
import { amountRange } from '../schema/scalars';
import { inputFieldAt, inputFieldOfVariable } from './input-field';
import { errorAt, inputError, pathOfVariable } from './input-path';
import { withSuggestions } from './suggestions';

/** Coerced variables with defaults, or the refusal 400 `validation_failed`. */
export type CoercedVariables =
  | { readonly values: Readonly<Record<string, unknown>>; readonly wrong?: undefined }
  | { readonly values?: undefined; readonly wrong: Refusal };

type Variables = Readonly<Record<string, unknown>>;

const MAX_ERRORS = 10;

const SCALAR_RANGE = amountRange(0n, MAX_STAMPS);

/**
 * Replaces the range of the scalar in an error text by that of the field.
 * @param findField a search that only errors of the scalar need
 */
export function withRangeOf(findField: () => GraphQLInputField | undefined, message: string): string {
  if (!message.includes(SCALAR_RANGE)) return message;
  const range = findField()?.extensions['amountRange'];
  return typeof range === 'string' ? message.replace(SCALAR_RANGE, range) : message;
}

/**
 * Coerces the variables of an operation.
 * Code that reads arguments before the execution must use these, because the sent variables lack the defaults.
 */
export function coerceVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  sent: Variables,
): CoercedVariables {
  const definitions = operation.variableDefinitions ?? [];
  const { coerced, errors } = getVariableValues(schema, definitions, sent, { maxErrors: MAX_ERRORS });
  return errors ? { wrong: invalid(variableErrors(schema, operation, sent, errors)) } : { values: coerced };
}

/** Finds the errors again with their paths, because the errors of graphql-js have them only in their texts. */
function variableErrors(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  sent: Variables,
  errors: readonly GraphQLError[],
): FieldError[] {
  const fields: FieldError[] = [];
  for (const { variable, type: node, defaultValue } of operation.variableDefinitions ?? []) {
    const name = variable.name.value;
    const type = typeFromAST(schema, node as never) as GraphQLInputType | undefined;
    const at = (path: InputPath): InputPath => [...pathOfVariable(operation, name), ...path];
    if (!type) continue;
    if (!Object.hasOwn(sent, name)) {
      if (isNonNullType(type) && !defaultValue) fields.push(errorAt(at([]), 'must be given'));
      continue;
    }
    coerceInputValue(sent[name], type, (path, _, { message }) => {
      if (fields.length >= MAX_ERRORS) return;
      const findField = () =>
        path.length === 0 ? inputFieldOfVariable(schema, operation, name) : inputFieldAt(type, path);
      const text = withRangeOf(findField, message);
      fields.push(inputError(at(path), withSuggestions(schema, text)));
    });
  }
  // A variable of an output type, which the validation of the document reports too.
  return fields.length > 0 ? fields : errors.map(({ message }) => ({ pointer: '/variables', detail: message }));
}
