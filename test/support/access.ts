import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import WebSocket from 'ws';
import { ApiError, type Client, type Signer, signRequest } from '../../src/client';
import { type Prefix, keyOf, prefixes } from '../../src/domain/keys';
import { eventCursor } from '../../src/domain/events/event-cursor';
import { newId } from './ledger';

/** Builds calls of every operation from the schema; not a test. */

export interface Operation {
  readonly name: string;
  readonly kind: 'query' | 'mutation' | 'subscription';
  readonly field: GraphQLField<unknown, unknown>;
}

export function operationsOf(schema: GraphQLSchema): Operation[] {
  const roots = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  };
  return Object.entries(roots).flatMap(([kind, root]) =>
    Object.values(root?.getFields() ?? {}).map((field) => ({
      name: field.name,
      kind: kind as Operation['kind'],
      field,
    })),
  );
}

/** Optional members without which a call would have no effect. */
const WANTED: ReadonlySet<string> = new Set([
  'principalKey',
  'createTrade.proposalKey',
  'activateTrade.tradeKey',
  'updateAgentNotificationUrl.notificationUrl',
  'evaluateTrade.verdict',
  'resolvePayment.sessionId',
  'events.after',
  'tradeCompleted.after',
  'tradeFailed.after',
]);

const SAMPLES: Readonly<Record<string, unknown>> = {
  after: eventCursor(0n),
  card: { name: 'A', description: 'B', version: '1', capabilities: {} },
  shareBps: 10_000,
  notificationUrl: 'https://agent.example/hook',
};

/** The key of an absent object of this kind. */
function missing(name: string): string {
  const noun = name.replace(/(Id|Key)$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const prefix = Object.entries(prefixes).find(([, what]) => what === noun)?.[0] ?? 'prn';
  return keyOf(prefix as Prefix, newId());
}

function sample(operation: string, name: string, type: GraphQLInputType, principalKey: string): unknown {
  const bare = getNullableType(type);
  if (name === 'principalKey') return principalKey;
  if (name in SAMPLES) return SAMPLES[name];
  if (isListType(bare)) return [sample(operation, name, bare.ofType, principalKey)];
  if (isEnumType(bare)) return bare.getValues()[0]?.name;
  if (isInputObjectType(bare)) {
    const members = Object.values(bare.getFields()).filter((member) => isWanted(operation, member));
    return Object.fromEntries(
      members.map((member) => [member.name, sample(operation, member.name, member.type, principalKey)]),
    );
  }
  return (
    ({ ID: missing(name), Boolean: true, Int: 1, Stamps: 1, JSONObject: {} } as Record<string, unknown>)[
      String(bare)
    ] ?? 'text'
  );
}

function isWanted(operation: string, { name, type }: Pick<GraphQLArgument, 'name' | 'type'>): boolean {
  return isNonNullType(type) || WANTED.has(name) || WANTED.has(`${operation}.${name}`);
}

/** Builds a call of the operation on this principal, with its required arguments only. */
export function callOf({ name, kind, field }: Operation, principalKey: string) {
  const args = field.args.filter((argument) => isWanted(name, argument));
  const declared = args.map((argument) => `$${argument.name}: ${String(argument.type)}`).join(', ');
  const passed = args.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
  const named = getNullableType(field.type);
  const selection = isLeafType(named) ? '' : '{ __typename }';
  return {
    query: `${kind} ${declared && `(${declared})`} { ${name}${passed && `(${passed})`} ${selection} }`,
    variables: Object.fromEntries(
      args.map((argument) => [argument.name, sample(name, argument.name, argument.type, principalKey)]),
    ),
  };
}

/** Builds a call of a field below `principal`, such as `principal.agent.webhookDeliveries`. */
export function callBelow(schema: GraphQLSchema, path: string, principalKey: string) {
  const variables: Record<string, unknown> = {};
  const declared: string[] = [];
  const walk = (type: GraphQLObjectType, [name = '', ...rest]: readonly string[]): string => {
    const field = type.getFields()[name];
    if (!field) throw new Error(`${type.name} has no ${name}`);
    const passed = field.args
      .filter((argument) => isWanted(name, argument))
      .map((argument) => {
        const variable = `${name}_${argument.name}`;
        declared.push(`$${variable}: ${String(argument.type)}`);
        variables[variable] = sample(name, argument.name, argument.type, principalKey);
        return `${argument.name}: $${variable}`;
      });
    const named = getNamedType(field.type);
    const selection =
      rest.length > 0 && isObjectType(named) ? walk(named, rest) : isLeafType(named) ? '' : '__typename';
    return `${name}${passed.length > 0 ? `(${passed.join(', ')})` : ''} ${selection && `{ ${selection} }`}`;
  };
  const root = schema.getQueryType();
  if (!root) throw new Error('there is no query type');
  const selection = walk(root, path.split('.'));
  return { query: `query (${declared.join(', ')}) { ${selection} }`, variables };
}

/** The code of the refused call, or `done`. */
export async function answered(
  client: Client,
  kind: 'query' | 'mutation',
  call: ReturnType<typeof callOf>,
): Promise<string> {
  try {
    await (kind === 'query'
      ? client.queryOrThrow(call.query, call.variables)
      : client.mutate(call.query, call.variables));
    return 'done';
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

interface Message {
  readonly type: string;
  readonly payload?: readonly { readonly extensions: { readonly code: string } }[];
}

/** The code of the refused subscription, or `done` after its first event. */
export async function firstEventCode(url: string, signer: Signer, call: ReturnType<typeof callOf>): Promise<string> {
  const address = new URL('/graphql', url);
  const { headers } = signRequest({ method: 'GET', url: address, headers: {}, body: undefined }, signer, {
    now: new Date(),
  });
  address.protocol = 'ws:';
  const socket = new WebSocket(address, 'graphql-transport-ws', { headers });
  try {
    return await new Promise<string>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init' })));
      socket.on('message', (data: Buffer) => {
        const { type, payload } = JSON.parse(data.toString()) as Message;
        if (type === 'connection_ack') socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: call }));
        if (type === 'next') resolve('done');
        if (type === 'error') resolve(payload?.[0]?.extensions.code ?? 'no code');
      });
      socket.on('unexpected-response', (_request, response) => {
        response.on('data', (body: Buffer) => {
          const { errors } = JSON.parse(body.toString()) as { errors: Message['payload'] };
          resolve(errors?.[0]?.extensions.code ?? 'no code');
        });
      });
    });
  } finally {
    socket.terminate();
  }
}
