import type { FastifyReply, FastifyRequest } from 'fastify';
import { INTERFACE_VERSION } from '../../graphql/schema/service';
import type { PrincipalCaller } from '../../../domain/sessions/caller';
import { createHostedAnswers } from '../../../mcp';
import type { AuthenticatedCredential } from '../../auth/authenticator';
import type { LongResponse } from '../../responses/response';
import { answerVerified, assertAnswerCapacity, assignReader, type VerifiedRequest } from '../signed';
import { accessOf, type Access } from './access';
import type { McpDeps } from './deps';
import { agentKeyOf, assertPrincipal, intentIdOf } from './caller';
import { beginWaitUntil, InProcessRequest } from './in-process';
import { mcpFormat, readMessage } from './message';

const answerMessage = createHostedAnswers(INTERFACE_VERSION);

/**
 * Answers a JSON-RPC message of a request with a signature or an access token: verify → identify → run the tools.
 *
 * The message costs one read. Each operation of a tool costs a read or a write, as a request to `/graphql` would.
 */
export function answerMcp(deps: McpDeps, request: FastifyRequest, reply: FastifyReply): Promise<LongResponse> {
  const access = accessOf(deps, request);
  const format = access.challenging(mcpFormat(() => deps.services.publicUrl()));
  const answer = async (
    verified: VerifiedRequest,
    verifyAgain: () => Promise<AuthenticatedCredential>,
  ): Promise<LongResponse> => {
    const { sender, incoming, operationMetrics, rate } = verified;
    rate.headers = deps.rateLimit.consume(sender, 'read');
    assignReader(deps, request, sender);
    const caller = await deps.authenticator.resolveCaller(sender);
    operationMetrics.caller = caller;
    const message = readMessage(incoming);
    const principal = assertPrincipal(caller);
    access.assertTokenScopes(principal, message);
    return answerTools(deps, verified, principal, message, { reply, verifyAgain, access });
  };
  return answerVerified(deps, request, format, answer, access.verification);
}

interface RequestParts {
  readonly reply: FastifyReply;
  readonly verifyAgain: () => Promise<AuthenticatedCredential>;
  readonly access: Access;
}

async function answerTools(
  deps: McpDeps,
  verified: VerifiedRequest,
  caller: PrincipalCaller,
  message: object,
  { reply, verifyAgain, access }: RequestParts,
): Promise<LongResponse> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  // It may have gone while the request was verified.
  if (reply.raw.destroyed) gone.abort();
  const inProcess = new InProcessRequest(deps, verified, verifyAgain, gone.signal);
  const { status, contentType, body } = await answerMessage(
    {
      fetch: inProcess.fetch,
      beginWait: beginWaitUntil(gone.signal, (after) => deps.eventWaits.begin(caller, after)),
      ending: deps.eventWaits.stopping,
      agentId: agentKeyOf(verified.sender),
      isReadOnly: access.isReadOnly(caller),
      intentId: intentIdOf(verified.sender),
    },
    { request: requestOf(verified, gone.signal), message },
  );
  if (inProcess.droppedAnswer) throw inProcess.droppedAnswer;
  chargeBytes(deps, verified, body);
  // A mutation has happened, so its answer is never refused.
  if (!inProcess.hasMutated) assertAnswerCapacity(deps, verified.sender, body);
  return { status, headers: contentType === null ? {} : { 'content-type': contentType }, body };
}

/** Charges the bytes of the message and of its answer, as for a request to `/graphql`. */
function chargeBytes({ rateLimit }: McpDeps, { sender, usage, rate }: VerifiedRequest, body: string): void {
  usage.addBytes(body.length);
  if (usage.extraUnits > 0) rate.headers = rateLimit.charge(sender, 'read', usage.extraUnits);
}

/** The headers of the protocol. The SDK needs no others, and no tool may see the signature. */
const PROTOCOL_HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

function requestOf({ incoming: { rawHeaders, target } }: VerifiedRequest, signal: AbortSignal): Request {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    if (PROTOCOL_HEADERS.includes(name) || name.startsWith('mcp-param-'))
      headers.append(name, rawHeaders[at + 1] ?? '');
  }
  return new Request(new URL(target, 'http://in-process'), { method: 'POST', headers, body: '{}', signal });
}
