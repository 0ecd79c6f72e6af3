import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../../domain/errors/errors';
import type { PrincipalCaller } from '../../../domain/sessions/caller';
import { type CredentialScope, credentialScopes } from '../../../domain/sessions/credential-limits';
import { isRead } from '../../../mcp';
import { bearerTokenOf } from '../../auth/bearer';
import { bearerChallenge, mcpResource } from '../oauth/metadata';
import type { ApiAdapter } from '../api-adapter';
import { headerOf, signatureVerification, type Verification } from '../signed';
import type { McpDeps } from './deps';
import { isReadOnly } from './caller';

/** How a request of MCP proves its sender: by a signature, or by an access token of an application. */

type Format = Pick<ApiAdapter, 'checkHeaders' | 'respondRefused'>;

export interface Access {
  readonly verification: Verification;
  /** Adds the challenge of access tokens to refusals. */
  challenging(format: Format): Format;
  /** @throws Refusal 403 `insufficient_scope` for a token without a scope that the tool needs */
  assertTokenScopes(caller: PrincipalCaller, message: object): void;
  /** Whether to offer the tools that read, and no others. */
  isReadOnly(caller: PrincipalCaller): boolean;
}

/** The scopes that a client asks for first. It can ask for more when a tool needs it. */
const FIRST_SCOPES: readonly CredentialScope[] = ['read'];

/** The scopes of the token, once it is verified. */
interface TokenScopes {
  scopes: readonly CredentialScope[];
}

export function accessOf(deps: McpDeps, request: FastifyRequest): Access {
  const { bearerTokens, services } = deps;
  const token = bearerTokenOf(headerOf(request, 'authorization'));
  // A signature proves more than a token, and covers it.
  const isBearer =
    bearerTokens !== undefined && token !== undefined && request.headers['signature-input'] === undefined;
  if (!isBearer) {
    return {
      verification: signatureVerification(deps),
      challenging: (format) => (bearerTokens ? withChallenge(format, services.publicUrl(), undefined) : format),
      assertTokenScopes: () => undefined,
      isReadOnly,
    };
  }
  const scopes: TokenScopes = { scopes: [] };
  return {
    verification: (received, incoming) => async () => {
      const address = (): string => deps.proxies.clientAddress(received.raw);
      const sender = await bearerTokens.verify(token, { ...incoming, address }, mcpResource(services.publicUrl()));
      scopes.scopes = sender.limits?.scopes ?? [];
      deps.rateLimit.assertBudget(sender);
      return sender;
    },
    challenging: (format) => withChallenge(format, services.publicUrl(), scopes),
    assertTokenScopes: ({ limits }, message) => {
      for (const scope of scopesOf(message)) {
        if (limits?.scopes.includes(scope) === false)
          throw new Refusal(
            'insufficient_scope',
            `This tool needs the scope ats:${scope}.`,
            { required_scope: scope },
            ASK,
          );
      }
    },
    // All tools are offered, so that a client can ask its human for a further scope.
    isReadOnly: () => false,
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const CONNECT =
  'Sign the request, or get an access token for it: the header WWW-Authenticate names the metadata of OAuth.';
const ASK = 'Ask the human for the scopes in the header WWW-Authenticate, and connect again.';

/** The scopes that the call of a tool needs. Every tool reads. */
function scopesOf(message: object): readonly CredentialScope[] {
  const { method, params } = message as Readonly<Record<string, unknown>>;
  if (method !== 'tools/call' || !isObject(params)) return [];
  const { name, arguments: args } = params;
  return isRead(name, isObject(args) ? args : {}) ? ['read'] : ['read', 'trade'];
}

function withChallenge(format: Format, publicUrl: string, token: TokenScopes | undefined): Format {
  return {
    ...format,
    respondRefused: (incoming, refusal) => {
      const isUnproved = token === undefined && refusal.entry.status === 401;
      const answer = format.respondRefused(incoming, isUnproved ? refusal.withRemedy(CONNECT) : refusal);
      const challenge = challengeFor(refusal, publicUrl, token);
      return challenge === undefined
        ? answer
        : { ...answer, headers: { ...answer.headers, 'www-authenticate': challenge } };
    },
  };
}

function challengeFor(refusal: Refusal, publicUrl: string, token: TokenScopes | undefined): string | undefined {
  // The address has failed too often. The client must still learn that its token is not valid.
  const isLimited = refusal.code === 'rate_limited' && refusal.members['limit'] === 'failed_signatures';
  if (refusal.entry.status === 401 || isLimited) {
    const error = token ? { error: 'invalid_token', detail: refusal.message } : {};
    return bearerChallenge(publicUrl, { ...error, scopes: FIRST_SCOPES });
  }
  if (!token || refusal.code !== 'insufficient_scope') return undefined;
  const needed = refusal.members['required_scope'];
  const scopes = credentialScopes.filter((scope) => scope === needed || token.scopes.includes(scope));
  return bearerChallenge(publicUrl, { error: 'insufficient_scope', detail: refusal.message, scopes });
}
