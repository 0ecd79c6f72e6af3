/** The header of the idempotency key, in lower case. */
export const HEADER = 'idempotency-key';

/** Headers in any form that `fetch` accepts. */
export type AnyHeaders = ConstructorParameters<typeof Headers>[0];

export function hasKey(headers: object | undefined): boolean {
  return Object.keys(headers ?? {}).some((name) => name.toLowerCase() === HEADER);
}

/** Copies headers in any of their forms, and adds the key unless they have one. */
export function withKey(headers: AnyHeaders, key: () => string): Record<string, string> {
  const result = Object.fromEntries(new Headers(headers).entries());
  return HEADER in result ? result : { ...result, [HEADER]: key() };
}

/**
 * Whether an input of the document or its variables already has `idempotencyKey`. A header would then have to be equal.
 * @param document the text, or a parsed document that knows its text
 */
export function hasKeyInInput(document: unknown, variables: unknown): boolean {
  return /\bidempotencyKey\s*:/.test(textOf(document)) || /"idempotencyKey":"/.test(JSON.stringify({ variables }));
}

function textOf(document: unknown): string {
  if (typeof document !== 'object' || document === null) return typeof document === 'string' ? document : '';
  if (document instanceof String) return document.toString();
  const { loc } = document as { readonly loc?: { readonly source?: { readonly body?: unknown } } };
  return typeof loc?.source?.body === 'string' ? loc.source.body : '';
}
