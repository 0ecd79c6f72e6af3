import type { ErrorCode } from '../../../domain/errors/catalogue';
import type { CompiledRoute } from '../compile/compile';
import type { Parameter } from '../compile/parameters';
import { tags } from './common';
import type { ProblemResponses, RecordedProblems } from './problems';
import type { Schemas } from './schemas';

/** A recorded request of an operation, with its answers. */
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

/** Returns the error codes of a GraphQL root field. */
export type RefusalsOf = (field: string, isMutation: boolean) => readonly ErrorCode[];

/** Code of refused documents, which REST clients do not send. */
const DOCUMENT_REFUSED: ErrorCode = 'query_refused';

/** The parts that all operations of a document share. */
interface DocumentParts {
  readonly schemas: Schemas;
  readonly problems: ProblemResponses;
  readonly refusalsOf: RefusalsOf;
  readonly recorded: RecordedExchanges;
}

export function describeOperation(
  route: CompiledRoute,
  { schemas, problems, refusalsOf, recorded }: DocumentParts,
): object {
  const id = operationId(route);
  const example = recorded.operations[id];
  const codes = [...refusalsOf(route.field, route.isMutation), ...route.notFound].filter(
    (code) => code !== DOCUMENT_REFUSED,
  );
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
    ...(route.body && { requestBody: requestBody(route, schemas, example) }),
    responses: { ...answersOf(route, schemas, example), ...problems.of(codes) },
  };
}

/** Returns the path of the GraphQL field as one word: `createTrade`, `principalTradeSettlement`. */
export function operationId({ field }: Pick<CompiledRoute, 'field'>): string {
  const [first = '', ...more] = field.split('.');
  return first + more.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
}

/** Returns the first collection of the path after the principal, such as `trades`. */
export function tagOf({ path }: Pick<CompiledRoute, 'path'>): string {
  const [first = '', , third = first] = path.replace(/^\/api\/v1\//, '').split('/');
  return first === 'principals' && third in tags ? third : first;
}

/** Returns the first sentence of the description. */
function summaryOf({ description }: CompiledRoute): string {
  const [first = description] = description.split(/[.:;](?=\s|$)/);
  return first.replaceAll('`', '');
}

// In GraphQL agents may omit their own principal. A path always contains it.
const ABOUT_OMISSION = / (?:Optional for agents|The console must name it)\b.*$/;

function parameterOf({ in: where, name, description, required, shape, page }: Parameter, schemas: Schemas): object {
  const common = { in: where, name, required };
  if (page) {
    const schema = { type: 'integer', minimum: 1, maximum: page.max, default: page.default };
    return { ...common, description: 'Maximum number of rows.', schema };
  }
  return {
    ...common,
    description: description.replace(ABOUT_OMISSION, ''),
    schema: schemas.input({ ...shape, nullable: false }),
    ...(shape.kind === 'list' && { style: 'form', explode: true }),
  };
}

function headersOf({ isMutation }: CompiledRoute): string[] {
  return [...(isMutation ? ['IdempotencyKey', 'ContentDigest'] : []), 'AgentId', 'ActingProvider', 'ActingSubject'];
}

function requestBody({ body }: CompiledRoute, schemas: Schemas, example: RecordedExchange | undefined): object {
  if (!body) return {};
  return {
    required: body.members.some((member) => member.required),
    content: {
      'application/json': {
        schema: schemas.input(body),
        ...(example?.request !== undefined && { examples: { recorded: { value: example.request } } }),
      },
    },
  };
}

function answersOf(
  route: CompiledRoute,
  schemas: Schemas,
  example: RecordedExchange | undefined,
): Record<string, object> {
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
        ...(example?.answers[String(status)] !== undefined && {
          examples: { recorded: { value: example.answers[String(status)] } },
        }),
      },
    },
  });
  return Object.fromEntries([...route.statuses].sort().map((status) => [String(status), response(status)]));
}

function statusText({ list, statuses, isMutation }: CompiledRoute, status: number): string {
  if (list === 'feed') return 'Events after the cursor, oldest first.';
  if (list === 'page') return 'A page of the list, newest first.';
  if (list === 'whole') return 'The whole list, without pages.';
  if (status === 201) return 'The new object.';
  if (statuses.length > 1) return 'The object existed already. Nothing was created.';
  return isMutation ? 'The result of the change.' : 'The requested object.';
}
