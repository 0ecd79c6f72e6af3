import { Refusal } from '../../domain/errors/errors';
import type { ActingHuman } from '../../domain/sessions/caller';
import type { CredentialScope } from '../../domain/sessions/credential-limits';
import { isProviderInUse, SESSION_SECONDS, sessionEnd } from '../../domain/sessions/session';
import { idOf } from '../../domain/keys';
import { addSeconds } from '../../domain/time';
import {
  connectedCredentials,
  credentialsOfSession,
  insertOauthConnection,
  liveOauthSession,
} from '../../database/repositories/oauth';
import { lockCredentialSet } from '../../database/repositories/credentials';
import { bindingsOfHuman } from '../../database/repositories/parties';
import { extendSession, lockSignInSession, type SessionWithAccount } from '../../database/repositories/sessions';
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
 * @throws Refusal 401 `session_invalid` if the session ended meanwhile, 403, 404 `agent_not_found`, 409 `principal_quota_exceeded`, 429
 */
export async function connectApplication(
  { tx, services, requestId }: WriteContext & Pick<MutationContext, 'requestId'>,
  { principalId, agentKey, scopes, clientId, clientName, session }: NewConnection,
): Promise<string> {
  const { sessionId, humanId, provider, subject } = session;
  // The session was read before the transaction. A sign-out may have ended it since.
  const locked = await lockSignInSession(tx, sessionId);
  if (!locked || locked.endedAt !== null || locked.accountClosedAt !== null) throw new Refusal('session_invalid');
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
  // A client that asks for a further scope replaces its connection.
  const agentId = agentKey === null ? null : (idOf('agt', agentKey) ?? null);
  const of = { sessionId, clientId, agentId };
  // Before the credentials, as in a rotation.
  await lockCredentialSet(tx, principalId);
  await disconnect(tx, await connectedCredentials(tx, { humanId, principalId, of }));
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

/** Ends connections, so that their tokens are invalid at once. No request of them commits after it. */
export async function disconnect(tx: Tx, credentialIds: readonly string[]): Promise<void> {
  for (const credentialId of credentialIds) await endCredential(tx, credentialId);
}

/** Ends the connections of a human who no longer owns the principal. Lock order: credentials, then the principal. */
export async function disconnectHuman(tx: Tx, humanId: string, principalId: string): Promise<void> {
  await disconnect(tx, await connectedCredentials(tx, { humanId, principalId }));
}

/** Ends all connections of a human whose account is closed. Lock order: the human, its sessions, then the credentials. */
export async function disconnectAccount(tx: Tx, humanId: string): Promise<void> {
  await disconnect(tx, await connectedCredentials(tx, { humanId }));
}

/** Ends the connections of a session that has ended. Lock order: the session, then the credentials. */
export async function disconnectSession(tx: Tx, sessionId: string): Promise<void> {
  await disconnect(tx, await credentialsOfSession(tx, sessionId));
}

/** Counts the use of a connection as a use of its human's session. Returns false if the connection has ended. */
export async function extendConnection(
  { tx, services }: Pick<WriteContext, 'tx' | 'services'>,
  credentialId: string,
): Promise<boolean> {
  const read = () => liveOauthSession(tx, credentialId, tx.realNow);
  const first = await read();
  const locked = first === undefined ? undefined : await lockSignInSession(tx, first);
  // A sign-in that took the connection over may have ended the first session meanwhile.
  const second = locked?.endedAt === null ? first : await read();
  const session = second === first || second === undefined ? locked : await lockSignInSession(tx, second);
  if (!session || session.endedAt !== null) return false;
  if (!isProviderInUse(session.provider, services.settings)) return false;
  await extendSession(tx, session.sessionId, sessionEnd(session.createdAt, tx.realNow));
  return true;
}
