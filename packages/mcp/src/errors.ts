import { ApiError } from '#client';

/** A refused call, as the model reads it. */
export class ToolError extends Error {
  override readonly name = 'ToolError';

  constructor(
    readonly code: string,
    /** Advice for the model. */
    readonly remedy: string,
    readonly members: Readonly<Record<string, unknown>> = {},
  ) {
    super(`${code}: ${remedy}`);
  }
}

/** An error as its JSON answer. `detail` may quote a counterparty, so it is untrusted. */
export interface Failure {
  readonly code: string;
  readonly remedy: string;
  readonly detail?: string;
  readonly members: Readonly<Record<string, unknown>>;
  /** Whether the call may have had its effect, so that only the same `intentId` is safe. */
  readonly isUncertain: boolean;
}

const UNREACHABLE =
  'The service did not answer. Check that it runs and that --url is its address. Then repeat the call with the same intentId.';
const INTERNAL =
  'This is a fault of agent-trading-mcp. Repeat the call with the same intentId, and report it if it stays.';

/**
 * Members with numbers, times, keys and enum values of the service. A remedy may name them. The other members of its error
 * catalogue may quote a counterparty.
 */
export const SAFE_MEMBERS: readonly string[] = [
  'approvalKey',
  'approvalStatus',
  'availableAt',
  'availableStamps',
  'committedStamps',
  'currentRevisionNo',
  'currentState',
  'headroomStamps',
  'limit',
  'listingKey',
  'maximum',
  'maximumBytes',
  'principalKey',
  'reason',
  'requiredScope',
  'requiredStamps',
  'retryAfterSeconds',
  'retryWithNewKey',
  'revisionNo',
  'serverTime',
  'skewSeconds',
  'stepNo',
  'tradeKey',
  'url',
];
/** The form of keys, enum values and times. */
const TOKEN = /^[\w.:+-]{1,100}$/;
/** The form of an address of the service. */
const ADDRESS = /^https?:\/\/[\w.:[\]/-]{1,200}$/;

/** Describes any error of a call. */
export function describeFailure(error: unknown): Failure {
  if (error instanceof ToolError) {
    return { code: error.code, remedy: error.remedy, members: error.members, isUncertain: false };
  }
  if (error instanceof ApiError) return describeApiError(error);
  const code = isNetworkError(error) ? 'service_unreachable' : 'internal_error';
  return { code, remedy: isNetworkError(error) ? UNREACHABLE : INTERNAL, members: {}, isUncertain: true };
}

function describeApiError(error: ApiError): Failure {
  const safe = SAFE_MEMBERS.filter((name) => isSafe(error.members[name]));
  const members = {
    ...Object.fromEntries(safe.map((name) => [name, error.members[name]])),
    ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
  };
  const remedy = error.remedy ?? 'Read the object again, and choose one of the allowed actions.';
  const isUncertain = error.status >= 500 || error.recovery === 'transient';
  return { code: error.code, remedy, detail: error.detail, members, isUncertain };
}

function isSafe(value: unknown): boolean {
  if (typeof value === 'string') return TOKEN.test(value) || ADDRESS.test(value);
  return typeof value === 'number' || typeof value === 'boolean';
}

function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'TimeoutError' || (error.name === 'TypeError' && error.cause !== undefined);
}
