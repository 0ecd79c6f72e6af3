import type { ProblemResponses } from './problems';

/** Paths that nobody signs for: they are no operations of GraphQL. */
export function publicPaths(problems: ProblemResponses): Readonly<Record<string, object>> {
  return {
    '/api/v1/health': {
      get: {
        operationId: 'health',
        tags: ['service'],
        summary: 'Whether requests are answered',
        description: 'Ready while the database answers.',
        security: [],
        responses: {
          200: json('Ready.', health(['ok'])),
          503: json('Stopping, or the database is away.', health(['stopping', 'unavailable'])),
          ...problems.of(['method_not_allowed']),
        },
      },
    },
    '/api/v1/openapi.json': {
      get: {
        operationId: 'openapi',
        tags: ['service'],
        summary: 'This file',
        description: 'The description of every path, OpenAPI 3.1.',
        security: [],
        responses: {
          200: json('The description.', { type: 'object', additionalProperties: true }),
          304: { description: 'It is still what `If-None-Match` names.' },
          ...problems.of(['method_not_allowed']),
        },
      },
    },
    '/api/v1/webhooks/stripe': { post: stripeDoor(problems) },
  };
}

function stripeDoor(problems: ProblemResponses): object {
  return {
    operationId: 'stripeWebhook',
    tags: ['service'],
    summary: 'Stripe’s way in',
    description:
      'Events of Stripe, proved by `Stripe-Signature` over the bytes as sent. Every verified event is acknowledged; a ' +
      'paid checkout session of ours is credited once.',
    security: [],
    parameters: [
      {
        in: 'header',
        name: 'Stripe-Signature',
        required: true,
        description: 'Made by Stripe with the endpoint’s secret.',
        schema: { type: 'string' },
      },
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
    },
    responses: {
      200: json('Recorded.', {
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
