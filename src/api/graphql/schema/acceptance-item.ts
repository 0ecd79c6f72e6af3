import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { AcceptanceItem } from '../../../domain/types';

@ObjectType('AcceptanceItem', { description: 'An item of a step on which the participants agree.' })
export class AcceptanceItemView {
  constructor(private readonly item: AcceptanceItem) {}

  @Field(() => ID, { description: 'Id of the item, unique within the step.' })
  get itemId(): string {
    return this.item.item_id;
  }

  @Field(() => String, { description: 'Description of the item.' })
  get description(): string {
    return this.item.description;
  }

  @Field(() => Int, { description: 'Weight of the item in the coverage, 1 to 1,000, relative to the other items.' })
  get weight(): number {
    return this.item.weight;
  }

  @Field(() => Boolean, { description: 'Whether the coverage is 0 without this item.' })
  get must(): boolean {
    return this.item.must;
  }
}

export function acceptanceItemViews(items: readonly AcceptanceItem[] | null | undefined): AcceptanceItemView[] {
  return (items ?? []).map((item) => new AcceptanceItemView(item));
}

@InputType({ description: 'An item of a step on which the participants agree.' })
export class AcceptanceItemInput {
  @Field(() => ID, { description: 'Id of the item, unique within the step, 1 to 64 characters.' })
  itemId: string;

  @Field(() => String, { description: 'Description of the item, 1 to 500 characters.' })
  description: string;

  @Field(() => Int, { description: 'Weight of the item in the coverage, 1 to 1,000, relative to the other items.' })
  weight: number;

  @Field(() => Boolean, { nullable: true, description: 'Whether the coverage is 0 without this item. Default: false.' })
  must?: boolean | null;
}
