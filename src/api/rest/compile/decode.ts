import { GraphQLBoolean, GraphQLFloat, GraphQLID, GraphQLInt, GraphQLString } from 'graphql';
import type { FieldError } from '../../../domain/errors/errors';
import { hintAt } from '../../../domain/errors/similar-names';
import { withRangeOf } from '../../graphql/execution/variables';
import type { EnumShape, ObjectShape, ScalarShape, RestShape } from './shape';

// Limits the answer to an invalid request.
const MAX_FIELD_ERRORS = 20;
const MAX_NAME_LENGTH = 100;
const MAX_INT = 2 ** 31 - 1;

/** The errors of a request, each with a JSON pointer in REST names. */
export class ValidationErrors {
  readonly fields: FieldError[] = [];

  /**
   * Returns null, the value of an invalid member.
   * @param detail as a function, if it is costly: it is not called for an error that the answer leaves out
   */
  add(pointer: string, detail: string | (() => string)): null {
    if (this.fields.length < MAX_FIELD_ERRORS) {
      this.fields.push({ pointer, detail: typeof detail === 'string' ? detail : detail() });
    }
    return null;
  }

  /** Adds an error of an unknown name, with a hint at similar ones. */
  addUnknown(pointer: string, problem: string, name: string, options: readonly string[]): void {
    this.add(pointer, () => {
      const hint = hintAt(name, options);
      return hint === '' ? problem : `${problem}.${hint}`;
    });
  }
}

/** Returns the JSON pointer (RFC 6901) to a member. */
export function pointerTo(pointer: string, member: string | number): string {
  const text = String(member).slice(0, MAX_NAME_LENGTH);
  return `${pointer}/${text.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Converts a JSON value of REST to GraphQL. Null if it is invalid. */
export function decode(shape: RestShape, value: unknown, pointer: string, errors: ValidationErrors): unknown {
  if (value === null) return shape.nullable ? null : errors.add(pointer, 'must not be null');
  switch (shape.kind) {
    case 'scalar':
      return decodeScalar(shape, value, pointer, errors);
    case 'enum':
      return decodeEnum(shape, value, pointer, errors);
    case 'list':
      if (!Array.isArray(value)) return errors.add(pointer, 'must be a list');
      return value.map((item, index) => decode(shape.of, item, pointerTo(pointer, index), errors));
    case 'object':
      return decodeObject(shape, value, pointer, errors);
  }
}

/** @param ignored members that the body may repeat, because the path or the query sets them */
export function decodeObject(
  shape: ObjectShape,
  value: unknown,
  pointer: string,
  errors: ValidationErrors,
  ignored: ReadonlySet<string> = new Set(),
): Record<string, unknown> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return errors.add(pointer, 'must be an object');
  }
  const from = value as Record<string, unknown>;
  const to: Record<string, unknown> = {};
  const names = new Set(shape.members.map(({ name }) => name));
  for (const name of Object.keys(from)) {
    if (names.has(name) || ignored.has(name)) continue;
    errors.addUnknown(pointerTo(pointer, name), 'is not known here', name, [...names]);
  }
  for (const member of shape.members) {
    const at = pointerTo(pointer, member.name);
    if (Object.hasOwn(from, member.name)) to[member.field] = decode(member.shape, from[member.name], at, errors);
    else if (member.required) errors.add(at, 'must be given');
  }
  return to;
}

function decodeEnum({ values }: EnumShape, value: unknown, pointer: string, errors: ValidationErrors): string | null {
  const match = values.find(({ rest }) => rest === value);
  return match?.graphql ?? errors.add(pointer, `must be ${oneOf(values.map(({ rest }) => rest))}`);
}

function oneOf(words: readonly string[]): string {
  return `${words.length === 1 ? '' : 'one of '}${words.join(', ')}`;
}

/** Checks of GraphQL's own scalars, which would coerce values: a number is also an ID. */
const scalarRules = new Map<unknown, readonly [(value: unknown) => boolean, string]>([
  [GraphQLID, [(value) => typeof value === 'string', 'must be text']],
  [GraphQLString, [(value) => typeof value === 'string', 'must be text']],
  [GraphQLBoolean, [(value) => typeof value === 'boolean', 'must be true or false']],
  [GraphQLFloat, [(value) => typeof value === 'number', 'must be a number']],
  [GraphQLInt, [(value) => Number.isInteger(value) && Math.abs(value as number) <= MAX_INT, 'must be a whole number']],
]);

function decodeScalar({ type, of }: ScalarShape, value: unknown, pointer: string, errors: ValidationErrors): unknown {
  const rule = scalarRules.get(type);
  if (rule) return rule[0](value) ? value : errors.add(pointer, rule[1]);
  try {
    // Only a check: the executor parses the value itself.
    type.parseValue(value);
    return value;
  } catch (error) {
    return errors.add(
      pointer,
      `does not fit: ${withRangeOf(() => of, error instanceof Error ? error.message : String(error))}`,
    );
  }
}

/** Converts the text of a query parameter to JSON, which `decode` then checks like a body. */
export function textValue(shape: RestShape, texts: readonly string[]): unknown {
  if (shape.kind === 'list') {
    // A list repeats its parameter. Old clients separate the values of an enum with commas.
    const values = shape.of.kind === 'enum' ? texts.flatMap((text) => text.split(',')) : texts;
    return values.map((value) => textValue(shape.of, [value]));
  }
  const text = texts[0] ?? '';
  if (shape.kind === 'scalar' && shape.type === GraphQLBoolean && /^(true|false)$/.test(text)) return text === 'true';
  if (shape.kind === 'scalar' && shape.type === GraphQLInt) return /^-?\d{1,10}$/.test(text) ? Number(text) : text;
  if (shape.kind === 'scalar' && shape.type.name === 'Stamps') return /^\d{1,16}$/.test(text) ? Number(text) : text;
  return text;
}
