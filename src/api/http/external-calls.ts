import { isIP } from 'node:net';
import type { FieldNode, GraphQLSchema } from 'graphql';
import { Refusal } from '../../domain/errors/errors';
import type { ExternalCall } from '../../operations/ports';
import { inputOf } from '../auth/scope';

type Input = Readonly<Record<string, unknown>>;

/** Mutations that may ask the outside for something in the middle of their transaction, and what they ask with that input. */
const EXTERNAL_CALLS: ReadonlyMap<string, (input: Input) => ExternalCall | undefined> = new Map([
  ['purchaseTickets', () => 'checkout'],
  ['registerAgent', lookUp],
  ['updateAgentNotificationUrl', lookUp],
]);

/**
 * What a request asks the outside for; undefined: nothing. `purchaseTickets` is alone in its request (contract §4).
 *
 * @param variables coerced; undefined: they do not fit, and nothing is executed
 */
export function externalCallOf(
  schema: GraphQLSchema,
  fields: readonly FieldNode[],
  variables: Input | undefined,
): ExternalCall | undefined {
  if (!variables) return undefined;
  return fields.map((field) => askedBy(schema, field, variables)).find((outside) => outside !== undefined);
}

function askedBy(schema: GraphQLSchema, field: FieldNode, variables: Input): ExternalCall | undefined {
  const asks = EXTERNAL_CALLS.get(field.name.value);
  try {
    return asks?.(inputOf(schema, field, variables));
  } catch (error) {
    // The executor says so in its turn, and runs nothing.
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** A webhook receiver's name is looked up: the one beside the card, or the card's own. */
function lookUp({ notificationUrl, card }: Input): ExternalCall | undefined {
  const own = (card as Input | undefined)?.['notification_url'];
  return [notificationUrl, own].some(namesHost) ? 'look_up' : undefined;
}

/** Not an address in digits, of which nobody is asked. */
function namesHost(url: unknown): boolean {
  if (typeof url !== 'string' || !URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
}
