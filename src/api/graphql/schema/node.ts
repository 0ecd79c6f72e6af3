import { Field, ID, InterfaceType } from 'type-graphql';

/** Global object identification (Relay): an object's `id` is its key (contract §1). */
@InterfaceType({ description: 'Anything with a key: `node(id: "trd_…")` finds it again.' })
export abstract class Node {
  @Field(() => ID, { description: 'The key: the same text as the field named after it.' })
  readonly id: string;

  constructor(key: string) {
    this.id = key;
  }
}
