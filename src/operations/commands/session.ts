import { createHash } from 'node:crypto';
import { assert, Refusal } from '../../domain/errors/errors';
import { idOf, keyOf } from '../../domain/keys';
import {
  canAct,
  decideRefresh,
  isProviderInUse,
  JWT_SECONDS,
  latestSessionEnd,
  sessionEnd,
  SIGN_IN_SECONDS,
} from '../../domain/sessions/session';
import { addSeconds } from '../../domain/time';
import { moveOauthConnections } from '../../database/repositories/oauth';
import { findHuman, insertHuman, lockHuman } from '../../database/repositories/parties';
import * as store from '../../database/repositories/sessions';
import type { Db, Tx, WriteContext } from '../context';
import type { Account, OidcTransaction } from '../sign-in-ports';
import { disconnectAccount, disconnectSession } from './oauth-connection';
import { currentKey } from './session-keys';

/** Sign-in sessions of humans. They are separate from credentials. */

function hash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Stores a sign-in while the browser is at the identity provider. `browser` is the secret in its cookie. */
export async function beginSignIn(
  { tx, services }: WriteContext,
  proof: OidcTransaction,
  browser: string,
  returnTo: string | null,
): Promise<void> {
  const stateHash = hash(proof.state);
  const { verifier, nonce } = proof;
  const encrypted = services.secrets.encrypt(
    JSON.stringify({ verifier, nonce }),
    `sign-in:${stateHash.toString('hex')}`,
  );
  await store.insertSignIn(tx, {
    stateHash,
    browserHash: hash(browser),
    proofCiphertext: encrypted.ciphertext,
    proofKeyId: encrypted.keyId,
    returnTo,
    createdAt: tx.realNow,
    expiresAt: addSeconds(tx.realNow, SIGN_IN_SECONDS),
  });
}

export interface BegunSignIn extends Omit<OidcTransaction, 'redirectUri'> {
  readonly returnTo: string | null;
}

/** Returns a stored sign-in once. Undefined: unknown, expired, or begun by another browser. */
export async function resumeSignIn(
  { tx, services }: WriteContext,
  state: string,
  browser: string,
): Promise<BegunSignIn | undefined> {
  const stateHash = hash(state);
  const row = await store.consumeSignIn(tx, stateHash, hash(browser));
  if (!row || tx.realNow >= row.expiresAt) return undefined;
  const encrypted = { ciphertext: row.proofCiphertext, keyId: row.proofKeyId };
  const decrypted = services.secrets.decrypt(encrypted, `sign-in:${stateHash.toString('hex')}`);
  const { verifier, nonce } = JSON.parse(decrypted) as Pick<OidcTransaction, 'verifier' | 'nonce'>;
  const ageSeconds = (tx.realNow.getTime() - row.createdAt.getTime()) / 1000;
  return { state, nonce, verifier, ageSeconds, returnTo: row.returnTo };
}

/** A session as the browser gets it. Refresh token and JWT are secrets. */
export interface IssuedSession {
  readonly sessionKey: string;
  readonly account: Account;
  /** Null if a concurrent request got it. */
  readonly refreshToken: string | null;
  readonly jwt: string;
  readonly issuedAt: Date;
  readonly jwtExpiresAt: Date;
  readonly expiresAt: Date;
  /** When the cookie with the refresh token ends. */
  readonly latestEndAt: Date;
}

/**
 * Opens a session for an account of the identity provider. An unknown human is created.
 * @throws Refusal 401 `session_invalid` for a closed account, or for a name that acting headers cannot carry
 */
export async function openSession(context: WriteContext, account: Account): Promise<IssuedSession> {
  const { tx, services } = context;
  if (!canAct(account)) {
    throw new Refusal('session_invalid', 'The account name must be visible ASCII of at most 255 characters.');
  }
  const human = await lockHuman(tx, account.provider, account.subject);
  if (human?.closedAt) throw new Refusal('session_invalid', 'The account is closed.');
  const humanId = human?.humanId ?? services.newId(tx.now);
  if (!human) await insertHuman(tx, { humanId, ...account, createdAt: tx.now });
  const session = {
    sessionId: services.newId(tx.now),
    humanId,
    createdAt: tx.realNow,
    expiresAt: sessionEnd(tx.realNow, tx.realNow),
  };
  await store.insertSession(tx, session);
  const refreshToken = services.sessionTokens.newSecret();
  await store.insertToken(tx, { tokenHash: hash(refreshToken), sessionId: session.sessionId, createdAt: tx.realNow });
  return { ...(await issue(context, session, account)), refreshToken };
}

/**
 * Opens a session in place of the browser's old one, because a browser has one session.
 * Applications that the same human connected stay connected (docs/guides/connect-an-assistant.md).
 */
export async function replaceSession(
  context: WriteContext,
  account: Account,
  oldToken: string | undefined,
): Promise<IssuedSession> {
  const { tx } = context;
  const session = await openSession(context, account);
  const old = oldToken === undefined ? undefined : await store.findToken(tx, hash(oldToken));
  const before = old && (await store.lockSignInSession(tx, old.sessionId));
  if (!before) return session;
  const isSameHuman = before.provider === account.provider && before.subject === account.subject;
  if (isSameHuman && isLive(before, tx.realNow)) {
    const sessionId = idOf('ses', session.sessionKey);
    assert(sessionId, 'a session has a key');
    await moveOauthConnections(tx, before.sessionId, sessionId);
  }
  await endSession(tx, before.sessionId, 'signed_out');
  return session;
}

/** When the session ends for its browser. A connected application can use the session for longer. */
function browserEnd(
  { createdAt }: Pick<store.SessionWithAccount, 'createdAt'>,
  token: { readonly createdAt: Date },
): Date {
  return sessionEnd(createdAt, token.createdAt);
}

function isLive({ endedAt, expiresAt, accountClosedAt }: store.SessionWithAccount, at: Date): boolean {
  return endedAt === null && at < expiresAt && accountClosedAt === null;
}

/** The live session of a browser with this refresh token. It does not use up the token. */
export async function browserSession(
  { db, services }: { readonly db: Db } & Pick<WriteContext, 'services'>,
  token: string,
  at: Date,
): Promise<store.SessionWithAccount | undefined> {
  const stored = await store.findToken(db, hash(token));
  const session = stored?.rotatedAt === null ? await store.findSession(db, stored.sessionId) : undefined;
  if (!stored || !session || !isProviderInUse(session.provider, services.settings)) return undefined;
  return isLive({ ...session, expiresAt: browserEnd(session, stored) }, at) ? session : undefined;
}

interface Issuing {
  readonly sessionId: string;
  readonly humanId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

async function issue(
  context: WriteContext,
  { sessionId, humanId, createdAt, expiresAt }: Issuing,
  { provider, subject }: Account,
): Promise<Omit<IssuedSession, 'refreshToken'>> {
  const { tx, services } = context;
  const { keyId, publicKey, privateCiphertext, privateKeyId } = await currentKey(context);
  const privateKey = services.secrets.decrypt(
    { ciphertext: privateCiphertext, keyId: privateKeyId },
    `session-key:${keyId}`,
  );
  const account = { provider, subject };
  const sessionKey = keyOf('ses', sessionId);
  const claims = { issuer: services.publicUrl(), humanKey: keyOf('hum', humanId), sessionKey, ...account };
  // A JWT never outlives its session.
  const latest = addSeconds(tx.realNow, JWT_SECONDS);
  const jwtExpiresAt = latest < expiresAt ? latest : expiresAt;
  const jwt = await services.sessionTokens.sign({ keyId, publicKey, privateKey }, claims, tx.realNow, jwtExpiresAt);
  const times = { issuedAt: tx.realNow, jwtExpiresAt, expiresAt, latestEndAt: latestSessionEnd(createdAt) };
  return { sessionKey, account, jwt, ...times };
}

/**
 * Issues a new JWT and rotates the refresh token. Undefined: the token is invalid, so the browser forgets it.
 * `sign_in`: the human must sign in again. The browser keeps the token, because a sign-out still finds the session by it.
 *
 * A reused old token also ends its session, so the caller must commit in that case too.
 * @param countRefresh counts a refresh of the session. It may refuse the refresh, and the token stays valid.
 */
export async function refreshSession(
  context: WriteContext,
  token: string,
  countRefresh: (sessionId: string) => void,
): Promise<IssuedSession | 'sign_in' | undefined> {
  const { tx, services } = context;
  const tokenHash = hash(token);
  // Read before and after the lock. If the token was rotated in between, two concurrent requests (two tabs) sent it. That
  // is not a reuse of an old token.
  const before = await store.findToken(tx, tokenHash);
  const session = before && (await store.lockSignInSession(tx, before.sessionId));
  const current = session && (await store.findToken(tx, tokenHash));
  if (!before || !session || !current) return undefined;
  const decision = decideRefresh(
    {
      ...session,
      browserEndsAt: browserEnd(session, current),
      rotatedBefore: before.rotatedAt !== null,
      rotatedNow: current.rotatedAt !== null,
    },
    tx.realNow,
  );
  if (decision === 'over') return undefined;
  if (decision === 'reused') {
    services.log.warn(
      { sessionKey: keyOf('ses', session.sessionId) },
      'An old refresh token was reused. Its session has been ended.',
    );
    await endSession(tx, session.sessionId, 'reused');
    return undefined;
  }
  if (decision === 'sign_in' || !isProviderInUse(session.provider, services.settings)) return 'sign_in';
  countRefresh(session.sessionId);
  return rotate(context, session, tokenHash, decision);
}

/** Issues a JWT, and the next refresh token unless a concurrent request got it. */
async function rotate(
  context: WriteContext,
  session: store.SessionWithAccount,
  tokenHash: Buffer,
  decision: 'rotate' | 'overlap',
): Promise<IssuedSession> {
  const { tx, services } = context;
  if (decision === 'overlap') return { ...(await issue(context, session, session)), refreshToken: null };
  const refreshToken = services.sessionTokens.newSecret();
  const { sessionId } = session;
  await store.rotateToken(tx, tokenHash, { tokenHash: hash(refreshToken), sessionId, createdAt: tx.realNow });
  const expiresAt = sessionEnd(session.createdAt, tx.realNow);
  await store.extendSession(tx, sessionId, expiresAt);
  return { ...(await issue(context, { ...session, expiresAt }, session)), refreshToken };
}

/** Ends a session with the applications that were connected in it. */
async function endSession(tx: Tx, sessionId: string, reason: 'signed_out' | 'reused'): Promise<void> {
  await store.endSession(tx, sessionId, reason);
  await disconnectSession(tx, sessionId);
}

/**
 * Ends the session of a refresh token, old or new. Agents, and credentials that are no connections, stay as they are.
 * @returns false if no session has this token
 */
export async function signOut({ tx }: WriteContext, token: string): Promise<boolean> {
  const stored = await store.findToken(tx, hash(token));
  if (stored) await endSession(tx, stored.sessionId, 'signed_out');
  return stored !== undefined;
}

/** Closes a human's account, and ends its sessions and connections. Returns false if it is unknown or closed. */
export async function closeAccount({ tx }: Pick<WriteContext, 'tx'>, { provider, subject }: Account): Promise<boolean> {
  if (!(await store.closeHuman(tx, provider, subject))) return false;
  const human = await findHuman(tx, provider, subject);
  assert(human, 'a closed account has a human');
  await disconnectAccount(tx, human.humanId);
  return true;
}

/** Reopens a closed account. Returns false if it is unknown or open. */
export async function reopenAccount(
  { tx }: Pick<WriteContext, 'tx'>,
  { provider, subject }: Account,
): Promise<boolean> {
  return store.reopenHuman(tx, provider, subject);
}
