import {
  GraphQLError,
  GraphQLScalarType,
  Kind,
  visit,
  type FloatValueNode,
  type IntValueNode,
  type ValueNode,
} from 'graphql';
import { GraphQLJSON, GraphQLJSONObject } from 'graphql-scalars';
import { parseNumberExactly } from '../../../domain/json-numbers';
import { parseInternetTime } from '../../../domain/time';
import { MAX_STAMPS } from '../../../domain/ledger/stamps';

/** The words of an error for the range of an amount. */
export function amountRange(min: bigint, max: bigint): string {
  return `from ${String(min)} to ${String(max)}`;
}

/** @param node the literal of the document, for the position in the error */
function integer(value: unknown, min: bigint, node?: ValueNode): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && BigInt(value) >= min) return BigInt(value);
  const range = amountRange(min, MAX_STAMPS);
  throw new GraphQLError(`an amount of stamps is a whole number ${range}`, node && { nodes: node });
}

/** An amount is an integer that every JSON parser reads exactly. */
const EXACT_NUMBERS = 'https://www.rfc-editor.org/rfc/rfc8259#section-6';
const INTERNET_TIME = 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6';

function amount(name: string, description: string, min: bigint): GraphQLScalarType<bigint, number> {
  return new GraphQLScalarType({
    name,
    description,
    specifiedByURL: EXACT_NUMBERS,
    serialize(value) {
      const stamps = typeof value === 'bigint' ? value : integer(value, min);
      if (stamps < min || stamps > MAX_STAMPS) throw new GraphQLError(`${name} cannot represent ${String(stamps)}`);
      return Number(stamps);
    },
    parseValue: (value) => integer(value, min),
    parseLiteral: (node: ValueNode) => integer(node.kind === Kind.INT ? Number(node.value) : undefined, min, node),
  });
}

/** An amount: bigint inside, a JSON integer on the wire, never a float. */
export const StampsScalar = amount('Stamps', 'A whole number of stamps from 0 to 2^53−1, as a JSON integer.', 0n);

export const SignedStampsScalar = amount(
  'SignedStamps',
  'A whole number of stamps that may be negative, as a JSON integer.',
  -MAX_STAMPS,
);

/** @param node the literal of the document, for the position in the error */
function time(value: unknown, node?: ValueNode): Date {
  const date = typeof value === 'string' ? parseInternetTime(value) : undefined;
  if (date) return date;
  throw new GraphQLError(
    'a time is RFC 3339 text with a zone, such as 2026-11-20T09:30:00.000Z',
    node && { nodes: node },
  );
}

/** The format of answers. Columnar JSON rows already contain times in it. */
const FORMATTED_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export const DateTimeScalar = new GraphQLScalarType<Date, string>({
  name: 'DateTime',
  specifiedByURL: INTERNET_TIME,
  description: 'A point in time, RFC 3339 in UTC with milliseconds: `2026-11-20T09:30:00.000Z`.',
  serialize(value) {
    if (typeof value === 'string' && FORMATTED_TIME.test(value)) return value;
    return (value instanceof Date ? value : time(value)).toISOString();
  },
  parseValue: (value) => time(value),
  parseLiteral: (node: ValueNode) => time(node.kind === Kind.STRING ? node.value : undefined, node),
});

// JSON.stringify is recursive, so deeper values could overflow the stack.
const MAX_JSON_DEPTH = 100;

function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_JSON_DEPTH) return true;
    level = level.flatMap((item): unknown[] => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}

/** Replaces the text of a number by `Infinity` if JavaScript would change the number. */
const toExact = <Node extends IntValueNode | FloatValueNode>(node: Node): Node => ({
  ...node,
  value: String(parseNumberExactly(node.value)),
});

export const JSONObjectScalar = new GraphQLScalarType({
  ...GraphQLJSONObject.toConfig(),
  parseValue(value) {
    if (isTooDeep(value)) throw new GraphQLError(`JSON may be ${String(MAX_JSON_DEPTH)} levels deep at most`);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new GraphQLError('must be a JSON object');
    }
    return GraphQLJSONObject.parseValue(value);
  },
  parseLiteral: (node, variables) =>
    GraphQLJSONObject.parseLiteral(visit(node, { IntValue: toExact, FloatValue: toExact }), variables),
});

/** Any JSON value. Only answers contain it. */
export const JSONScalar = new GraphQLScalarType({ ...GraphQLJSON.toConfig(), description: 'Any JSON value.' });
