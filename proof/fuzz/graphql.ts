import fc from 'fast-check';
import {
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { createSchema } from '../../src/api/graphql/schema';
import type { Cast } from './cast';
import { fittingCard, fittingNumber, fittingText, fittingTime } from './fitting';
import { anything, json, list, literal, mostly, object, type Value } from './values';

/** Documents that reach every argument of the schema, with values for them. */

export const schema = createSchema();

type Kind = 'query' | 'mutation' | 'subscription';

/** The path to a field that takes arguments: the fields above it and itself. */
export interface Place {
  readonly kind: Kind;
  readonly path: readonly GraphQLField<unknown, unknown>[];
  /** Name of the path: `principal.trades`. */
  readonly name: string;
}

const DEEPEST = 4;

/** Every argument of every field, once, on the shortest path to it. */
export const places: readonly Place[] = (() => {
  const found: Place[] = [];
  const visited = new Set<string>();
  const roots: [Kind, GraphQLObjectType | null | undefined][] = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ];
  let open = roots.map(([kind, type]) => ({ kind, type, path: [] as Place['path'] }));
  while (open.length > 0) {
    const next: typeof open = [];
    for (const { kind, type, path } of open) {
      if (!type || visited.has(type.name) || path.length >= DEEPEST) continue;
      visited.add(type.name);
      for (const field of Object.values(type.getFields())) {
        const here = [...path, field];
        if (path.length === 0 || field.args.length > 0) {
          found.push({ kind, path: here, name: here.map(({ name }) => name).join('.') });
        }
        const below = getNamedType(field.type);
        if (isObjectType(below)) next.push({ kind, type: below, path: here });
      }
    }
    open = next;
  }
  return found;
})();

/** A document and its variables, as text. */
export interface FuzzedQuery {
  readonly document: string;
  /** Text of a JSON object. */
  readonly variables: string;
}

/** Builds one request to the place. Arguments are variables or literals in the document. */
export function queryFor(cast: Cast, place: Place): fc.Arbitrary<FuzzedQuery> {
  const args = place.path.flatMap((field) => field.args.map((arg) => ({ field, arg })));
  const slotValues = args.map(({ field, arg }) =>
    fc.record({
      value: mostly(valueFor(cast, arg.type, arg.name, field.name), 25),
      there: isRequiredArgument(arg) || arg.name === 'principalKey' ? fc.constant(true) : fc.boolean(),
      written: fc.integer({ min: 0, max: 3 }).map((it) => it === 0),
    }),
  );
  return fc.tuple(...slotValues).map((values) => {
    const slots = args.map(({ field, arg }, at) => ({ field, arg, name: `v${at}`, ...slotOf(values[at]) }));
    return { document: documentOf(place, slots), variables: variablesOf(slots) };
  });
}

interface Slot {
  readonly field: GraphQLField<unknown, unknown>;
  readonly arg: GraphQLArgument;
  readonly name: string;
  readonly value: Value;
  readonly there: boolean;
  readonly written: boolean;
}

function slotOf(
  slot: Pick<Slot, 'value' | 'there' | 'written'> | undefined,
): Pick<Slot, 'value' | 'there' | 'written'> {
  return slot ?? { value: { word: 'null' }, there: false, written: false };
}

function documentOf({ kind, path }: Place, slots: readonly Slot[]): string {
  const declared = slots.filter(({ written }) => !written).map(({ name, arg }) => `$${name}: ${String(arg.type)}`);
  const last = path.at(-1);
  const inner = last ? selectionOf(last.type, kind === 'mutation' ? 3 : 2) : '';
  const fields = path.map((field) => {
    const args = slots
      .filter((slot) => slot.field === field && (slot.there || !slot.written))
      .map(({ arg, name, written, value }) => `${arg.name}: ${written ? literal(value) : `$${name}`}`);
    return `${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''}`;
  });
  const nested = fields.join(' { ') + inner + ' }'.repeat(fields.length - 1);
  return `${kind}${declared.length > 0 ? ` (${declared.join(', ')})` : ''} { ${nested} }`;
}

function variablesOf(slots: readonly Slot[]): string {
  const members = slots.filter(({ there, written }) => there && !written);
  return json({ members: members.map(({ name, value }) => [name, value] as const) });
}

/** Selects every leaf without arguments, down to this depth. */
export function selectionOf(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (isInterfaceType(named)) return ' { __typename id }';
  if (!isObjectType(named)) return '';
  const fields = Object.values(named.getFields()).filter(({ args }) => args.length === 0);
  const leaves = fields.filter((field) => isLeafType(getNamedType(field.type))).map(({ name }) => name);
  const below = depth > 1 ? fields.filter((field) => isObjectType(getNamedType(field.type))) : [];
  const objects = below.map((field) => `${field.name}${selectionOf(field.type, depth - 1)}`);
  return ` { __typename ${[...leaves, ...objects].join(' ')} }`;
}

function valueFor(cast: Cast, type: GraphQLInputType, name: string, field: string, depth = 0): fc.Arbitrary<Value> {
  const bare: GraphQLInputType = getNullableType(type);
  if (!isNonNullType(type) && depth > 0) {
    const there = valueFor(cast, bare, name, field);
    return fc.oneof({ weight: 30, arbitrary: there }, { weight: 1, arbitrary: fc.constant<Value>({ word: 'null' }) });
  }
  if (isListType(bare)) return list(mostly(valueFor(cast, bare.ofType, name, field, depth + 1)));
  if (isEnumType(bare)) return fc.constantFrom(...bare.getValues()).map((it): Value => ({ name: it.name }));
  if (isInputObjectType(bare)) {
    const members = Object.values(bare.getFields());
    return object(
      members.map((member) => ({
        name: member.name,
        required: isRequiredInputField(member),
        value: mostly(valueFor(cast, member.type, member.name, field, depth + 1), 60),
      })),
    );
  }
  return scalarFor(cast, String(bare), name, field);
}

export function scalarFor(cast: Cast, type: string, name: string, field: string): fc.Arbitrary<Value> {
  switch (type) {
    case 'ID':
    case 'String':
      return fittingText(cast, name, field);
    case 'Int':
    case 'Float':
    case 'Stamps':
    case 'SignedStamps':
      return fittingNumber(name);
    case 'Boolean':
      return fc.constantFrom<Value>({ word: 'true' }, { word: 'false' });
    case 'DateTime':
      return fittingTime;
    case 'JSONObject':
      return fittingCard(anything);
    default:
      throw new Error(`no value fits ${type}`);
  }
}
