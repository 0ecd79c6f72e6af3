import { GraphQLBoolean, GraphQLFloat, GraphQLID, GraphQLInt, GraphQLString } from 'graphql';
import type { FieldFault } from '../../../domain/errors/errors';
import type { EnumShape, ObjectShape, ScalarShape, RestShape } from './shape';

/** Reads what REST sent into what GraphQL takes; what does not fit is named by its JSON pointer in REST's spelling. */

// A request can have more faults than anyone reads.
const MAX_FAULTS = 20;
const MAX_NAME_LENGTH = 100;
const MAX_INT = 2 ** 31 - 1;

export class ValidationErrors {
  readonly found: FieldFault[] = [];

  /** Answers null, which stands for what did not fit. */
  add(pointer: string, detail: string): null {
    if (this.found.length < MAX_FAULTS) this.found.push({ pointer, detail });
    return null;
  }
}

/** JSON pointer (RFC 6901) to a member. */
export function pointerTo(pointer: string, member: string | number): string {
  const text = String(member).slice(0, MAX_NAME_LENGTH);
  return `${pointer}/${text.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** A JSON value as GraphQL takes it; null where it does not fit. */
export function decode(shape: RestShape, value: unknown, pointer: string, faults: ValidationErrors): unknown {
  if (value === null) return shape.nullable ? null : faults.add(pointer, 'must not be null');
  switch (shape.kind) {
    case 'scalar':
      return decodeScalar(shape, value, pointer, faults);
    case 'enum':
      return decodeEnum(shape, value, pointer, faults);
    case 'list':
      if (!Array.isArray(value)) return faults.add(pointer, 'must be a list');
      return value.map((item, index) => decode(shape.of, item, pointerTo(pointer, index), faults));
    case 'object':
      return decodeObject(shape, value, pointer, faults);
  }
}

/** `fixed`: members that something else says already: allowed, and not looked at. */
export function decodeObject(
  shape: ObjectShape,
  value: unknown,
  pointer: string,
  faults: ValidationErrors,
  fixed: ReadonlySet<string> = new Set(),
): Record<string, unknown> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return faults.add(pointer, 'must be an object');
  }
  const from = value as Record<string, unknown>;
  const to: Record<string, unknown> = {};
  const known = new Set(shape.members.map(({ name }) => name));
  for (const name of Object.keys(from)) {
    if (!known.has(name) && !fixed.has(name)) faults.add(pointerTo(pointer, name), 'is not known here');
  }
  for (const member of shape.members) {
    const at = pointerTo(pointer, member.name);
    if (Object.hasOwn(from, member.name)) to[member.field] = decode(member.shape, from[member.name], at, faults);
    else if (member.required) faults.add(at, 'must be given');
  }
  return to;
}

function decodeEnum({ values }: EnumShape, value: unknown, pointer: string, faults: ValidationErrors): string | null {
  const found = values.find(({ rest }) => rest === value);
  return found?.graphql ?? faults.add(pointer, `must be ${oneOf(values.map(({ rest }) => rest))}`);
}

function oneOf(words: readonly string[]): string {
  return `${words.length === 1 ? '' : 'one of '}${words.join(', ')}`;
}

/** GraphQL's own scalars coerce (a number is an ID as well); a REST body says what it means. */
const plain = new Map<unknown, readonly [(value: unknown) => boolean, string]>([
  [GraphQLID, [(value) => typeof value === 'string', 'must be text']],
  [GraphQLString, [(value) => typeof value === 'string', 'must be text']],
  [GraphQLBoolean, [(value) => typeof value === 'boolean', 'must be true or false']],
  [GraphQLFloat, [(value) => typeof value === 'number', 'must be a number']],
  [GraphQLInt, [(value) => Number.isInteger(value) && Math.abs(value as number) <= MAX_INT, 'must be a whole number']],
]);

function decodeScalar({ type }: ScalarShape, value: unknown, pointer: string, faults: ValidationErrors): unknown {
  const rule = plain.get(type);
  if (rule) return rule[0](value) ? value : faults.add(pointer, rule[1]);
  try {
    // Asked only whether it fits: the executor reads it itself.
    type.parseValue(value);
    return value;
  } catch (error) {
    return faults.add(pointer, `does not fit: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The text of a query parameter as the JSON it stands for; whether it fits is decided as for a body. */
export function textValue(shape: RestShape, texts: readonly string[]): unknown {
  // A list is comma-separated, or its parameter repeated.
  if (shape.kind === 'list') return texts.flatMap((text) => text.split(',')).map((text) => textValue(shape.of, [text]));
  const text = texts[0] ?? '';
  if (shape.kind === 'scalar' && shape.type === GraphQLInt) return /^-?\d{1,10}$/.test(text) ? Number(text) : text;
  return text;
}
