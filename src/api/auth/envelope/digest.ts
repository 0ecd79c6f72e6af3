import { createHash } from 'node:crypto';
import { Refusal } from '../../../domain/errors/errors';
import { Scanner } from './scanner';

const MAX_CHARACTERS = 2048;

/**
 * Checks that the `sha-256` of `Content-Digest` (RFC 9530) matches the body.
 * Members of other algorithms are parsed but not checked.
 * @throws Refusal 401 `content_digest_mismatch`
 */
export function checkContentDigest(text: string, body: Buffer): void {
  const digest = parseContentDigest(text).get('sha-256');
  if (!digest) throw new Refusal('content_digest_mismatch', 'Content-Digest has no sha-256');
  if (!digest.equals(createHash('sha256').update(body).digest())) {
    throw new Refusal('content_digest_mismatch', 'Content-Digest differs from the sha-256 of the received body');
  }
}

export function parseContentDigest(text: string): ReadonlyMap<string, Buffer> {
  const scanner = new Scanner(text, 'Content-Digest', 'content_digest_mismatch');
  if (text.length > MAX_CHARACTERS) scanner.refuse(`longer than ${MAX_CHARACTERS} characters`);
  const members = new Map<string, Buffer>();
  for (;;) {
    const algorithm = scanner.key();
    if (members.has(algorithm)) scanner.refuse('an algorithm appears twice, and ended');
    scanner.expect('=');
    members.set(algorithm, scanner.bytes());
    scanner.optionalWhitespace();
    if (!scanner.consume(',')) break;
    scanner.optionalWhitespace();
  }
  if (!scanner.ended) scanner.refuse('expected the end of the header');
  return members;
}
