import type { ProblemResponses } from './problems';

/** Describes the paths that need no signature. They are no operations of GraphQL. */
export function publicPaths(problems: ProblemResponses): Readonly<Record<string, object>> {
  return {
    '/api/v1/health': {
      get: {
        operationId: 'health',
        tags: ['service'],
        summary: 'Health of the service',
        description: 'Returns 200 while the database answers.',
        security: [],
        responses: {
          200: json('The service is ready.', health(['ok'])),
          503: json('The service is stopping, or the database is not reachable.', health(['stopping', 'unavailable'])),
          ...problems.of(['method_not_allowed']),
        },
      },
    },
    '/api/v1/openapi.json': {
      get: {
        operationId: 'openapi',
        tags: ['service'],
        summary: 'The OpenAPI document',
        description: 'Description of every path, OpenAPI 3.1.',
        security: [],
        responses: {
          200: {
            ...json('The OpenAPI document.', { type: 'object', additionalProperties: true }),
            headers: { ETag: { description: 'Entity tag for `If-None-Match`.', schema: { type: 'string' } } },
          },
          304: { description: 'The document still has the entity tag of `If-None-Match`.' },
          ...problems.of(['method_not_allowed']),
        },
      },
    },
    '/api/v1/webhooks/stripe': { post: stripeWebhook(problems) },
  };
}

function stripeWebhook(problems: ProblemResponses): object {
  return {
    operationId: 'stripeWebhook',
    tags: ['service'],
    summary: 'Webhook for Stripe',
    description:
      'Receives events of Stripe, signed with `Stripe-Signature` over the bytes of the body. Every verified event is ' +
      'acknowledged. A paid checkout session is credited once.',
    security: [],
    parameters: [
      {
        in: 'header',
        name: 'Stripe-Signature',
        required: true,
        description: 'Signature of Stripe with the secret of the endpoint.',
        schema: { type: 'string' },
      },
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
    },
    responses: {
      200: json('The event is recorded.', {
        type: 'object',
        properties: { received: { type: 'boolean', enum: [true] } },
        required: ['received'],
      }),
      ...problems.of(['stripe_signature_invalid', 'method_not_allowed', 'payload_too_large', 'service_unavailable']),
    },
  };
}

function json(description: string, schema: object): object {
  return { description, content: { 'application/json': { schema } } };
}

function health(statuses: readonly string[]): object {
  return {
    type: 'object',
    properties: { status: { type: 'string', enum: statuses }, version: { type: 'string' } },
    required: ['status'],
  };
}
