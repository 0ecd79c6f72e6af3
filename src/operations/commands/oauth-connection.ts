import type { ActingHuman } from '../../domain/sessions/caller';
import type { CredentialScope } from '../../domain/sessions/credential-limits';
import { SESSION_SECONDS, sessionEnd } from '../../domain/sessions/session';
import { addSeconds } from '../../domain/time';
import { insertOauthConnection, liveOauthSession } from '../../database/repositories/oauth';
import { bindingsOfHuman } from '../../database/repositories/parties';
import { extendSession, lockSession, type SessionWithAccount } from '../../database/repositories/sessions';
import type { MutationContext, Tx, WriteContext } from '../context';
import { createCredential, endCredential } from './credential';

/**
 * Applications that a human connects with OAuth, such as an assistant on a desktop.
 *
 * A connection is a credential whose secret is discarded: access tokens act as it. So quotas, mandates, facts and
 * revocation are those of credentials.
 */

export interface NewConnection {
  readonly principalId: string;
  /** null: every agent of the principal. */
  readonly agentKey: string | null;
  readonly scopes: readonly CredentialScope[];
  readonly clientId: string;
  readonly clientName: string;
  readonly session: SessionWithAccount;
}

const MAX_LABEL = 100;

/**
 * Connects an application to a principal of the human. Returns the id of its credential.
 * @throws Refusal 403, 404 `agent_not_found`, 409 `principal_quota_exceeded`, 429
 */
export async function connectApplication(
  { tx, services, requestId }: WriteContext & Pick<MutationContext, 'requestId'>,
  { principalId, agentKey, scopes, clientId, clientName, session }: NewConnection,
): Promise<string> {
  const { sessionId, humanId, provider, subject } = session;
  const bindings = await bindingsOfHuman(tx, humanId);
  const human: ActingHuman = { humanId, provider, subject, bindings };
  const context: MutationContext = {
    tx,
    services,
    requestId,
    requestKey: requestId,
    // A browser has no credential, and the human is the actor.
    caller: { kind: 'console', credentialId: sessionId, agentText: undefined, human },
    containsSecret: () => undefined,
  };
  // The credential ends with the session, at the clock that credentials have.
  const clockShiftSeconds = (tx.now.getTime() - tx.realNow.getTime()) / 1000;
  const { credentialId } = await createCredential(context, principalId, {
    agent_key: agentKey,
    label: [...`${clientName}, connected by ${subject}`].slice(0, MAX_LABEL).join(''),
    scopes,
    expires_at: addSeconds(session.createdAt, SESSION_SECONDS + clockShiftSeconds),
  });
  await insertOauthConnection(tx, { credentialId, humanId, sessionId, clientId });
  return credentialId;
}

/** Ends a connection, so that its tokens are invalid at once. */
export async function disconnectApplication(tx: Tx, credentialId: string): Promise<void> {
  await endCredential(tx, credentialId);
}

/** Counts the use of a connection as a use of its human's session. Returns false if the connection has ended. */
export async function extendConnection(tx: Tx, credentialId: string): Promise<boolean> {
  const sessionId = await liveOauthSession(tx, credentialId, tx.realNow);
  const session = sessionId === undefined ? undefined : await lockSession(tx, sessionId);
  if (!session || session.endedAt !== null) return false;
  await extendSession(tx, session.sessionId, sessionEnd(session.createdAt, tx.realNow));
  return true;
}
