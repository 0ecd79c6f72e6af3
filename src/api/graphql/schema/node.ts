import { Field, ID, InterfaceType } from 'type-graphql';

/** Global object identification (Relay). The `id` of an object is its key. */
@InterfaceType({ description: 'An object with a global id. `node(id: "trd_…")` returns it.' })
export abstract class Node {
  @Field(() => ID, { description: 'Global object id. It equals the key of the object.' })
  readonly id: string;

  constructor(key: string) {
    this.id = key;
  }
}
