import { isIP } from 'node:net';
import type { FieldNode, GraphQLSchema } from 'graphql';
import { Refusal } from '../../domain/errors/errors';
import type { ExternalCall } from '../../operations/ports';
import { inputOf } from '../auth/access';

type Input = Readonly<Record<string, unknown>>;

/** Mutations that may make an external call during their transaction. */
const EXTERNAL_CALLS: ReadonlyMap<string, (input: Input) => ExternalCall | undefined> = new Map([
  ['purchaseTickets', () => 'checkout'],
  ['grantTickets', () => 'checkout'],
  ['registerAgent', lookUp],
  ['updateAgentNotificationUrl', lookUp],
  ['updateAgentCard', lookUp],
  // It calls this service, and each call needs a connection of its own.
  ['spawnCounterparty', () => 'look_up'],
]);

/**
 * Returns the external call that a request makes, if any.
 * @param variables the coerced variables; undefined if they are invalid, because nothing is executed then
 */
export function externalCallOf(
  schema: GraphQLSchema,
  fields: readonly FieldNode[],
  variables: Input | undefined,
): ExternalCall | undefined {
  if (!variables) return undefined;
  return fields.map((field) => callOf(schema, field, variables)).find((call) => call !== undefined);
}

/**
 * Checks that only the first mutation of a request looks up a host name.
 *
 * A later one would wait for a slow name server while the earlier mutations hold their locks, and so block other callers.
 * @throws Refusal 400 `query_refused`
 */
export function assertLookUpsFirst(
  schema: GraphQLSchema,
  fields: readonly FieldNode[],
  variables: Input | undefined,
): void {
  if (!variables) return;
  const late = fields
    .slice(1)
    .find((field) => EXTERNAL_CALLS.get(field.name.value) === lookUp && callOf(schema, field, variables));
  if (!late) return;
  const detail = `Send ${late.name.value} as the first mutation of its request, because it looks up a host name.`;
  const remedy = 'Send this mutation first, or in a request of its own.';
  throw new Refusal('query_refused', detail, { limit: 'root_fields', maximum: 1 }, remedy);
}

function callOf(schema: GraphQLSchema, field: FieldNode, variables: Input): ExternalCall | undefined {
  try {
    return EXTERNAL_CALLS.get(field.name.value)?.(inputOf(schema, field, variables));
  } catch (error) {
    // The executor reports invalid arguments, and executes nothing.
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Tells whether the host of a webhook URL needs a DNS lookup, in the input or in the card. */
function lookUp({ notificationUrl, card }: Input): ExternalCall | undefined {
  const cardUrl = (card as Input | undefined)?.['notification_url'];
  return [notificationUrl, cardUrl].some(hasHostName) ? 'look_up' : undefined;
}

/** Tells whether a URL has a host name instead of an IP address. */
function hasHostName(url: unknown): boolean {
  if (typeof url !== 'string' || !URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
}
