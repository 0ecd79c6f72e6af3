import { getNamedType, GraphQLObjectType, GraphQLString, type GraphQLField, type GraphQLSchema } from 'graphql';
import type { Context } from './context';
import { JSONObjectScalar } from '../schema/scalars';

/** Cost of the offered acts: `allowedActions` tries every operation. */
const ACTS = 40;
const PREVIEW = 40;

/**
 * Cost of the fields with large values or a long computation; any other field costs 1.
 * A card has up to 64 KiB and costs 200: the longest page of agents with cards fits, two pages do not.
 */
const weights: Readonly<Record<string, number>> = {
  'Agent.card': 200,
  'Settlement.evidence': 200,
  'TradeStep.contract': 100,
  'TradeStep.rebuttal': 100,
  'TradeStep.checkpointResults': 50,
  'Listing.description': 10,
  'PublicListing.description': 10,
  ...Object.fromEntries(
    ['Trade', 'Proposal', 'Listing', 'Principal'].flatMap((type) => [
      [`${type}.allowedActions`, ACTS],
      [`${type}.blockedActions`, ACTS],
    ]),
  ),
  'AttentionItem.action': ACTS,
  'Trade.settlementPreview': PREVIEW,
  'Proposal.settlementPreview': PREVIEW,
  // A side reads up to 1,000 listings.
  'TradeProfile.sides': 50,
  // A backtest reads and computes up to 1,000 settlements. Two fit into a document.
  'Query.policyBacktest': 30_000,
  'OperatorAct.before': 10,
  'OperatorAct.after': 10,
};

const EVENT_DATA_WEIGHT = 5;

/** Weight of a count, which reads up to 10,001 entries of an index. A connection counts once, whatever selects it. */
export const COUNT_WEIGHT = 200;
export const COUNT_FIELDS: ReadonlySet<string> = new Set(['totalCount', 'totalCountIsExact']);

export function weightOf(type: { readonly name: string }, field: { readonly name: string }): number {
  // The connection has the weight of the count, so that the page size does not multiply it.
  if (COUNT_FIELDS.has(field.name)) return 0;
  if (field.name === 'data' && type.name.endsWith('Event')) return EVENT_DATA_WEIGHT;
  return weights[`${type.name}.${field.name}`] ?? 1;
}

/** Charges the length of all texts and JSON objects in an answer to the request's budget. */
export function limitResponseText(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!(type instanceof GraphQLObjectType) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const named = getNamedType(field.type);
      if (named === GraphQLString) chargeField(field as GraphQLField<unknown, Context>);
      if (named === JSONObjectScalar) chargeInSlices(field as GraphQLField<unknown, Context>);
    }
  }
  return schema;
}

/** Charges a JSON field in a later turn of the event loop if the query has worked for long: its length takes time. */
function chargeInSlices(field: GraphQLField<unknown, Context>): void {
  chargeField(field);
  const { resolve } = field;
  field.resolve = (source, args, context, info): unknown => {
    const turn = context.slices?.next();
    return turn ? turn.then(() => resolve?.(source, args, context, info)) : resolve?.(source, args, context, info);
  };
}

function chargeField(field: GraphQLField<unknown, Context>): void {
  const { name, resolve } = field;
  if (!resolve) {
    // Views have no methods without a resolver, so the property is the value.
    field.resolve = (source, _, context) => charge((source as Readonly<Record<string, unknown>>)[name], context);
    return;
  }
  field.resolve = (source, args, context, info) => {
    const resolved = resolve(source, args, context, info);
    if (resolved instanceof Promise) return resolved.then((value: unknown) => charge(value, context));
    return charge(resolved, context);
  };
}

function charge(value: unknown, { budget }: Context): unknown {
  if (value !== null && value !== undefined) budget.chargeCharacters(lengthOf(value));
  return value;
}

function lengthOf(value: unknown): number {
  return (typeof value === 'string' ? value : JSON.stringify(value)).length;
}
