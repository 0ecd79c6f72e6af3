import { acceptSignature, type EnvelopeRequest } from '../auth/envelope';

/** Every 401 says what would have been accepted (contract §3). */
export function challenge(request: EnvelopeRequest): Record<string, string> {
  return { 'www-authenticate': 'Signature', 'accept-signature': acceptSignature(request) };
}
