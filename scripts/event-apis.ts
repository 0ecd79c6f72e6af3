import type { GraphQLSchema } from 'graphql';
import { type EventType, eventTypes } from '../src/domain/effects';
import { eventForms, eventSchema, type JsonSchema } from '../src/domain/events/event-schemas';
import { INTERFACE_VERSION } from '../src/api/graphql/schema/service';
import { eventExample } from './event-documents';
import { stateMessages } from './state-messages';

/** Events in OpenAPI and AsyncAPI. */

const HEADERS: JsonSchema = {
  type: 'object',
  properties: {
    'webhook-id': { type: 'string', description: 'Key of the event, the same on every attempt.' },
    'webhook-timestamp': { type: 'string', description: 'Time of the attempt in unix seconds.' },
    'webhook-signature': { type: 'string', description: '`v1,` and the HMAC-SHA256 in base64.' },
    'x-svc-webhook-key-version': { type: 'string', description: 'Version of the signing key.' },
  },
  required: ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'x-svc-webhook-key-version'],
};

const delivered = eventTypes.filter((type) => type !== 'webhook.disabled');
const nameOf = (type: EventType): string => type.replace('.', '_');
const withoutDialect = ({ $schema: _, ...schema }: JsonSchema): JsonSchema => schema;
const componentOf = (type: EventType): string => `Event_${nameOf(type)}`;

/** The part `webhooks` of the OpenAPI document, with the schemas that it uses. */
export function openApiWebhooks(): { readonly webhooks: object; readonly schemas: Readonly<Record<string, object>> } {
  const parameters = Object.entries(HEADERS['properties'] as Readonly<Record<string, JsonSchema>>).map(
    ([name, { description }]) => ({ in: 'header', name, required: true, description, schema: { type: 'string' } }),
  );
  const webhook = (type: EventType): object => ({
    post: {
      operationId: `webhook_${nameOf(type)}`,
      tags: ['events'],
      summary: type,
      description: `${eventForms[type].when} Sent to the notification URL of an agent that chose this type.`,
      security: [],
      parameters,
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { $ref: `#/components/schemas/${componentOf(type)}` },
            examples: { event: { value: eventExample(type) } },
          },
        },
      },
      responses: {
        '2XX': { description: 'The event is received. Answer within 15 seconds.' },
        410: { description: 'The receiver is gone. The service disables the endpoint.' },
        default: { description: 'A failure. The service sends the event again.' },
      },
    },
  });
  return {
    webhooks: Object.fromEntries(delivered.map((type) => [type, webhook(type)])),
    schemas: Object.fromEntries(delivered.map((type) => [componentOf(type), withoutDialect(eventSchema(type))])),
  };
}

const SERVERS = {
  service: {
    host: '127.0.0.1:4000',
    pathname: '/graphql',
    protocol: 'ws',
    description: 'The service. Subprotocol: graphql-transport-ws.',
    security: [{ $ref: '#/components/securitySchemes/signature' }],
  },
  receiver: {
    host: '{host}',
    protocol: 'https',
    description: 'The notification URL of an agent.',
    variables: { host: { description: 'Host of the notification URL.', default: 'agent.example' } },
  },
};

const INFO = {
  title: 'Agent Trading Service: events',
  version: INTERFACE_VERSION,
  description:
    'Events of a principal, by webhook and by subscription. A webhook has these bodies. A subscription selects fields of the ' +
    'same events in GraphQL, over the subprotocol graphql-transport-ws, in a socket whose upgrade is signed.',
  license: { name: 'MIT' },
};

const SIGNATURE = {
  type: 'httpApiKey',
  in: 'header',
  name: 'Signature',
  description: 'HTTP message signature (RFC 9421), profile ats-v1, with the header Signature-Input.',
};

const message = (type: EventType): object => ({
  name: type,
  title: type,
  summary: eventForms[type].when,
  contentType: 'application/json',
  ...(type === 'webhook.disabled' ? {} : { headers: HEADERS }),
  payload: withoutDialect(eventSchema(type)),
  examples: [{ name: 'event', payload: eventExample(type) }],
});

function byName(types: readonly EventType[], value: (type: EventType) => object): Readonly<Record<string, object>> {
  return Object.fromEntries(types.map((type) => [nameOf(type), value(type)]));
}

function channel(
  text: { address: string; title: string; description: string },
  server: string,
  types: readonly EventType[],
) {
  const messages = byName(types, (type) => ({ $ref: `#/components/messages/${nameOf(type)}` }));
  return { ...text, servers: [{ $ref: `#/servers/${server}` }], messages };
}

function sending(name: string, summary: string, types: readonly EventType[]): object {
  const messages = types.map((type) => ({ $ref: `#/channels/${name}/messages/${nameOf(type)}` }));
  return { action: 'send', channel: { $ref: `#/channels/${name}` }, summary, messages };
}

const WEBHOOKS = {
  address: '/',
  title: 'Webhooks',
  description: 'A POST to the notification URL for each event that the agent chose.',
};
const SUBSCRIPTIONS = {
  address: '/graphql',
  title: 'Subscriptions',
  description: 'The fields `events`, `tradeCompleted` and `tradeFailed` of `Subscription` in the GraphQL schema.',
};
const STATES = {
  address: '/graphql',
  title: 'State subscriptions',
  description:
    'The other fields of `Subscription`. They send the state of an object or a list after each change, with the types of the ' +
    'GraphQL schema. Fields with arguments are in that schema only.',
  servers: [{ $ref: '#/servers/service' }],
};

/** The AsyncAPI 3 document: webhooks, and the subscriptions of GraphQL. */
export function asyncApiJson(schema: GraphQLSchema): string {
  const { messages, schemas } = stateMessages(schema);
  const states = Object.keys(messages).map((name) => ({ $ref: `#/channels/states/messages/${name}` }));
  const document = {
    asyncapi: '3.0.0',
    info: INFO,
    defaultContentType: 'application/json',
    servers: SERVERS,
    channels: {
      webhooks: channel(WEBHOOKS, 'receiver', delivered),
      subscriptions: channel(SUBSCRIPTIONS, 'service', eventTypes),
      states: { ...STATES, messages },
    },
    operations: {
      sendWebhook: sending('webhooks', 'Sends an event to the notification URL of an agent.', delivered),
      publishEvent: sending('subscriptions', 'Sends an event to each subscriber, in order, without gaps.', eventTypes),
      publishState: {
        action: 'send',
        channel: { $ref: '#/channels/states' },
        summary: 'Sends the state of an object or a list to each subscriber after a change.',
        messages: states,
      },
    },
    components: {
      schemas,
      messages: byName(eventTypes, message),
      securitySchemes: { signature: SIGNATURE },
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
