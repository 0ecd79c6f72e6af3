import type { FastifyRequest } from 'fastify';
import type { Services } from '../../operations/context';
import { Refusal } from '../../domain/errors/errors';
import type { Clock } from '../../operations/ports';
import { DroppedAnswer } from '../../operations/sandbox';
import { asRefusal } from '../graphql/execution/errors';
import type { LongResponse } from '../responses/response';
import type { Authenticator } from '../auth/authenticator';
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

/** Answers a signed request: checks headers, signature and rate limit, then runs the pipeline. */
export async function answerSigned(
  deps: SignedDeps,
  request: FastifyRequest,
  adapter: ApiAdapter,
): Promise<LongResponse> {
  const arrived = incomingRequest(request);
  const usage = new RequestUsage();
  usage.addBytes(arrived.body?.length ?? 0);
  const operationMetrics = new OperationMetrics();
  let rateHeaders: Record<string, string> = {};
  let answer: LongResponse;
  try {
    adapter.checkHeaders(arrived);
    const sender = await deps.authenticator.verify(
      deps.publicAddress.parse(arrived, request.raw, deps.clock.now()),
      deps.clock.now(),
      () => deps.proxies.clientAddress(request.raw),
    );
    deps.rateLimit.assertBudget(sender);
    const outcome = tryParse(adapter, arrived, usage);
    const budget = outcome.parsed?.isMutation ? 'write' : 'read';
    rateHeaders = consume(deps.rateLimit, sender, budget, usage);
    const reader = budgetKeyOf(sender);
    deps.unreadAnswers.assertCapacity(reader);
    request.reader = reader;
    if (request.countedBody) deps.requestBodies.assign(request.countedBody, reader);
    const identify = () => deps.authenticator.resolveCaller(sender);
    answer = await deps.pipeline.answer(arrived, outcome, identify, adapter, usage, operationMetrics);
    usage.addBytes(answer.body.length);
    if (usage.extraUnits > 0) rateHeaders = deps.rateLimit.charge(sender, budget, usage.extraUnits);
    // Mutations, whose answers are shorter, have happened: their answers are never refused.
    if (answer.body.length > limits.keptBytes) deps.unreadAnswers.assertCapacity(reader, answer.body.length);
  } catch (error) {
    // An injected fault of a sandbox: the client gets no answer to what it has done.
    if (error instanceof DroppedAnswer) request.raw.socket.destroy();
    const refusal = asRefusal(error instanceof DroppedAnswer ? new Refusal('service_unavailable') : error);
    if (refusal.code === 'internal_error')
      deps.services.log.error({ requestId: request.id, err: error }, 'a request failed');
    if (refusal.code === 'credential_invalid') deps.publicAddress.explainFailure(request.raw, request.id);
    operationMetrics.refusalCode = refusal.code;
    operationMetrics.count(deps.services.metrics);
    if (error instanceof RateLimited) rateHeaders = error.headers;
    answer = adapter.respondRefused(arrived, refusal);
  }
  deps.requestLog.note(request, operationMetrics);
  return { ...answer, headers: { ...answer.headers, ...rateHeaders } };
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
