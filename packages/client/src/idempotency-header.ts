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

type Values = Readonly<Record<string, unknown>>;

/**
 * Whether an input of the document or its variables already has `idempotencyKey`. A header would then have to be equal.
 * Deeper members do not count, because a JSON scalar such as a card can have any.
 * @param document the text, or a parsed document that knows its text
 */
export function hasKeyInInput(document: unknown, variables: unknown): boolean {
  const text = textOf(document);
  const values = objectOf(variables);
  return hasKeyInText(text, values) || inputsOf(text, values).some((input) => isText(input['idempotencyKey']));
}

/** Whether the text writes a key: as a text, or as a variable that has a value. */
function hasKeyInText(text: string, values: Values): boolean {
  const keys = [...text.matchAll(/\bidempotencyKey\s*:\s*(?:\$(\w+)|")/g)];
  return keys.some(([, name]) => name === undefined || isText(values[name]) || hasDefault(text, name, values));
}

/** The service uses the default of a variable that is left out, and not of one that is null. */
function hasDefault(text: string, name: string, values: Values): boolean {
  return values[name] === undefined && new RegExp(String.raw`\$${name}\s*:\s*\w+!?\s*=\s*"`).test(text);
}

/** The variables that are the input of a mutation. Without the text, each variable may be one. */
function inputsOf(text: string, values: Values): Values[] {
  if (text === '') return Object.values(values).map(objectOf);
  return [...text.matchAll(/\binput\s*:\s*\$(\w+)/g)].map(([, name = '']) => objectOf(values[name]));
}

function objectOf(value: unknown): Values {
  return typeof value === 'object' && value !== null ? (value as Values) : {};
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function textOf(document: unknown): string {
  if (typeof document !== 'object' || document === null) return typeof document === 'string' ? document : '';
  if (document instanceof String) return document.toString();
  const { loc } = document as { readonly loc?: { readonly source?: { readonly body?: unknown } } };
  return typeof loc?.source?.body === 'string' ? loc.source.body : '';
}
