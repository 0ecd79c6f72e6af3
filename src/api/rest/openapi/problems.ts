import { errorCatalogue, type ErrorCode } from '../../../domain/errors/catalogue';
import type { JsonSchema } from './schemas';

/** Schema of every error answer. */
export const PROBLEM: JsonSchema = {
  type: 'object',
  description:
    'Problem details (RFC 9457). docs/reference/errors.md lists the additional members of each code. Answers that must not ' +
    'reveal anything about the path have neither `instance` nor `request_id`.',
  properties: {
    type: { type: 'string', format: 'uri', description: 'URL of the page about the code.' },
    title: { type: 'string', description: 'Short text of the code.' },
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status code.' },
    detail: { type: 'string', description: 'The problem of this request, and what to do.' },
    code: {
      type: 'string',
      enum: Object.keys(errorCatalogue),
      description: 'Stable code of the problem, for programs.',
    },
    instance: { type: 'string', description: 'Path of the request.' },
    request_id: { type: 'string', description: 'Same value as the header `X-Request-Id`.' },
    recovery: {
      type: 'string',
      enum: ['transient', 'correctable', 'terminal'],
      description: 'What to do: `transient` retry, `correctable` change the request, `terminal` give up.',
    },
    remedy: {
      type: 'string',
      description: 'Advice for the code. It agrees with `recovery` and `retry_with_new_key`.',
    },
    retry_with_new_key: {
      type: 'boolean',
      description: 'The answer is stored for its idempotency key. After a correction, send a new key.',
    },
    fields: {
      type: 'array',
      description: 'Invalid members, each with its JSON pointer. Only for `validation_failed` and `cursor_invalid`.',
      items: {
        type: 'object',
        properties: { pointer: { type: 'string' }, detail: { type: 'string' } },
        required: ['pointer', 'detail'],
      },
    },
  },
  required: ['type', 'title', 'status', 'detail', 'code', 'recovery', 'remedy'],
};

const RETRY_AFTER: readonly ErrorCode[] = [
  'rate_limited',
  'idempotency_key_in_progress',
  'service_unavailable',
  'payment_processor_unavailable',
];

/** Recorded error answers, by code. */
export type RecordedProblems = Readonly<Partial<Record<ErrorCode, unknown>>>;

/** Collects the error responses, which most operations share, as `components.responses`. */
export class ProblemResponses {
  private readonly names = new Map<string, string>();
  private readonly responses: Record<string, object> = {};

  constructor(private readonly recorded: RecordedProblems) {}

  /** The components, by name. */
  get all(): Readonly<Record<string, object>> {
    return this.responses;
  }

  /** Returns references to the responses of these codes, by status. */
  of(codes: readonly ErrorCode[]): Readonly<Record<string, object>> {
    const statuses = [...new Set(codes.map(statusOf))].sort((a, b) => a - b);
    return Object.fromEntries(
      statuses.map((status) => {
        const ofStatus = [...new Set(codes.filter((code) => statusOf(code) === status))].sort();
        return [String(status), { $ref: `#/components/responses/${this.name(status, ofStatus)}` }];
      }),
    );
  }

  private name(status: number, codes: readonly ErrorCode[]): string {
    const key = codes.join(' ');
    const existing = this.names.get(key);
    if (existing !== undefined) return existing;
    const count = [...this.names.values()].filter((name) => name.startsWith(`Refused${String(status)}`)).length;
    const name = `Refused${String(status)}${count === 0 ? '' : `.${String(count + 1)}`}`;
    this.names.set(key, name);
    this.responses[name] = response(codes, this.recorded);
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
