import { type BindingRole, platformOnly } from '../../domain/sessions/caller';
import { Refusal } from '../../domain/errors/errors';
import { idOf, keyOf } from '../../domain/keys';
import { isProviderInUse } from '../../domain/sessions/session';
import { servedKeys } from '../../database/repositories/session-keys';
import { bindingsOfHuman } from '../../database/repositories/parties';
import { findSession } from '../../database/repositories/sessions';
import type { QueryContext } from '../context';
import type { Account } from '../sign-in-ports';

export interface CheckedSession {
  readonly sessionKey: string;
  readonly account: Account;
  /** Oldest first. */
  readonly principals: readonly { readonly principalKey: string; readonly role: BindingRole }[];
  readonly expiresAt: Date;
  /** The time of the sign-in. A refresh does not change it. */
  readonly signedInAt: Date;
}

const BEARER = /^Bearer +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)$/i;

/**
 * Checks the JWT of a human, its account and its session. Acting headers, if sent, must name the same human.
 * @throws Refusal 401 `session_invalid` without the reason, 403 `platform_only`
 */
export async function sessionCheck({ db, caller, services }: QueryContext, now: Date): Promise<CheckedSession> {
  if (caller.kind !== 'console') throw platformOnly(caller);
  const jwt = BEARER.exec(caller.authorization ?? '')?.[1];
  if (jwt === undefined) {
    throw new Refusal(
      'session_invalid',
      'Send the JWT of the human as `Authorization: Bearer …`, and sign the header.',
    );
  }
  const keys = await servedKeys(db, now);
  const claims = await services.sessionTokens.verify(jwt, keys, { issuer: services.publicUrl(), now });
  const sessionId = claims && idOf('ses', claims.sessionKey);
  const session = sessionId === undefined ? undefined : await findSession(db, sessionId);
  if (!claims || !session) throw new Refusal('session_invalid');
  const { provider, subject } = session;
  const isSameHuman =
    keyOf('hum', session.humanId) === claims.humanKey && provider === claims.provider && subject === claims.subject;
  const hasEnded = session.endedAt !== null || now >= session.expiresAt || session.accountClosedAt !== null;
  if (!isSameHuman || hasEnded || !isProviderInUse(provider, services.settings)) throw new Refusal('session_invalid');
  if (caller.human && (caller.human.provider !== provider || caller.human.subject !== subject)) {
    throw new Refusal('session_invalid', 'The acting headers name another human than the JWT.');
  }
  const bindings = await bindingsOfHuman(db, session.humanId);
  return {
    sessionKey: claims.sessionKey,
    account: { provider, subject },
    principals: bindings.map(({ principalId, role }) => ({ principalKey: keyOf('prn', principalId), role })),
    expiresAt: session.expiresAt,
    signedInAt: session.createdAt,
  };
}
