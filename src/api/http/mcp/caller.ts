import { createHash } from 'node:crypto';
import type { AuthenticatedCredential } from '../../auth/authenticator';
import { Refusal } from '../../../domain/errors/errors';
import { idFromKeyOrUuid, keyOf } from '../../../domain/keys';
import type { PrincipalCaller, Caller } from '../../../domain/sessions/caller';

/** The caller of MCP. @throws Refusal 403 `principal_access_denied` for a credential of the platform */
export function assertPrincipal(caller: Caller): PrincipalCaller {
  if (caller.kind === 'principal') return caller;
  throw new Refusal(
    'principal_access_denied',
    'The tools of MCP act for one principal. Sign with a credential of a principal.',
  );
}

/** Whether the credential allows reads only, so no other tool is of use. */
export function isReadOnly({ limits }: PrincipalCaller): boolean {
  return limits !== undefined && !limits.scopes.includes('trade') && !limits.scopes.includes('money');
}

/**
 * The intent of a call that names none. It is equal for the same signed bytes. So a request that a proxy sends twice has
 * one effect, and neither has a replay within the window of the signature.
 */
export function intentIdOf({ signatureBase }: Pick<AuthenticatedCredential, 'signatureBase'>): string {
  return createHash('sha256').update(signatureBase).digest('hex');
}

/** The key of the agent that the request names or the credential is bound to. A wrong text is refused at its use. */
export function agentKeyOf({ agentText }: Pick<AuthenticatedCredential, 'agentText'>): string | undefined {
  const agentId = agentText === undefined ? undefined : idFromKeyOrUuid('agt', agentText);
  return agentId === undefined ? agentText : keyOf('agt', agentId);
}

/**
 * The sender of an operation for which a tool chose the agent, as `X-Agent-Id` of a request of its own would.
 * The agent of the request and of the credential takes precedence.
 */
export function senderFor(sender: AuthenticatedCredential, agentText: string | undefined): AuthenticatedCredential {
  return sender.agentText === undefined ? { ...sender, agentText } : sender;
}
