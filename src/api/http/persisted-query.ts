import { createHash } from 'node:crypto';
import { invalidMember, Refusal } from '../../domain/errors/errors';
import type { DocumentCache } from '../graphql/execution/document-cache';
import type { GraphqlRequest } from '../graphql/execution/executor';

/**
 * Automatic persisted queries, the protocol of Apollo's clients: a client sends the hash of a document alone.
 * If the service does not have the document, the client sends hash and text, and from then on the hash.
 */

/** A request before its document is parsed. It has a text, the hash of a persisted one, or both. */
export interface SentRequest extends Omit<GraphqlRequest, 'document' | 'query'> {
  readonly query: string | undefined;
  readonly hash: string | undefined;
}

const VERSION = 1;
const HASH = /^[0-9a-f]{64}$/;

/** Returns the hash of `extensions.persistedQuery`. @throws Refusal 400 `validation_failed` */
export function persistedHash(extensions: unknown, query: string | undefined): string | undefined {
  const { persistedQuery } = (extensions ?? {}) as Readonly<Record<string, unknown>>;
  if (persistedQuery === undefined || persistedQuery === null) return undefined;
  const { version, sha256Hash } = persistedQuery as Readonly<Record<string, unknown>>;
  if (version !== VERSION) throw invalidExtension('version', 'must be 1');
  if (typeof sha256Hash !== 'string' || !HASH.test(sha256Hash))
    throw invalidExtension('sha256Hash', 'must be 64 hex digits in lower case');
  if (query !== undefined && createHash('sha256').update(query).digest('hex') !== sha256Hash)
    throw invalidExtension('sha256Hash', 'must be the SHA-256 of the query');
  return sha256Hash;
}

/** Returns the text of a request's document. @throws Refusal `persisted_query_not_found` */
export function queryText({ query, hash }: SentRequest, documents: DocumentCache): string {
  const text = query ?? (hash === undefined ? undefined : documents.persistedText(hash));
  // Clients compare this message.
  if (text === undefined) throw new Refusal('persisted_query_not_found', 'PersistedQueryNotFound');
  return text;
}

/**
 * Identifies a request for its idempotency key, the same with and without the text of the document.
 * A retry may send only the hash, after the first attempt sent the text and its answer was lost.
 * @throws Refusal 400 `validation_failed` for variables that are nested too deep to write
 */
export function persistedFingerprint({ hash, operationName, variables }: SentRequest): string {
  try {
    return JSON.stringify([hash, operationName ?? null, variables]);
  } catch (error) {
    if (error instanceof RangeError) throw invalidMember('/variables', 'must not be nested so deep');
    throw error;
  }
}

function invalidExtension(member: string, detail: string): Refusal {
  return invalidMember(`/extensions/persistedQuery/${member}`, detail);
}
