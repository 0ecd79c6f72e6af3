import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { ConcurrencyLimit } from '../api/http/concurrency-limit';
import { Refusal } from '../domain/errors/errors';
import { OVERFLOW, UNREPRESENTABLE } from '../domain/json-numbers';
import { signRequest, type ActingHuman, type Credential } from '../client';

/** A GraphQL request that the console signs. */
export interface GraphqlCall {
  readonly query: string;
  readonly operationName?: string | undefined;
  readonly variables: unknown;
  readonly credential: Credential;
  /** The human of the session, whose requests wait for each other. */
  readonly human: ActingHuman;
  /** The human for whom the request acts. Undefined: the request is an operator's. */
  readonly acting?: ActingHuman | undefined;
  /** The agent in whose name the human acts. The service checks that it fits. */
  readonly agentId?: string | undefined;
  /** The JWT of the session, which the signature then covers. */
  readonly jwt?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

type SignedCall = Omit<GraphqlCall, 'human'>;

export interface GraphqlResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const PASSED_HEADERS = ['content-type', 'retry-after', 'x-request-id', 'idempotency-replayed', 'ratelimit'];

/** Longer than any request of the service takes. */
const TIMEOUT_MS = 30_000;
/** More waiting requests mean that the service is overloaded. */
const MAX_WAITING = 500;
/** Below the limit of connections of one address, so that the console leaves room for other programs of this machine. */
const MAX_CONNECTIONS = 32;
/** The connections of one human. Requests that the endpoint lets wait keep their connections, so the rest waits here. */
const MAX_CONNECTIONS_OF_HUMAN = 8;
const MAX_WAITING_OF_HUMAN = 100;
const MAX_WAIT_MS = 5_000;

/**
 * Sends signed requests to the GraphQL endpoint of this process, through all its checks and limits.
 *
 * Nothing of the browser's headers is passed on, so no page can add a signature, an acting header or an agent.
 */
export class SignedCalls {
  private pool: Pool | undefined;
  // Named for reads, because each call of a page begins with the check of its session.
  private readonly humans = new ConcurrencyLimit({
    name: 'concurrent_reads',
    maximum: MAX_CONNECTIONS_OF_HUMAN,
    maxWaiting: MAX_WAITING_OF_HUMAN,
    maxWaitMs: MAX_WAIT_MS,
    detail: 'Too many of your requests are running. Send fewer at the same time.',
  });

  /**
   * @param listeningUrl the address of this process
   * @param publicUrl the address that signatures name
   */
  constructor(
    private readonly listeningUrl: () => string,
    private readonly publicUrl: () => string,
  ) {}

  /** @throws RateLimited if the human has too many requests, Refusal 503 `service_unavailable` */
  async send({ human, ...call }: GraphqlCall): Promise<GraphqlResponse> {
    const release = await this.humans.acquire(`${human.provider}\n${human.subject}`);
    try {
      return await this.sendNow(call);
    } finally {
      release();
    }
  }

  private async sendNow({ credential, acting, agentId, jwt, idempotencyKey, ...request }: SignedCall) {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      ...(jwt !== undefined && { authorization: `Bearer ${jwt}` }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    };
    const body = formatBody(request);
    const signed = signRequest(
      { method: 'POST', url: `${this.publicUrl()}/graphql`, headers, body },
      { credential, acting, agentId },
    );
    const { host, pathname } = new URL(signed.url);
    this.pool ??= new Pool(this.listeningUrl(), {
      connections: MAX_CONNECTIONS,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    if (this.pool.stats.queued >= MAX_WAITING) throw new Refusal('service_unavailable');
    const response = await this.pool.request({
      method: 'POST',
      path: pathname,
      headers: { ...signed.headers, host },
      body,
    });
    const passed = PASSED_HEADERS.flatMap((name) => {
      const value = response.headers[name];
      return value === undefined ? [] : [[name, String(value)] as const];
    });
    return { status: response.statusCode, headers: Object.fromEntries(passed), body: await response.body.text() };
  }

  async stop(): Promise<void> {
    await this.pool?.close();
  }
}

/** Stands for a number that JavaScript would change. Random, so that no text of a request equals it. */
const CHANGED = randomUUID();

/** Formats a request like `JSON.stringify`. A number that JavaScript would change becomes one that the API refuses. */
function formatBody(request: object): string {
  const marked = JSON.stringify(request, (_, value: unknown) => (value === UNREPRESENTABLE ? CHANGED : value));
  return marked.replaceAll(`"${CHANGED}"`, OVERFLOW);
}
