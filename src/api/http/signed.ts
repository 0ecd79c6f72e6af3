import type { FastifyRequest } from 'fastify';
import type { Services } from '../../operations/context';
import { Refusal } from '../../domain/errors/errors';
import type { Clock } from '../../operations/ports';
import { DroppedAnswer } from '../../operations/sandbox';
import { asRefusal } from '../graphql/execution/errors';
import type { LongResponse } from '../responses/response';
import type { AuthenticatedCredential, Authenticator } from '../auth/authenticator';
import type { TrustedProxies } from '../auth/client-address';
import type { PublicAddress } from '../auth/public-address';
import { OperationMetrics } from './operation-count';
import type { RequestLog } from './request-log';
import type { RequestPipeline } from './request-pipeline';
import type { IncomingRequest, ApiAdapter } from './api-adapter';
import { budgetKeyOf, type RateLimit, RateLimited, type RateLimitSubject } from '../auth/rate-limit';
import { RequestUsage } from '../auth/request-usage';
import { tryParse } from './pipeline-steps';
import type { RequestBodies } from '../connections/request-bodies';
import type { UnreadAnswers } from '../connections/unread-answers';
import { limits } from '../graphql/execution/limits';

export interface SignedDeps {
  readonly services: Services;
  readonly clock: Clock;
  readonly authenticator: Authenticator;
  readonly rateLimit: RateLimit;
  readonly pipeline: RequestPipeline;
  readonly proxies: TrustedProxies;
  readonly publicAddress: PublicAddress;
  readonly requestLog: RequestLog;
  readonly unreadAnswers: UnreadAnswers;
  readonly requestBodies: RequestBodies;
}

/** A request with a valid signature, while it is answered. */
export interface VerifiedRequest {
  readonly incoming: IncomingRequest;
  readonly sender: AuthenticatedCredential;
  readonly usage: RequestUsage;
  readonly operationMetrics: OperationMetrics;
  /** The headers of the rate limit so far. */
  readonly rate: { headers: Readonly<Record<string, string>> };
}

/** Checks the headers of a request, and formats its refusals. */
type RequestFormat = Pick<ApiAdapter, 'checkHeaders' | 'respondRefused'>;

/** Answers a signed request: checks headers, signature and rate limit, then runs the pipeline. */
export function answerSigned(deps: SignedDeps, request: FastifyRequest, adapter: ApiAdapter): Promise<LongResponse> {
  return answerVerified(deps, request, adapter, async (verified) => {
    const { sender } = verified;
    const { answer, isMutation } = await runOperation(deps, verified, adapter, () =>
      assignReader(deps, request, sender),
    );
    // A mutation has happened, so its answer is never refused.
    if (!isMutation) assertAnswerCapacity(deps, sender, answer.body);
    return answer;
  });
}

/** Prepares the check of a request's sender. The returned function checks it, at any moment. */
export type Verification = (
  request: FastifyRequest,
  incoming: IncomingRequest,
) => () => Promise<AuthenticatedCredential>;

/**
 * Checks the headers and the signature of a request, and lets `work` answer it.
 * @param work gets the verified request, and a function that verifies the sender again at a later moment
 * @param verification how to check the sender; default: its signature
 */
export async function answerVerified(
  deps: SignedDeps,
  request: FastifyRequest,
  format: RequestFormat,
  work: (verified: VerifiedRequest, verifyAgain: () => Promise<AuthenticatedCredential>) => Promise<LongResponse>,
  verification: Verification = signatureVerification(deps),
): Promise<LongResponse> {
  const incoming = incomingRequest(request);
  const usage = new RequestUsage();
  usage.addBytes(incoming.body?.length ?? 0);
  const operationMetrics = new OperationMetrics();
  const rate: VerifiedRequest['rate'] = { headers: {} };
  let answer: LongResponse;
  try {
    format.checkHeaders(incoming);
    const verify = verification(request, incoming);
    const sender = await verify();
    answer = await work({ incoming, sender, usage, operationMetrics, rate }, verify);
  } catch (error) {
    // An injected fault of a sandbox: the client gets no answer to what it has done.
    if (error instanceof DroppedAnswer) request.raw.socket.destroy();
    const refusal = asRefusal(error instanceof DroppedAnswer ? new Refusal('service_unavailable') : error);
    if (refusal.code === 'internal_error')
      deps.services.log.error({ requestId: request.id, err: error }, 'a request failed');
    if (refusal.code === 'credential_invalid') deps.publicAddress.explainFailure(request.raw, request.id);
    operationMetrics.refusalCode = refusal.code;
    operationMetrics.count(deps.services.metrics);
    if (error instanceof RateLimited) rate.headers = error.headers;
    answer = format.respondRefused(incoming, refusal);
  }
  deps.requestLog.note(request, operationMetrics);
  return { ...answer, headers: { ...answer.headers, ...rate.headers } };
}

/** Parses the envelope, and checks its signature and the budget of its sender. */
export function signatureVerification({
  authenticator,
  publicAddress,
  proxies,
  clock,
  rateLimit,
}: SignedDeps): Verification {
  return (request, incoming) => {
    const parsed = publicAddress.parse(incoming, request.raw, clock.now());
    return async () => {
      const sender = await authenticator.verify(parsed, clock.now(), () => proxies.clientAddress(request.raw));
      rateLimit.assertBudget(sender);
      return sender;
    };
  };
}

/** Counts the bytes of the body and of the answer for the sender. @throws RateLimited if too many are unread */
export function assignReader(deps: SignedDeps, request: FastifyRequest, sender: AuthenticatedCredential): void {
  const reader = budgetKeyOf(sender);
  deps.unreadAnswers.assertCapacity(reader);
  request.reader = reader;
  if (request.countedBody) deps.requestBodies.assign(request.countedBody, reader);
}

/** Refuses a long answer of a reader with too many unread bytes. @throws RateLimited */
export function assertAnswerCapacity(
  { unreadAnswers }: SignedDeps,
  sender: AuthenticatedCredential,
  body: LongResponse['body'],
): void {
  if (body.length > limits.longAnswerBytes) unreadAnswers.assertCapacity(budgetKeyOf(sender), body.length);
}

/**
 * Runs one operation of a verified sender, within its budgets.
 * @param admit runs after the request is counted; it may refuse it
 */
export async function runOperation(
  { rateLimit, authenticator, pipeline }: SignedDeps,
  { incoming, sender, usage, operationMetrics, rate }: VerifiedRequest,
  adapter: ApiAdapter,
  admit: () => void,
): Promise<{ readonly answer: LongResponse; readonly isMutation: boolean }> {
  const outcome = tryParse(adapter, incoming, usage);
  const isMutation = outcome.parsed?.isMutation === true;
  const budget = isMutation ? 'write' : 'read';
  rate.headers = consume(rateLimit, sender, budget, usage);
  admit();
  const identify = () => authenticator.resolveCaller(sender);
  const answer = await pipeline.answer(incoming, outcome, identify, adapter, usage, operationMetrics);
  usage.addBytes(answer.body.length);
  if (usage.extraUnits > 0) rate.headers = rateLimit.charge(sender, budget, usage.extraUnits);
  return { answer, isMutation };
}

export function incomingRequest(request: FastifyRequest): IncomingRequest {
  return {
    requestId: request.id,
    method: request.method,
    target: request.raw.url ?? '/',
    rawHeaders: request.raw.rawHeaders,
    body: bodyOf(request),
    contentType: headerOf(request, 'content-type'),
    contentEncoding: headerOf(request, 'content-encoding'),
    accept: headerOf(request, 'accept'),
    idempotencyKey: headerOf(request, 'idempotency-key'),
  };
}

/**
 * Counts a request in the budget of its operation.
 * A write past its budget was parsed already. So that a client cannot parse for free, the read budget pays for that.
 * @throws RateLimited
 */
function consume(
  rateLimit: RateLimit,
  sender: RateLimitSubject,
  budget: 'read' | 'write',
  { extraUnits }: RequestUsage,
): Record<string, string> {
  try {
    return rateLimit.consume(sender, budget);
  } catch (error) {
    if (budget === 'write' && extraUnits > 0) rateLimit.charge(sender, 'read', extraUnits);
    throw error;
  }
}

export function bodyOf(request: FastifyRequest): Buffer | undefined {
  return Buffer.isBuffer(request.body) && request.body.length > 0 ? request.body : undefined;
}

export function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
