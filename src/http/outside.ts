import type { FieldNode } from 'graphql';
import type { Outside } from '../operations/ports';

/** Mutations that ask the outside for something in the middle of their transaction. */
const OUTSIDE: ReadonlyMap<string, Outside> = new Map([
  ['purchaseTickets', 'checkout'],
  ['registerAgent', 'look_up'],
  ['updateAgentNotificationUrl', 'look_up'],
]);

/** What a request asks the outside for; undefined: nothing. `purchaseTickets` is alone in its request (contract §4). */
export function outsideOf(fields: readonly FieldNode[]): Outside | undefined {
  return fields.map((field) => OUTSIDE.get(field.name.value)).find((outside) => outside !== undefined);
}
