import type { GraphQLInputField } from 'graphql';
import { Extensions } from 'type-graphql';
import { MAX_STAMPS } from '../../../domain/ledger/stamps';
import { amountRange } from './scalars';

/**
 * The range that a rule of the domain has for an amount in the input.
 *
 * The scalar cannot know the rule of a field. Errors of the scalar name this range, so that a caller meets only one.
 */
export function AmountRange(min: bigint, max = MAX_STAMPS): PropertyDecorator & MethodDecorator {
  return Extensions({ amountRange: amountRange(min, max) });
}

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
