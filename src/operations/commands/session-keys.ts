import { SERVED_KEY_SECONDS, SIGNING_KEY_SECONDS } from '../../domain/sessions/session';
import { addSeconds } from '../../domain/time';
import { insertKey, lockKeyMaking, signingKey } from '../../database/repositories/session-keys';
import type { SessionKeyRow } from '../../database/entities/session';
import type { WriteContext } from '../context';

/** The key that signs JWTs now; made when there is none, or the last one has signed for its month. */
export async function currentKey(writing: WriteContext): Promise<SessionKeyRow> {
  const { tx } = writing;
  const key = await signingKey(tx, tx.now);
  if (key) return key;
  await lockKeyMaking(tx);
  return (await signingKey(tx, tx.now)) ?? makeKey(writing);
}

async function makeKey({ tx, services }: WriteContext): Promise<SessionKeyRow> {
  const keyId = services.newId(tx.now);
  const { publicKey, privateKey } = services.sessionTokens.newKey();
  const sealed = services.secrets.encrypt(privateKey, `session-key:${keyId}`);
  const row: SessionKeyRow = {
    keyId,
    publicKey,
    privateCiphertext: sealed.ciphertext,
    privateKeyId: sealed.keyId,
    createdAt: tx.now,
    signsUntil: addSeconds(tx.now, SIGNING_KEY_SECONDS),
    servedUntil: addSeconds(tx.now, SERVED_KEY_SECONDS),
  };
  await insertKey(tx, row);
  return row;
}
