import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { SessionClaims, SessionKeyPair, SessionTokens } from '../../operations/sign-in-ports';

const SECRET_BYTES = 32;

/** Loads jose at first use, because it ships ES modules only. */
const jose = () => import('jose');

function newKey(): SessionKeyPair {
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  if (x === undefined || d === undefined) throw new Error('an Ed25519 key has x and d');
  return { publicKey: x, privateKey: d };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** JWTs signed with Ed25519 (RFC 8037: `alg` EdDSA), through jose. */
export const sessionTokens: SessionTokens = {
  newKey,
  newSecret: () => randomBytes(SECRET_BYTES).toString('base64url'),

  async sign({ keyId, publicKey, privateKey }, claims, iat, exp) {
    const { importJWK, SignJWT } = await jose();
    const key = await importJWK({ kty: 'OKP', crv: 'Ed25519', x: publicKey, d: privateKey }, 'EdDSA');
    const { issuer, humanKey, sessionKey, provider, subject } = claims;
    return new SignJWT({ sid: sessionKey, provider, subject })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: keyId })
      .setIssuer(issuer)
      .setAudience(issuer)
      .setSubject(humanKey)
      .setIssuedAt(iat)
      .setExpirationTime(exp)
      .sign(key);
  },

  async verify(jwt, keys, { issuer, now }): Promise<(SessionClaims & { readonly expiresAt: Date }) | undefined> {
    const { createLocalJWKSet, errors, jwtVerify } = await jose();
    const set = createLocalJWKSet({
      keys: keys.map(({ keyId, publicKey }) => ({
        kty: 'OKP',
        crv: 'Ed25519',
        alg: 'EdDSA',
        kid: keyId,
        x: publicKey,
      })),
    });
    try {
      const { payload } = await jwtVerify(jwt, set, {
        algorithms: ['EdDSA'],
        typ: 'JWT',
        issuer,
        audience: issuer,
        currentDate: now,
        requiredClaims: ['exp', 'iat', 'sub', 'sid', 'provider', 'subject'],
      });
      return {
        issuer,
        humanKey: textOf(payload.sub),
        sessionKey: textOf(payload['sid']),
        provider: textOf(payload['provider']),
        subject: textOf(payload['subject']),
        expiresAt: new Date((payload.exp ?? 0) * 1000),
      };
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  },
};
