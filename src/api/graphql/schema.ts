import 'reflect-metadata';
import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql';
import { buildSchemaSync, getMetadataStorage, type NonEmptyArray } from 'type-graphql';
import * as resolvers from './schema/resolvers';
import { returnErrorsOf } from './execution/field-getters';
import { nullableRoots } from './execution/nullable-roots';
import { paceFields } from './execution/paced-fields';
import { resolvePreloaded } from './execution/preloaded';
import { limitResponseText } from './execution/weights';
import { countConnections } from './schema/connection';
import { eventClasses } from './schema/event';
import { addIdempotencyKeys } from './schema/idempotency-key';
import { DateTimeScalar } from './schema/scalars';
import { noPubSub, resolveEvents } from './schema/subscriptions';

/**
 * Removes the resolvers of plain fields and getters, so that graphql-js reads them as properties.
 * type-graphql would wrap them for middlewares that do not exist, and graphql-jit could not inline them.
 */
function skipResolverWrappers(): void {
  const storage = getMetadataStorage();
  for (const type of storage.objectTypes) type.simpleResolvers = true;
  storage.fieldResolvers = storage.fieldResolvers.filter(({ kind, target, methodName, schemaName }) => {
    const prototype = target.prototype as object;
    const isGetter = Object.getOwnPropertyDescriptor(prototype, methodName)?.get !== undefined;
    const isProperty = kind === 'internal' && isGetter && methodName === schemaName;
    if (isProperty) returnErrorsOf(prototype, methodName);
    return !isProperty;
  });
}

const ROOTS: Readonly<Record<string, string>> = {
  Query:
    'Entry points for reads. A read has no effect and needs no idempotency key. A refused field is null, its error has its path, and the other fields are answered.',
  Mutation:
    'Changes. Every request with mutations needs an idempotency key, as a header or in an input, and takes effect at most once.',
  Subscription: 'Live events over the graphql-transport-ws protocol. A cursor resumes after missed events.',
};

/** Sets the descriptions of the root types, for which type-graphql has no decorator. */
function describeRoots(schema: GraphQLSchema): void {
  for (const [name, description] of Object.entries(ROOTS)) {
    const root = schema.getType(name);
    if (root) root.description = description;
  }
}

let built: GraphQLSchema | undefined;

/** The schema of the service, built once a process. */
export function createSchema(): GraphQLSchema {
  built ??= buildSchema();
  return built;
}

function buildSchema(): GraphQLSchema {
  skipResolverWrappers();
  const schema = buildSchemaSync({
    resolvers: Object.values(resolvers).flat() as NonEmptyArray<NewableFunction>,
    validate: false,
    pubSub: noPubSub,
    // No field returns one of these types itself.
    orphanedTypes: [...eventClasses.values()],
    scalarsMap: [{ type: Date, scalar: DateTimeScalar }],
  });
  describeRoots(schema);
  const complete = addIdempotencyKeys(nullableRoots(countConnections(schema)));
  return paceFields(limitResponseText(resolvePreloaded(resolveEvents(complete))));
}

/** Returns the text of `schema.graphql`. */
export function printedSchema(): string {
  return `${printSchema(lexicographicSortSchema(createSchema()))}\n`;
}
