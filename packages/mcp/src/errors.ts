import { ApiError, isNetworkError } from '#client';
import { argumentAt, type Path, type WithArguments } from './argument-path';
import { remedyOf, withoutIntent } from './remedies';
import type { UntrustedText } from './untrusted';

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

/** The refusal of an act where only reads are offered. */
export function readOnly(fact: string, { url }: { readonly url: string | undefined }): ToolError {
  const cause = url === undefined ? 'The credential only reads.' : 'This server runs with --read-only.';
  return new ToolError('read_only', `${fact} ${cause} Tell your user, who can change that.`);
}

/** An error as its JSON answer. */
export interface Failure {
  readonly code: string;
  readonly remedy: string;
  /** Texts that may quote a counterparty. */
  readonly untrusted: readonly UntrustedText[];
  readonly members: Readonly<Record<string, unknown>>;
  /** Whether the call may have had its effect, so only the same `intentId` is safe. */
  readonly isUncertain: boolean;
}

const UNREACHABLE =
  'The service at `url` did not answer. Check that it runs and that --url is its address. Then repeat the call with the same intentId.';
const INTERNAL =
  'This is an error of agent-trading-mcp. Repeat the call with the same intentId, and report it if it stays.';

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
/** Members with texts of the request, which can have those of a counterparty. */
const QUOTING_MEMBERS: readonly string[] = ['changedItemIds', 'fields', 'missing', 'missingItemIds', 'unknownItemIds'];
/** The form of keys, enum values and times. */
const TOKEN = /^[\w.:+-]{1,100}$/;
/** The form of an address of the service. */
const ADDRESS = /^https?:\/\/[\w.:[\]/-]{1,200}$/;

/** The call that failed. */
export interface Attempt {
  readonly tool: WithArguments;
  readonly args: unknown;
  /** Address of the service; undefined inside it. */
  readonly url?: string | undefined;
}

/** Describes any error of a call. Errors of the input name the arguments of the tool. */
export function describeFailure(error: unknown, attempt?: Attempt): Failure {
  const failure = describe(error, attempt);
  const takesIntent = attempt === undefined || Object.hasOwn(attempt.tool.input.shape, 'intentId');
  return takesIntent ? failure : { ...failure, remedy: withoutIntent(failure.remedy) };
}

function describe(error: unknown, attempt: Attempt | undefined): Failure {
  if (error instanceof ToolError) {
    return { code: error.code, remedy: error.remedy, members: error.members, untrusted: [], isUncertain: false };
  }
  if (error instanceof ApiError) return describeApiError(error, attempt);
  const code = isNetworkError(error) ? 'service_unreachable' : 'internal_error';
  return {
    code,
    remedy: isNetworkError(error) ? UNREACHABLE : INTERNAL,
    members: {},
    untrusted: [],
    isUncertain: true,
  };
}

function describeApiError(error: ApiError, attempt: Attempt | undefined): Failure {
  const safe = SAFE_MEMBERS.filter((name) => isSafe(error.members[name]));
  const members = {
    ...Object.fromEntries(safe.map((name) => [name, error.members[name]])),
    ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
  };
  const { retryWithNewKey: _, ...others } = members as Failure['members'];
  const isUncertain = error.status >= 500 || error.recovery === 'transient';
  return {
    code: error.code,
    remedy: remedyOf(error, attempt?.url),
    members: repeatsIntent(error) ? others : members,
    untrusted: textsOf(error, attempt),
    isUncertain,
  };
}

/** Whether the same intent can lead to the act, although the service keeps the refusal: after the decision of an owner. */
function repeatsIntent({ code, members }: ApiError): boolean {
  return code === 'approval_required' && members['approvalStatus'] !== 'EXPIRED';
}

function textsOf({ detail, members }: ApiError, attempt: Attempt | undefined): UntrustedText[] {
  const quoting = QUOTING_MEMBERS.filter((name) => Array.isArray(members[name]));
  const linesOf = (name: string): string[] => (members[name] as unknown[]).map((item) => lineOf(item, attempt));
  const lists = quoting.map((name) => ({ field: name, text: linesOf(name).join('; ') }));
  // The detail of invalid input is its first error, so it would repeat these words.
  return attempt && quoting.includes('fields') ? lists : [{ field: 'detail', text: detail }, ...lists];
}

/** An item id, or a member of the request with its error. */
function lineOf(item: unknown, attempt: Attempt | undefined): string {
  if (typeof item !== 'object' || item === null) return String(item);
  const { pointer, path, detail } = item as { readonly pointer?: unknown; path?: unknown; readonly detail?: unknown };
  const place = attempt && Array.isArray(path) ? argumentAt(path as Path, attempt.tool, attempt.args) : pointer;
  return `${String(place)} ${String(detail)}`;
}

function isSafe(value: unknown): boolean {
  if (typeof value === 'string') return TOKEN.test(value) || ADDRESS.test(value);
  return typeof value === 'number' || typeof value === 'boolean';
}
