import { type FieldNode, valueFromASTUntyped } from 'graphql';
import { invalid, Refusal } from '../../domain/errors/errors';
import type { IncomingRequest, ParsedRequest } from './api-adapter';

const KEY = /^[\x21-\x7e]{1,255}$/;
const INPUT = 'input';
const MEMBER = 'idempotencyKey';

/** Parses the header; `"k"` and `k` are the same key. @throws Refusal 400 `idempotency_key_required` */
export function idempotencyKey(header: string | undefined): string {
  const text = header?.trim() ?? '';
  return validKey(/^"((?:[^"\\]|\\["\\])*)"$/.exec(text)?.[1]?.replace(/\\(["\\])/g, '$1') ?? text);
}

/**
 * Returns the key of a mutating request: the header, or `idempotencyKey` in an input of its mutations.
 *
 * @throws Refusal 400 `idempotency_key_required` without a valid key; `validation_failed` if two keys differ
 */
export function keyOfRequest(
  { idempotencyKey: header }: Pick<IncomingRequest, 'idempotencyKey'>,
  { fields, variables, request }: Pick<ParsedRequest, 'fields' | 'variables' | 'request'>,
): string {
  const keys = fields.flatMap((field) => keyInInput(field, variables ?? request.variables) ?? []);
  const [key] = [...(header === undefined ? [] : [idempotencyKey(header)]), ...keys.map(validKey)];
  if (key === undefined) throw new Refusal('idempotency_key_required');
  if (keys.some((other) => other !== key)) {
    const keysOf = header === undefined ? 'in all mutations of the request' : 'as the Idempotency-Key header';
    throw invalid([{ pointer: '/idempotency_key', path: [INPUT, MEMBER], detail: `must be the same ${keysOf}` }]);
  }
  return key;
}

/** Reads without types, because the key is needed before an invalid input is refused. */
function keyInInput(field: FieldNode, variables: Readonly<Record<string, unknown>>): string | undefined {
  const argument = field.arguments?.find(({ name }) => name.value === INPUT);
  const input: unknown = argument && valueFromASTUntyped(argument.value, variables);
  if (typeof input !== 'object' || input === null || !Object.hasOwn(input, MEMBER)) return undefined;
  const key = (input as Readonly<Record<string, unknown>>)[MEMBER];
  return typeof key === 'string' ? key : undefined;
}

function validKey(text: string): string {
  if (!KEY.test(text)) throw new Refusal('idempotency_key_required');
  return text;
}
