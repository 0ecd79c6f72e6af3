import { errorCatalogue, type ErrorCode } from '../../../domain/errors/catalogue';
import type { JsonSchema } from './schemas';

/** Refusals as OpenAPI has them: one response for each status, with the codes that it may carry. */

export const PROBLEM: JsonSchema = {
  type: 'object',
  description:
    'Problem details (RFC 9457). A code may bring members of its own: docs/reference/errors.md lists them. `instance` and ' +
    '`request_id` are missing where the answer must not tell one request from another.',
  properties: {
    type: { type: 'string', format: 'uri', description: 'Names the code as an address.' },
    title: { type: 'string', description: 'The code in words.' },
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status.' },
    detail: { type: 'string', description: 'What was wrong this time, and what to do.' },
    code: { type: 'string', enum: Object.keys(errorCatalogue), description: 'What to branch on.' },
    instance: { type: 'string', description: 'The path that was asked.' },
    request_id: { type: 'string', description: 'As in the header `X-Request-Id`.' },
    recovery: {
      type: 'string',
      enum: ['transient', 'correctable', 'terminal'],
      description: '`transient`: try again; `correctable`: change the request; `terminal`: give up.',
    },
    retry_with_new_key: {
      type: 'boolean',
      description: 'The refusal is kept for its idempotency key: after mending the cause, send another key.',
    },
    fields: {
      type: 'array',
      description: 'Of `validation_failed`: what does not fit, each by its JSON pointer.',
      items: {
        type: 'object',
        properties: { pointer: { type: 'string' }, detail: { type: 'string' } },
        required: ['pointer', 'detail'],
      },
    },
  },
  required: ['type', 'title', 'status', 'detail', 'code', 'recovery'],
};

const RETRY_AFTER: readonly ErrorCode[] = [
  'rate_limited',
  'idempotency_key_in_progress',
  'service_unavailable',
  'payment_processor_unavailable',
];

/** Recorded answers, by code. */
export type RecordedProblems = Readonly<Partial<Record<ErrorCode, unknown>>>;

/** The responses of refusals, each once under `components.responses`: most operations share most of them. */
export class ProblemResponses {
  private readonly names = new Map<string, string>();
  private readonly known: Record<string, object> = {};

  constructor(private readonly recorded: RecordedProblems) {}

  /** The components, by name. */
  get all(): Readonly<Record<string, object>> {
    return this.known;
  }

  /** By status. */
  of(codes: readonly ErrorCode[]): Readonly<Record<string, object>> {
    const statuses = [...new Set(codes.map(statusOf))].sort((a, b) => a - b);
    return Object.fromEntries(
      statuses.map((status) => {
        const here = [...new Set(codes.filter((code) => statusOf(code) === status))].sort();
        return [String(status), { $ref: `#/components/responses/${this.name(status, here)}` }];
      }),
    );
  }

  private name(status: number, codes: readonly ErrorCode[]): string {
    const key = codes.join(' ');
    const known = this.names.get(key);
    if (known !== undefined) return known;
    const like = [...this.names.values()].filter((name) => name.startsWith(`Refused${String(status)}`)).length;
    const name = `Refused${String(status)}${like === 0 ? '' : `.${String(like + 1)}`}`;
    this.names.set(key, name);
    this.known[name] = response(codes, this.recorded);
    return name;
  }
}

function statusOf(code: ErrorCode): number {
  return errorCatalogue[code].status;
}

function response(codes: readonly ErrorCode[], recorded: RecordedProblems): object {
  const examples = codes.flatMap((code) => (recorded[code] === undefined ? [] : [[code, { value: recorded[code] }]]));
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].meaning}`).join('\n\n'),
    headers: {
      ...ref('X-Request-Id'),
      ...(codes.some((code) => statusOf(code) === 401) && { ...ref('WWW-Authenticate'), ...ref('Accept-Signature') }),
      ...(codes.some((code) => RETRY_AFTER.includes(code)) && ref('Retry-After')),
    },
    content: {
      'application/problem+json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Problem' }, { type: 'object', properties: { code: { enum: codes } } }],
        },
        ...(examples.length > 0 && { examples: Object.fromEntries(examples) as object }),
      },
    },
  };
}

function ref(name: string): object {
  return { [name]: { $ref: `#/components/headers/${name}` } };
}
