import { createHash } from 'node:crypto';
import { Refusal } from '../../domain/errors/errors';
import { keyOf } from '../../domain/keys';
import { canAct, decideRefresh, JWT_SECONDS, sessionEnd, SIGN_IN_SECONDS } from '../../domain/sessions/session';
import { addSeconds } from '../../domain/time';
import { insertHuman, lockHuman } from '../../database/repositories/parties';
import * as store from '../../database/repositories/sessions';
import type { WriteContext } from '../context';
import type { Account, OidcTransaction } from '../ports';
import { currentKey } from './session-keys';

/** Sign-in sessions of humans, apart from every credential (specification, Authentication 9; docs/guides/sign-in.md). */

function hash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Remembers a sign-in while the browser is at the provider's. `browser` is the secret in its cookie. */
export async function beginSignIn(
  { tx, services }: WriteContext,
  proof: OidcTransaction,
  browser: string,
  returnTo: string | null,
): Promise<void> {
  const stateHash = hash(proof.state);
  const { verifier, nonce } = proof;
  const sealed = services.secrets.encrypt(JSON.stringify({ verifier, nonce }), `sign-in:${stateHash.toString('hex')}`);
  await store.insertSignIn(tx, {
    stateHash,
    browserHash: hash(browser),
    proofCiphertext: sealed.ciphertext,
    proofKeyId: sealed.keyId,
    returnTo,
    createdAt: tx.now,
    expiresAt: addSeconds(tx.now, SIGN_IN_SECONDS),
  });
}

export interface BegunSignIn extends Omit<OidcTransaction, 'redirectUri'> {
  readonly returnTo: string | null;
}

/** The sign-in that comes back, once. Undefined: unknown, over, or begun by another browser. */
export async function resumeSignIn(
  { tx, services }: WriteContext,
  state: string,
  browser: string,
): Promise<BegunSignIn | undefined> {
  const stateHash = hash(state);
  const row = await store.consumeSignIn(tx, stateHash, hash(browser));
  if (!row || tx.now >= row.expiresAt) return undefined;
  const sealed = { ciphertext: row.proofCiphertext, keyId: row.proofKeyId };
  const opened = services.secrets.decrypt(sealed, `sign-in:${stateHash.toString('hex')}`);
  const { verifier, nonce } = JSON.parse(opened) as Pick<OidcTransaction, 'verifier' | 'nonce'>;
  return { state, nonce, verifier, returnTo: row.returnTo };
}

/** What a signed-in browser is given. Both are secrets. */
export interface IssuedSession {
  readonly sessionKey: string;
  readonly account: Account;
  /** Null where a request at the same time was given it. */
  readonly refreshToken: string | null;
  readonly jwt: string;
  readonly issuedAt: Date;
  readonly jwtExpiresAt: Date;
  readonly expiresAt: Date;
}

/**
 * A new session for whom the provider vouched for; the human is made known if it was not.
 * @throws Refusal 401 `session_invalid` for a closed account, and for a name that no acting header can carry
 */
export async function openSession(writing: WriteContext, account: Account): Promise<IssuedSession> {
  const { tx, services } = writing;
  if (!canAct(account)) {
    throw new Refusal('session_invalid', 'The name the provider gave is not visible ASCII of at most 255 characters.');
  }
  const human = await lockHuman(tx, account.provider, account.subject);
  if (human?.closedAt) throw new Refusal('session_invalid', 'The account is closed.');
  const humanId = human?.humanId ?? services.newId(tx.now);
  if (!human) await insertHuman(tx, { humanId, ...account, createdAt: tx.now });
  const session = {
    sessionId: services.newId(tx.now),
    humanId,
    createdAt: tx.now,
    expiresAt: sessionEnd(tx.now, tx.now),
  };
  await store.insertSession(tx, session);
  const refreshToken = services.sessionTokens.newSecret();
  await store.insertToken(tx, { tokenHash: hash(refreshToken), sessionId: session.sessionId, createdAt: tx.now });
  return { ...(await issue(writing, session, account)), refreshToken };
}

interface Issuing {
  readonly sessionId: string;
  readonly humanId: string;
  readonly expiresAt: Date;
}

async function issue(
  writing: WriteContext,
  { sessionId, humanId, expiresAt }: Issuing,
  { provider, subject }: Account,
): Promise<Omit<IssuedSession, 'refreshToken'>> {
  const { tx, services } = writing;
  const { keyId, publicKey, privateCiphertext, privateKeyId } = await currentKey(writing);
  const privateKey = services.secrets.decrypt(
    { ciphertext: privateCiphertext, keyId: privateKeyId },
    `session-key:${keyId}`,
  );
  const account = { provider, subject };
  const sessionKey = keyOf('ses', sessionId);
  const claims = { issuer: services.publicUrl(), humanKey: keyOf('hum', humanId), sessionKey, ...account };
  // A session near its end has JWTs that end with it.
  const full = addSeconds(tx.now, JWT_SECONDS);
  const jwtExpiresAt = full < expiresAt ? full : expiresAt;
  const jwt = await services.sessionTokens.sign({ keyId, publicKey, privateKey }, claims, tx.now, jwtExpiresAt);
  return { sessionKey, account, jwt, issuedAt: tx.now, jwtExpiresAt, expiresAt };
}

/**
 * A new JWT, and a new refresh token in the place of the one shown. Undefined: the token is good for nothing; if it was
 * an old one, its whole session has just been ended, which the caller must let be committed.
 */
export async function refreshSession(writing: WriteContext, token: string): Promise<IssuedSession | undefined> {
  const { tx, services } = writing;
  const tokenHash = hash(token);
  // Looked at before and after the lock: a token that was current when this request came in, and is not when its turn
  // comes, was shown twice at the same time (two tabs), not again.
  const before = await store.findToken(tx, tokenHash);
  const session = before && (await store.lockSession(tx, before.sessionId));
  const current = session && (await store.findToken(tx, tokenHash));
  if (!before || !session || !current) return undefined;
  const decision = decideRefresh(
    { ...session, rotatedBefore: before.rotatedAt !== null, rotatedNow: current.rotatedAt !== null },
    tx.now,
  );
  if (decision === 'over') return undefined;
  if (decision === 'reused') {
    services.log.warn({ sessionId: session.sessionId }, 'an old refresh token came back: its session is ended');
    await store.endSession(tx, session.sessionId, 'reused');
    return undefined;
  }
  if (decision === 'overlap') return { ...(await issue(writing, session, session)), refreshToken: null };
  const refreshToken = services.sessionTokens.newSecret();
  const { sessionId } = session;
  await store.rotateToken(tx, tokenHash, { tokenHash: hash(refreshToken), sessionId, createdAt: tx.now });
  const expiresAt = sessionEnd(session.createdAt, tx.now);
  await store.extendSession(tx, sessionId, expiresAt);
  return { ...(await issue(writing, { ...session, expiresAt }, session)), refreshToken };
}

/** Ends the session of any of its refresh tokens, old or new. Credentials and agents have no part in it. */
export async function signOut({ tx }: WriteContext, token: string): Promise<void> {
  const known = await store.findToken(tx, hash(token));
  if (known) await store.endSession(tx, known.sessionId, 'signed_out');
}

/** Closes a human's account: nobody signs in to it and its sessions end. False: unknown, or closed already. */
export async function closeAccount({ tx }: Pick<WriteContext, 'tx'>, { provider, subject }: Account): Promise<boolean> {
  return store.closeHuman(tx, provider, subject);
}

/** Lets the human sign in again. False: unknown, or not closed. */
export async function reopenAccount(
  { tx }: Pick<WriteContext, 'tx'>,
  { provider, subject }: Account,
): Promise<boolean> {
  return store.reopenHuman(tx, provider, subject);
}
