import { GraphQLError, Kind, OperationTypeNode, parse } from 'graphql';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, invalidMember } from '../domain/errors/errors';
import { parseJsonExactly } from '../domain/json-numbers';
import { isProviderInUse } from '../domain/sessions/session';
import { cookiesAt } from '../api/http/sign-in/cookies';
import { bodyOf, headerOf } from '../api/http/signed';
import type { Credential, Signer } from '../client';
import { SignedCalls, type GraphqlResponse } from './calls';
import type { ConsoleCredentials } from './credentials';
import type { StoredDocument } from './documents';
import { sendEvents, type StreamSource } from './event-stream';
import type { ConsoleDeps } from './deps';
import { followEvents, followQueue } from './subscriptions';
import { assertOwnPage, assertSameSite } from './origin';
import { assertRecent, type BrowserSession, repeatedCheck, Sessions } from './sessions';

/**
 * Mutations that move money out, change who has control, show a secret, send events elsewhere or end an agent. They need
 * a recent sign-in.
 */
const SENSITIVE = new Set([
  'returnFunds',
  'putBinding',
  'removeBinding',
  'createCredential',
  'putMandate',
  'decideApproval',
  'rotateCredential',
  'rotateWebhookSigningKey',
  'setEconomicAnchor',
  'activatePolicy',
  'registerAgent',
  'updateAgentNotificationUrl',
  'updateAgentCard',
  'retireAgent',
]);
const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;
const QUEUES = new Set(['VERDICT', 'SETTLEMENT', 'OVERDUE']);

/** The handlers of the console's backend. */
export class ConsoleBackend {
  private readonly calls: SignedCalls;
  private readonly sessions: Sessions;

  constructor(
    private readonly deps: ConsoleDeps,
    private readonly credentials: ConsoleCredentials,
    private readonly documents: ReadonlyMap<string, StoredDocument>,
  ) {
    this.calls = new SignedCalls(deps.listeningUrl, () => deps.services.publicUrl());
    const { store, services } = deps;
    const { sessionTokens } = services;
    const publicUrl = (): string => services.publicUrl();
    this.sessions = new Sessions({
      calls: this.calls,
      credential: credentials.console,
      store,
      sessionTokens,
      publicUrl,
    });
  }

  /** POST /console/q: runs a document of the build for the human of the session. */
  async run(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    assertOwnPage(request, this.deps.services.publicUrl());
    const { documentId, variables } = readBody(request);
    const document = typeof documentId === 'string' ? this.documents.get(documentId) : undefined;
    if (!document) throw new Refusal('persisted_query_not_found', UNKNOWN_DOCUMENT);
    const isMutation = document.operation === 'mutation';
    const session = await this.session(request, isMutation);
    if (isMutation && document.fields.some((field) => SENSITIVE.has(field))) {
      assertRecent(session, await this.deps.store.realNow());
    }
    const sent = await this.calls.send({
      query: document.text,
      variables: variables ?? {},
      ...this.identityFor(document, session, request),
      human: session.account,
      idempotencyKey: visibleHeader(request, 'idempotency-key'),
    });
    if (isMutation && document.role === 'operator') this.logOperator(session, document, sent);
    return respond(reply, sent);
  }

  /** POST /console/workbench: runs a query that the human wrote. Mutations are refused. */
  async explore(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    assertOwnPage(request, this.deps.services.publicUrl());
    const { query, variables, operationName } = readBody(request);
    assertReads(query);
    const session = await this.session(request, true);
    const sent = await this.calls.send({
      query,
      variables: variables ?? {},
      ...(typeof operationName === 'string' && { operationName }),
      credential: this.credentials.console,
      acting: session.account,
      human: session.account,
    });
    return respond(reply, sent);
  }

  /** GET /console/me: who is signed in, and which parts of the console they may use. */
  async me(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    assertSameSite(request);
    const session = await this.session(request, false);
    const me = { account: session.account, isOperator: this.isOperator(session) };
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(me));
  }

  /** GET /console/events/{principalKey}: the events of a principal, from `Last-Event-ID` on. */
  async events(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    assertSameSite(request);
    const session = await this.session(request, true);
    const after = headerOf(request, 'last-event-id') ?? cursorOf(request);
    const signer: Signer = { credential: this.credentials.console, acting: session.account };
    const { principalKey } = request.params as { readonly principalKey: string };
    await this.stream(request, reply, followEvents(this.connection(signer), principalKey, after));
  }

  /** GET /console/queues/{queue}: the state of an operators' queue, at once and after each change. */
  async queue(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    assertSameSite(request);
    const session = await this.session(request, true);
    const { queue } = request.params as { readonly queue: string };
    if (!QUEUES.has(queue)) throw new Refusal('route_not_found');
    const signer: Signer = { credential: this.operatorOf(session) };
    await this.stream(request, reply, followQueue(this.connection(signer), queue));
  }

  /** Ends the connections to the endpoint. */
  stop(): Promise<void> {
    return this.calls.stop();
  }

  private stream(request: FastifyRequest, reply: FastifyReply, source: StreamSource): Promise<void> {
    const isValid = repeatedCheck(
      () => this.session(request, true),
      () => performance.now(),
    );
    return sendEvents(request, reply, source, { publicUrl: this.deps.services.publicUrl(), isValid });
  }

  private connection(signer: Signer) {
    const { services, listeningUrl } = this.deps;
    return { socketUrl: listeningUrl().replace(/^http/, 'ws'), publicUrl: services.publicUrl(), signer };
  }

  private session(request: FastifyRequest, isFresh: boolean): Promise<BrowserSession> {
    return this.sessions.check(this.jwtOf(request), isFresh);
  }

  private jwtOf(request: FastifyRequest): string | undefined {
    return cookiesAt(this.deps.services.publicUrl()).jwt.read(request.headers.cookie);
  }

  private identityFor({ role }: StoredDocument, session: BrowserSession, request: FastifyRequest) {
    if (role === 'operator') return { credential: this.operatorOf(session) };
    const agentId = visibleHeader(request, 'x-ats-agent');
    return { credential: this.credentials.console, acting: session.account, agentId, jwt: this.jwtOf(request) };
  }

  /** @throws Refusal 403 `platform_only` if the human is no operator */
  private operatorOf(session: BrowserSession): Credential {
    const { operator } = this.credentials;
    if (operator && this.isOperator(session)) return operator;
    throw new Refusal(
      'platform_only',
      'This screen is for operators. Ask for an account that ATS_CONSOLE_OPERATORS lists.',
    );
  }

  /** The operators share a credential, so only this line says which human acted. */
  private logOperator(
    { account }: BrowserSession,
    { name }: StoredDocument,
    { status, headers }: GraphqlResponse,
  ): void {
    const fields = { account, document: name, status, requestId: headers['x-request-id'] };
    this.deps.services.log.info(fields, 'an operator acted at the console');
  }

  private isOperator({ account }: BrowserSession): boolean {
    const { settings } = this.deps.services;
    if (this.credentials.operator === undefined || !isProviderInUse(account.provider, settings)) return false;
    // The built-in provider accepts every name, so it has an operator by default.
    const operators = settings.consoleOperators ?? (settings.oidcIssuer === undefined ? ['operator'] : []);
    return operators.includes(account.subject);
  }
}

const UNKNOWN_DOCUMENT = 'The console of this page is of another release. Reload the page.';

/** @throws Refusal 400 `validation_failed` if the document is malformed or has another operation than a query */
function assertReads(query: unknown): asserts query is string {
  const error = ((): string | undefined => {
    try {
      const { definitions } = parse(typeof query === 'string' ? query : '', { noLocation: true, maxTokens: 5_000 });
      const isRead = definitions.every(
        (one) => one.kind !== Kind.OPERATION_DEFINITION || one.operation === OperationTypeNode.QUERY,
      );
      return isRead ? undefined : 'must contain queries only: the workbench changes nothing';
    } catch (error) {
      return error instanceof GraphQLError ? error.message : 'is nested too deeply';
    }
  })();
  if (error !== undefined) throw invalidMember('/query', error);
}

function readBody(request: FastifyRequest): Readonly<Record<string, unknown>> {
  try {
    const body = parseJsonExactly(bodyOf(request)?.toString('utf8') ?? '');
    if (typeof body === 'object' && body !== null) return body as Record<string, unknown>;
  } catch {
    // As any other wrong body.
  }
  throw invalidMember('', 'must be a JSON object');
}

/** @throws Refusal 400 `validation_failed` */
function visibleHeader(request: FastifyRequest, name: string): string | undefined {
  const value = headerOf(request, name);
  if (value === undefined || VISIBLE_ASCII.test(value)) return value;
  throw invalidMember('', `must have 1 to 255 visible ASCII characters in the header ${name}`);
}

function cursorOf(request: FastifyRequest): string | undefined {
  const { after } = request.query as { readonly after?: unknown };
  return typeof after === 'string' && after !== '' ? after : undefined;
}

function respond(reply: FastifyReply, { status, headers, body }: GraphqlResponse): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}
