import { Extensions } from 'type-graphql';
import { MAX_STAMPS } from '../../../domain/ledger/stamps';
import { amountRange } from './scalars';

/**
 * The range that a rule of the domain has for an amount in the input.
 *
 * The scalar cannot know the rule of a field. Errors of the scalar name this range, so that a caller meets only one.
 */
export function AmountRange(min: bigint, max = MAX_STAMPS): PropertyDecorator & MethodDecorator {
  return Extensions({ amountRange: amountRange(min, max), bounds: { minimum: Number(min), maximum: Number(max) } });
}

/** The range that a rule of the domain has for an integer in the input. OpenAPI shows it. */
export function IntRange(minimum: number, maximum: number): PropertyDecorator & MethodDecorator {
  return Extensions({ bounds: { minimum, maximum } });
}
