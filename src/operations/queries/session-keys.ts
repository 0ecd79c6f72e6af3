import { servedKeys } from '../../database/repositories/session-keys';
import type { QueryContext } from '../context';

/** The public keys that verify JWTs, newest first (RFC 7517). */
export async function keySet({ db }: Pick<QueryContext, 'db'>, now: Date): Promise<object> {
  const keys = await servedKeys(db, now);
  return {
    keys: keys.map(({ keyId, publicKey }) => ({
      kty: 'OKP',
      crv: 'Ed25519',
      alg: 'EdDSA',
      use: 'sig',
      kid: keyId,
      x: publicKey,
    })),
  };
}
