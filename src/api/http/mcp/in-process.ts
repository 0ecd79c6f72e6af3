import { asRefusal } from '../../graphql/execution/errors';
import type { LongResponse } from '../../responses/response';
import { DroppedAnswer } from '../../../operations/sandbox';
import { ApiError, type BeginWait, type HostedCaller } from '../../../mcp';
import { Refusal } from '../../../domain/errors/errors';
import type { AuthenticatedCredential } from '../../auth/authenticator';
import { RateLimited } from '../../auth/rate-limit';
import { RequestUsage } from '../../auth/request-usage';
import type { IncomingRequest } from '../api-adapter';
import type { GraphqlAdapter } from '../graphql-adapter';
import { OperationMetrics } from '../operation-count';
import { type VerifiedRequest, runOperation, type SignedDeps } from '../signed';
import { senderFor } from './caller';

/** One MCP request: the operations of its tools run in this process, each as a signed request to `/graphql` would. */
export class InProcessRequest {
  /** An injected fault of a sandbox. The whole request gets no answer then. */
  droppedAnswer: DroppedAnswer | undefined;
  /** Whether a mutation has begun. */
  hasMutated = false;

  constructor(
    private readonly deps: SignedDeps & { readonly graphql: GraphqlAdapter },
    private readonly verified: VerifiedRequest,
    /** Verifies the credential again, because it may have ended since. */
    private readonly verifyAgain: () => Promise<AuthenticatedCredential>,
    /** Aborts when the client is gone. */
    private readonly signal: AbortSignal,
  ) {}

  /** Runs a GraphQL request. An operation that has begun runs to its end, because a mutation may have committed. */
  readonly fetch: HostedCaller['fetch'] = async (_url, init) => {
    this.signal.throwIfAborted();
    init?.signal?.throwIfAborted();
    const headers = new Headers(init?.headers);
    const key = headers.get('idempotency-key') ?? undefined;
    // The client gives each mutation a key, and no query.
    if (key !== undefined) this.hasMutated = true;
    const operation = this.operationOf(init?.body as string, key);
    const { status, headers: answered, body } = await this.run(operation, headers.get('x-agent-id') ?? undefined);
    return new Response(body, { status, headers: answered });
  };

  /**
   * The request that a client would send to `/graphql`.
   *
   * So an intent that is repeated over stdio or `/mcp` takes effect once.
   */
  private operationOf(body: string, idempotencyKey: string | undefined): IncomingRequest {
    const json = 'application/json';
    const { requestId } = this.verified.incoming;
    const common = { method: 'POST', target: '/graphql', rawHeaders: [], contentEncoding: undefined, accept: json };
    return { ...common, requestId, body: Buffer.from(body), contentType: json, idempotencyKey };
  }

  private async run(incoming: IncomingRequest, agentText: string | undefined): Promise<LongResponse> {
    const { graphql } = this.deps;
    const operationMetrics = new OperationMetrics();
    try {
      const sender = senderFor(await this.verifyAgain(), agentText);
      const { rate } = this.verified;
      const verified = { incoming, sender, usage: new RequestUsage(), operationMetrics, rate };
      return (await runOperation(this.deps, verified, graphql, () => undefined)).answer;
    } catch (error) {
      if (error instanceof DroppedAnswer) this.droppedAnswer = error;
      const refusal = asRefusal(error instanceof DroppedAnswer ? new Refusal('service_unavailable') : error);
      if (error !== refusal && !(error instanceof DroppedAnswer))
        this.deps.services.log.error({ requestId: incoming.requestId, err: error }, 'a request failed');
      operationMetrics.refusalCode = refusal.code;
      operationMetrics.count(this.deps.services.metrics);
      const answer = graphql.respondRefused(incoming, refusal);
      return error instanceof RateLimited ? { ...answer, headers: { ...answer.headers, ...error.headers } } : answer;
    } finally {
      this.note(operationMetrics);
    }
  }

  /** Adds an operation, which is counted, to the line of the request in the log. */
  private note({ fields, errors, caller, variables, refusalCode }: OperationMetrics): void {
    const { operationMetrics } = this.verified;
    operationMetrics.isCounted = true;
    operationMetrics.fields = [...operationMetrics.fields, ...fields];
    operationMetrics.errors = [...operationMetrics.errors, ...errors];
    operationMetrics.refusalCode ??= refusalCode;
    operationMetrics.caller ??= caller;
    operationMetrics.variables = { ...operationMetrics.variables, ...variables };
  }
}

/** Begins waits that end when the client is gone. Their refusals have the form of the client package. */
export function beginWaitUntil(signal: AbortSignal, begin: BeginWait): BeginWait {
  return async (after) => {
    const wait = await begin(after).catch((error: unknown) => {
      throw error instanceof Refusal ? toApiError(error) : error;
    });
    if (signal.aborted) wait.end();
    signal.addEventListener('abort', () => wait.end(), { once: true });
    return wait;
  };
}

function toApiError(refusal: Refusal): ApiError {
  const { status, recovery, remedy } = refusal.entry;
  const { code, message: detail, members } = refusal;
  const rest = { requestId: undefined, retryAfterSeconds: undefined, path: undefined };
  return new ApiError({ code, status, detail, recovery, remedy, members, ...rest });
}
