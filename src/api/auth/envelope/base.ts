import { createHmac } from 'node:crypto';
import { assert } from '../../../domain/errors/errors';

/**
 * Builds the signature base (RFC 9421 §2.5) from printable ASCII values.
 * It has a line for each covered component in the received order, then the received parameters verbatim.
 */
export function signatureBase(
  components: readonly string[],
  valueOf: (component: string) => string | undefined,
  verbatim: string,
): string {
  const lines = components.map((component) => {
    const value = valueOf(component);
    assert(value !== undefined, 'a covered component has a value');
    return `"${component}": ${value}`;
  });
  lines.push(`"@signature-params": ${verbatim}`);
  return lines.join('\n');
}

/** Computes the HMAC-SHA256 of a signature base (RFC 9421 §3.3.3). */
export function macOf(base: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(base, 'ascii').digest();
}
