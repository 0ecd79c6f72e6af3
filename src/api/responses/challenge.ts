import { acceptSignature, type EnvelopeRequest } from '../auth/envelope';

/** Returns the headers of a 401, which describe an acceptable signature. */
export function challenge(request: EnvelopeRequest): Record<string, string> {
  return { 'www-authenticate': 'Signature', 'accept-signature': acceptSignature(request) };
}
