import type { ErrorCode } from '../../../domain/errors/catalogue';
import type { CompiledRoute } from '../compile/compile';
import type { Parameter } from '../compile/parameters';
import { tags } from './common';
import type { ProblemResponses, RecordedProblems } from './problems';
import type { Schemas } from './schemas';

/** What a route's operation was seen to take and to answer. */
export interface RecordedExchange {
  readonly request?: unknown;
  /** By status. */
  readonly answers: Readonly<Record<string, unknown>>;
}

export interface RecordedExchanges {
  /** By operationId. */
  readonly operations: Readonly<Record<string, RecordedExchange>>;
  readonly problems: RecordedProblems;
}

/** The codes that a root field of GraphQL may be refused with. */
export type RefusalsOf = (rootField: string, isMutation: boolean) => readonly ErrorCode[];

/** What a GraphQL document alone can be refused with. */
const OF_GRAPHQL: readonly ErrorCode[] = ['query_refused'];

/** What the operations of one description share. */
export interface Describing {
  readonly schemas: Schemas;
  readonly problems: ProblemResponses;
  readonly refusalsOf: RefusalsOf;
  readonly recorded: RecordedExchanges;
}

export function operationOf(route: CompiledRoute, { schemas, problems, refusalsOf, recorded }: Describing): object {
  const id = operationId(route);
  const seen = recorded.operations[id];
  const [root = ''] = route.field.split('.');
  const codes = [...refusalsOf(root, route.isMutation), ...route.notFound].filter((code) => !OF_GRAPHQL.includes(code));
  return {
    operationId: id,
    tags: [tagOf(route)],
    summary: summaryOf(route),
    description: `${route.description}\n\nGraphQL: \`${route.field}\`.`,
    ...(route.deprecated && { deprecated: true }),
    parameters: [
      ...route.parameters.map((parameter) => parameterOf(parameter, schemas)),
      ...headersOf(route).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ],
    ...(route.body && { requestBody: requestBody(route, schemas, seen) }),
    responses: { ...answersOf(route, schemas, seen), ...problems.of(codes) },
  };
}

/** `createTrade`, `principalTradeSettlement`: what it is in GraphQL, as one word. */
export function operationId({ field }: Pick<CompiledRoute, 'field'>): string {
  const [first = '', ...more] = field.split('.');
  return first + more.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
}

/** The noun it is about: the word of its path that follows whose it is, where that is a collection. */
export function tagOf({ path }: Pick<CompiledRoute, 'path'>): string {
  const [first = '', , third = first] = path.replace(/^\/api\/v1\//, '').split('/');
  return first === 'principals' && third in tags ? third : first;
}

/** The first sentence of what it does. */
function summaryOf({ description }: CompiledRoute): string {
  const [first = description] = description.split(/[.:;](?=\s|$)/);
  return first.replaceAll('`', '');
}

// GraphQL lets an agent leave its own principal out; a path cannot.
const OMITTED_WORDS = '; an agent may leave it out';

function parameterOf({ in: where, name, description, required, shape, page }: Parameter, schemas: Schemas): object {
  const common = { in: where, name, required };
  if (page) {
    const schema = { type: 'integer', minimum: 1, maximum: page.max, default: page.default };
    return { ...common, description: 'At most so many.', schema };
  }
  return {
    ...common,
    description: description.replace(OMITTED_WORDS, ''),
    schema: schemas.input({ ...shape, nullable: false }),
    ...(shape.kind === 'list' && { style: 'form', explode: true }),
  };
}

function headersOf({ isMutation }: CompiledRoute): string[] {
  return [...(isMutation ? ['IdempotencyKey', 'ContentDigest'] : []), 'AgentId', 'ActingProvider', 'ActingSubject'];
}

function requestBody({ body }: CompiledRoute, schemas: Schemas, seen: RecordedExchange | undefined): object {
  if (!body) return {};
  return {
    required: body.members.some((member) => member.required),
    content: {
      'application/json': {
        schema: schemas.input(body),
        ...(seen?.request !== undefined && { examples: { recorded: { value: seen.request } } }),
      },
    },
  };
}

function answersOf(route: CompiledRoute, schemas: Schemas, seen: RecordedExchange | undefined): Record<string, object> {
  const schema = schemas.answer(route.response);
  const response = (status: number): object => ({
    description: statusText(route, status),
    headers: Object.fromEntries(
      [
        'X-Request-Id',
        'RateLimit',
        'RateLimit-Policy',
        ...(route.isMutation ? ['Idempotency-Replayed'] : []),
        ...(route.list === 'page' || route.list === 'feed' ? ['Link'] : []),
      ].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    ),
    content: {
      'application/json': {
        schema,
        ...(seen?.answers[String(status)] !== undefined && {
          examples: { recorded: { value: seen.answers[String(status)] } },
        }),
      },
    },
  });
  return Object.fromEntries([...route.statuses].sort().map((status) => [String(status), response(status)]));
}

function statusText({ list, statuses, isMutation }: CompiledRoute, status: number): string {
  if (list === 'feed') return 'What follows the cursor, oldest first.';
  if (list === 'page') return 'A page, newest first.';
  if (list === 'whole') return 'All of them.';
  if (status === 201) return 'Made.';
  if (statuses.length > 1) return 'It was there already: nothing was made.';
  return isMutation ? 'Done.' : 'Found.';
}
