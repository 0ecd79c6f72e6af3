import { getNamedType, GraphQLObjectType, GraphQLString, type GraphQLField, type GraphQLSchema } from 'graphql';
import type { Context } from './context';
import { JSONObjectScalar } from '../schema/scalars';

/**
 * What one of these fields counts in the cost of a query, where it may hold what a hundred others do; another counts 1.
 * 64 KiB of a card are 200: the longest page of agents with their cards fits, two of them do not.
 */
const weights: Readonly<Record<string, number>> = {
  'Agent.card': 200,
  'Settlement.evidence': 200,
  'TradeStep.contract': 100,
  'TradeStep.rebuttal': 100,
  'TradeStep.checkpointResults': 50,
  'Listing.description': 10,
  'OperatorAct.before': 10,
  'OperatorAct.after': 10,
  'Event.data': 5,
};

export function weightOf(type: { readonly name: string }, field: { readonly name: string }): number {
  return weights[`${type.name}.${field.name}`] ?? 1;
}

/** Counts every text and JSON object on its way into an answer: how long they are, no cost can know beforehand. */
export function meterText(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!(type instanceof GraphQLObjectType) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const named = getNamedType(field.type);
      if (named === GraphQLString || named === JSONObjectScalar) meter(field as GraphQLField<unknown, Context>);
    }
  }
  return schema;
}

function meter(field: GraphQLField<unknown, Context>): void {
  const { name, resolve } = field;
  if (!resolve) {
    // Our views have no methods without a resolver: what is read is what is told.
    field.resolve = (source, _, context) => counted((source as Readonly<Record<string, unknown>>)[name], context);
    return;
  }
  field.resolve = (source, args, context, info) => {
    const told = resolve(source, args, context, info);
    if (told instanceof Promise) return told.then((value: unknown) => counted(value, context));
    return counted(told, context);
  };
}

function counted(value: unknown, { allowance }: Context): unknown {
  if (value !== null && value !== undefined) allowance.chargeCharacters(lengthOf(value));
  return value;
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  return JSON.stringify(value).length;
}
