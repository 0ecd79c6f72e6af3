import { createHmac } from 'node:crypto';
import { assert } from '../../../domain/errors/errors';

/**
 * The signature base (RFC 9421 §2.5): a line for each covered component in the order covered, then the received
 * parameters verbatim. Every value is printable ASCII by the time it gets here.
 */
export function signatureBase(
  components: readonly string[],
  valueOf: (component: string) => string | undefined,
  verbatim: string,
): string {
  const lines = components.map((component) => {
    const value = valueOf(component);
    assert(value !== undefined, 'a covered component without a value is refused before the base is built');
    return `"${component}": ${value}`;
  });
  lines.push(`"@signature-params": ${verbatim}`);
  return lines.join('\n');
}

/** HMAC-SHA256 of a base (RFC 9421 §3.3.3): 32 bytes. */
export function macOf(base: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(base, 'ascii').digest();
}
