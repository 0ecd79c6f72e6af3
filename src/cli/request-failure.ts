import { type ApiError, errorOfProblem, isTransient } from '../client';
import { FailureInLines } from './failure-in-lines';

/** The idempotency key of a change. */
export interface RequestKey {
  /** Undefined: the key is in the input of the mutation. */
  readonly inHeader: string | undefined;
}

interface GraphQLError {
  readonly message?: unknown;
  readonly extensions?: object;
}

/** Reads the refusal of a response, or returns undefined. A GraphQL response may have errors with status 200. */
export function refusalOf(response: Response, answer: unknown): ApiError | undefined {
  const { errors } = (answer ?? {}) as { errors?: readonly GraphQLError[] };
  const first = Array.isArray(errors) ? (errors as readonly GraphQLError[])[0] : undefined;
  if (first) return errorOfProblem({ ...first.extensions, detail: first.message }, response.status, response.headers);
  return response.ok ? undefined : errorOfProblem(answer, response.status, response.headers);
}

/** Says what the service refused, why, what to do, and which key the next try needs. */
export function refusalFailure(refusal: ApiError, key: RequestKey | undefined): FailureInLines {
  const { code, status, detail, remedy } = refusal;
  const lines = [`refused: ${code} (status ${String(status)})`, printable(detail)];
  if (remedy !== undefined) lines.push(`Remedy: ${printable(remedy)}`);
  if (key) lines.push(...keyAdvice(refusal, key));
  return new FailureInLines(lines, { cause: refusal });
}

/** Says that HEAD was refused. Its response has no body, and so no reason. */
export function headFailure({ status }: Response): FailureInLines {
  return new FailureInLines([
    `refused: status ${String(status)}`,
    'A response to HEAD has no reason. Read it with GET.',
  ]);
}

/** Says why no answer came. The change may have happened, so only a repeat with its key is safe. */
export function connectionFailure(error: Error, key: RequestKey | undefined): FailureInLines {
  return new FailureInLines([error.message, ...(key ? [repeatAdvice(key)] : [])], { cause: error });
}

function keyAdvice(refusal: ApiError, key: RequestKey): string[] {
  if (isStored(refusal)) {
    const next =
      key.inHeader === undefined
        ? 'with a new `idempotencyKey` in its input.'
        : 'without --idempotency-key, so that it gets a new key.';
    return [`The key keeps this refusal. Send the corrected request ${next}`];
  }
  return isTransient(refusal) ? [repeatAdvice(key)] : [];
}

function repeatAdvice({ inHeader }: RequestKey): string {
  if (inHeader === undefined) return 'To repeat the request with the same key, send it again without a change.';
  return `To repeat the request with the same key, add --idempotency-key ${inHeader}`;
}

/** Whether a repeat with the same key gets this refusal again. GraphQL and REST name the member differently. */
function isStored({ members }: ApiError): boolean {
  return members['retryWithNewKey'] === true || members['retry_with_new_key'] === true;
}

/** A text of the service in one line. Control characters could change the terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}
