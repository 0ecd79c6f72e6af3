import { SERVED_KEY_SECONDS, SIGNING_KEY_SECONDS } from '../../domain/sessions/session';
import { addSeconds } from '../../domain/time';
import { insertKey, lockKeyMaking, signingKey } from '../../database/repositories/session-keys';
import type { SessionKeyRow } from '../../database/entities/session';
import type { WriteContext } from '../context';

/** The key that signs JWTs. Created if there is none, or if the last one has signed for a month. */
export async function currentKey(context: WriteContext): Promise<SessionKeyRow> {
  const { tx } = context;
  const key = await signingKey(tx, tx.realNow);
  if (key) return key;
  await lockKeyMaking(tx);
  return (await signingKey(tx, tx.realNow)) ?? makeKey(context);
}

async function makeKey({ tx, services }: WriteContext): Promise<SessionKeyRow> {
  const keyId = services.newId(tx.now);
  const { publicKey, privateKey } = services.sessionTokens.newKey();
  const encrypted = services.secrets.encrypt(privateKey, `session-key:${keyId}`);
  const row: SessionKeyRow = {
    keyId,
    publicKey,
    privateCiphertext: encrypted.ciphertext,
    privateKeyId: encrypted.keyId,
    createdAt: tx.realNow,
    signsUntil: addSeconds(tx.realNow, SIGNING_KEY_SECONDS),
    servedUntil: addSeconds(tx.realNow, SERVED_KEY_SECONDS),
  };
  await insertKey(tx, row);
  return row;
}
