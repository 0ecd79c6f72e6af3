import type { ParsedEnvelope } from './envelope';

/**
 * Explains a signature that failed, to the person who signs.
 *
 * An unknown, revoked or replaced key and a wrong secret get the same text, so that it does not show which keys exist.
 * The text therefore depends on the request only.
 */
export function failureDetail({
  keyId,
  signature,
  values,
}: Pick<ParsedEnvelope, 'keyId' | 'signature' | 'values'>): string {
  if (/^sk_(live|test)_/.test(keyId)) return SECRET_SENT;
  if (!API_KEY.test(keyId))
    return 'keyid must be the API key of a credential: ak_live_ (in a sandbox ak_test_) and 26 characters.';
  if (signature.length !== MAC_BYTES) {
    return `The signature has ${String(signature.length)} bytes, and an HMAC-SHA256 has ${String(MAC_BYTES)}. Encode its bytes in base64, not its hex text.`;
  }
  const authority = values.get('@authority') ?? '';
  const path = values.get('@path') ?? '';
  return (
    'The key is unknown, revoked or replaced by a rotation, or the signature does not match the request. ' +
    `The service received the authority ${authority} and the path ${path}. If you signed others, a proxy changed them.`
  );
}

/**
 * Advice about a signature that failed. Undefined: that of the error catalogue.
 *
 * The prefix alone shows that a key is of the other kind of service, so the advice does not show which keys exist.
 * @param ofSandbox the advice of a sandbox; undefined: the service is live
 */
export function failureRemedy(keyId: string, ofSandbox: string | undefined): string | undefined {
  if (ofSandbox === undefined) return keyId.startsWith('ak_test_') ? TEST_KEY : undefined;
  return keyId.startsWith('ak_live_') ? LIVE_KEY : ofSandbox;
}

const LIVE_KEY =
  'This is a sandbox, and the key is of a live service. To use the key, stop the sandbox and start the service, or send the ' +
  'request to the address of the service. To use the sandbox, sign with a credential file in its folder, such as agent.json.';
const TEST_KEY =
  'This is a live service, and the key is a test key. Sign with a credential of this service, which begins with ak_live_, or ' +
  'send the request to the address of the service that made the key.';

const API_KEY = /^ak_[a-z]+_[0-9a-z]{26}$/;
const MAC_BYTES = 32;
export const PREFIX_LENGTH = 'sk_live_'.length;

const SECRET_SENT =
  'keyid is a signing secret. Send the API key (ak_…) in keyid, and rotate the credential, because its secret was sent.';

/** Only the owner of the secret can get this text, because the MAC proves the rest of it. */
export const PREFIX_MISSING =
  'The signature was made without the prefix of the secret. The HMAC key is the whole text, including its prefix.';
