import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import {
  getNamedType,
  GraphQLError,
  isListType,
  isNonNullType,
  Kind,
  NoFragmentCyclesRule,
  validate,
  type DocumentNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type ValidationRule,
} from 'graphql';
import { getComplexity, type ComplexityEstimatorArgs } from 'graphql-query-complexity';
import { invalid, Refusal } from '../../../domain/errors/errors';
import { pageLimits } from '../../../operations/queries/pages';
import { openedSelections } from './fragments';
import { weightOf } from './weights';

/** Limits on a document (contract §6). One small query must never be able to hurt the server. */
export const limits = {
  bodyBytes: 256 * 1024,
  tokens: 2_000,
  depth: 10,
  /** Brackets inside brackets of any kind: the parser goes down as far, on the stack. */
  nesting: 100,
  /** Inside `__schema` and `__type`: what code generators ask for. */
  introspectionDepth: 15,
  aliases: 30,
  /** Selections once fragments are opened: what the other limits have to walk through. */
  selections: 10_000,
  rootFields: 10,
  /** Fields that may have to be answered, pages counted as asked for. Two full pages of trades with their steps fit. */
  cost: 75_000,
  /** As `cost`, of a mutation that others may share a transaction with: they wait until it is answered. */
  sharedCost: 1_000,
  /** Of text and JSON in an answer: the longest page of agents, 200 cards of 64 KiB, fits. */
  answerCharacters: 16 * 1024 * 1024,
  /** Of an answer. A page of 1,000 trades of 32 steps each fits. */
  answerBytes: 32 * 1024 * 1024,
  /** Of a mutation's answer, which is kept; of what it answers with, its document may ask for less. */
  keptBytes: 1024 * 1024,
  /** That a request reads from the database. A mutation reads what it decides by, and then what it tells. */
  readBytes: 32 * 1024 * 1024,
  mutationReadBytes: 64 * 1024 * 1024,
} as const;

/** Lists without a page size are short by their nature: steps, participants, items. */
const SHORT_LIST = 4;

/**
 * Refuses a document that is too deep, too wide or cyclic, before the standard rules see it: some of those take time
 * that grows with the product of such a document's parts.
 * @throws Refusal 400 `query_refused`
 */
export function refuseShape(schema: GraphQLSchema, document: DocumentNode): void {
  const everyday = keepRootFields(document, (field) => !isIntrospection(field));
  const introspection = keepRootFields(document, isIntrospection);
  refuse(schema, document, 'cycles', NoFragmentCyclesRule);
  refuseBomb(document);
  refuse(schema, everyday, 'depth', maxDepthRule(depthOptions(limits.depth)), limits.depth);
  refuse(
    schema,
    introspection,
    'depth',
    maxDepthRule(depthOptions(limits.introspectionDepth)),
    limits.introspectionDepth,
  );
  // The library lets some aliases through by default; here every alias counts.
  refuse(schema, document, 'aliases', maxAliasesRule({ n: limits.aliases, allowList: [] }), limits.aliases);
}

function refuseBomb(document: DocumentNode): void {
  if (openedSelections(document) <= limits.selections) return;
  const detail = `The document has more than ${String(limits.selections)} selections once its fragments are opened.`;
  throw new Refusal('query_refused', detail, { limit: 'selections', maximum: limits.selections });
}

function depthOptions(n: number) {
  return { n, ignoreIntrospection: false, flattenFragments: true };
}

function refuse(schema: GraphQLSchema, document: DocumentNode, limit: string, rule: unknown, maximum?: number): void {
  const [error] = firstErrors(schema, document, rule as ValidationRule);
  if (!error) return;
  const members = maximum === undefined ? { limit } : { limit, maximum };
  throw new Refusal('query_refused', error.message.replace(/^Syntax Error: /, ''), members);
}

/** The library's rules throw, the standard ones report. */
function firstErrors(schema: GraphQLSchema, document: DocumentNode, rule: ValidationRule): readonly GraphQLError[] {
  try {
    return validate(schema, document, [rule], { maxErrors: 1 });
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
}

function isIntrospection(field: SelectionNode): boolean {
  return field.kind === Kind.FIELD && (field.name.value === '__schema' || field.name.value === '__type');
}

function keepRootFields(document: DocumentNode, keep: (field: SelectionNode) => boolean): DocumentNode {
  const definitions = document.definitions.map((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? trimmed(definition, keep) : definition,
  );
  return { ...document, definitions };
}

function trimmed(operation: OperationDefinitionNode, keep: (field: SelectionNode) => boolean): OperationDefinitionNode {
  const selections = operation.selectionSet.selections.filter(keep);
  return { ...operation, selectionSet: { ...operation.selectionSet, selections } };
}

/**
 * Refuses a valid document whose answer could be too large; page sizes may come from the variables, which are as sent.
 * Answers what it costs.
 * @throws Refusal 400 `query_refused`; `validation_failed` for arguments that do not fit
 */
export function refuseCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  operationName: string | undefined,
): number {
  const count = (): number => costOf(schema, document, variables, operationName);
  const key = keyOf(variables);
  const cost = key === undefined ? count() : knownCost(document, `${operationName ?? ''} ${key}`, count);
  if (cost <= limits.cost) return cost;
  throw new Refusal(
    'query_refused',
    `The answer could have ${String(cost)} fields; at most ${String(limits.cost)} are given at once: ask for smaller pages.`,
    {
      limit: 'cost',
      maximum: limits.cost,
    },
  );
}

// Documents are kept parsed, and most come with the same page sizes every time.
const costs = new WeakMap<DocumentNode, Map<string, number>>();
const COSTS_KEPT = 16;
const LONGEST_KEY = 256;

/** Undefined where variables are too long, or too deep to be written down. */
function keyOf(variables: Readonly<Record<string, unknown>>): string | undefined {
  try {
    const key = JSON.stringify(variables);
    return key.length > LONGEST_KEY ? undefined : key;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function knownCost(document: DocumentNode, key: string, count: () => number): number {
  const known = costs.get(document) ?? new Map<string, number>();
  const cost = known.get(key) ?? count();
  if (known.size < COSTS_KEPT) costs.set(document, known.set(key, cost));
  return cost;
}

function costOf(
  schema: GraphQLSchema,
  query: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  operationName: string | undefined,
): number {
  try {
    return getComplexity({
      schema,
      query,
      variables,
      ...(operationName === undefined ? {} : { operationName }),
      estimators: [estimate],
      // Counted already, before the standard rules.
      maxQueryNodes: Infinity,
    });
  } catch (error) {
    if (error instanceof GraphQLError) throw invalid([{ pointer: '/variables', detail: error.message }]);
    throw error;
  }
}

function estimate({ type, field, args, childComplexity }: ComplexityEstimatorArgs): number {
  const weight = weightOf(type, field);
  const size = pageSize(args) ?? (isPaged(field.type) ? pageLimits.default : undefined);
  if (size !== undefined) return weight + childComplexity * Math.max(1, size);
  return weight + childComplexity * (isConnectionPart(field.name) || !isList(field.type) ? 1 : SHORT_LIST);
}

/** `nodes` and `edges` are the page, whose size was counted at the connection. */
function isConnectionPart(name: string): boolean {
  return name === 'nodes' || name === 'edges';
}

function pageSize(args: Record<string, unknown>): number | undefined {
  const asked = args['first'] ?? args['last'];
  if (typeof asked === 'number') return asked;
  if (Array.isArray(args['ids'])) return args['ids'].length;
  return undefined;
}

/** A page whose size nobody named: it is the default one, not none. */
function isPaged(type: GraphQLOutputType): boolean {
  return getNamedType(type).name.endsWith('Connection');
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type);
}
