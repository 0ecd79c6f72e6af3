import { Field, ObjectType } from 'type-graphql';
import type { TermsChange } from '../../../domain/market/terms-changes';
import { JSONScalar } from './scalars';

@ObjectType('TermsChange', { description: 'One difference between the terms of a revision and of the one before.' })
export class TermsChangeView implements TermsChange {
  @Field(() => String, { description: 'Path in the terms, such as `steps[0].priceStamps`.' })
  readonly path: string;

  @Field(() => JSONScalar, { nullable: true, description: 'Value in the revision before. Null if it was absent.' })
  readonly before: unknown;

  @Field(() => JSONScalar, { nullable: true, description: 'Value in this revision. Null if it is absent.' })
  readonly after: unknown;
}
