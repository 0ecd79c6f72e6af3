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
  visit,
  type DocumentNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type ValidationRule,
} from 'graphql';
import { getComplexity, type ComplexityEstimatorArgs } from 'graphql-query-complexity';
import { invalidMember, Refusal } from '../../../domain/errors/errors';
import { pageLimits } from '../../../operations/queries/pages';
import { directSelection, expandedSelectionCount } from './fragments';
import { IntrospectionSize, isIntrospection } from './introspection-size';
import { COUNT_FIELDS, COUNT_WEIGHT, weightOf } from './weights';

/** Limits of a request, so that no small query can overload the server. */
export const limits = {
  bodyBytes: 256 * 1024,
  tokens: 2_000,
  depth: 10,
  /** Nested brackets of any kind, because the parser is recursive. */
  nesting: 100,
  /** Depth inside `__schema` and `__type`; code generators need it. */
  introspectionDepth: 15,
  aliases: 30,
  /** Selections with fragments expanded. All other checks visit each of them. */
  selections: 10_000,
  rootFields: 10,
  /** Fields of the largest possible answer, by requested page sizes. Two full pages of trades with steps fit. */
  cost: 75_000,
  /** Estimated cost of a large answer: about 2.5 MiB, because a card of 64 KiB costs 200. */
  largeCost: 8_000,
  /** Fields of the answer of `__schema` and `__type`. The introspection of code generators has about 24,000. */
  introspection: 31_000,
  /** Maximum cost of a mutation in a batch, because the other mutations of the batch wait for its answer. */
  sharedCost: 1_000,
  /** Text and JSON in an answer. The longest page of agents, 200 cards of 64 KiB, fits. */
  answerCharacters: 16 * 1024 * 1024,
  /** Size of an answer. A page of 1,000 trades of 32 steps each fits. */
  answerBytes: 32 * 1024 * 1024,
  /** Size of a mutation's answer, which is stored for its Idempotency-Key. */
  storedAnswerBytes: 1024 * 1024,
  /** A longer answer to a read is refused while its reader has too many unread bytes. */
  longAnswerBytes: 1024 * 1024,
  /** Bytes that a request reads from the database. A mutation reads before and after its change. */
  readBytes: 32 * 1024 * 1024,
  mutationReadBytes: 64 * 1024 * 1024,
} as const;

/** Assumed length of a list without pages: steps, participants, items. */
const UNPAGED_LIST_LENGTH = 4;

/**
 * Asserts that a document is neither too deep nor too wide nor cyclic.
 * Must run before the standard validation rules, because some take quadratic time for such documents.
 * @throws Refusal 400 `query_refused`
 */
export function assertShape(schema: GraphQLSchema, document: DocumentNode): void {
  const data = filterRootFields(document, (selection) => !selectsIntrospection(selection));
  const introspection = filterRootFields(document, selectsIntrospection);
  refuse(schema, document, 'cycles', NoFragmentCyclesRule);
  assertExpandedSize(document);
  refuse(schema, data, 'depth', maxDepthRule(depthOptions(limits.depth)), limits.depth);
  refuse(
    schema,
    introspection,
    'depth',
    maxDepthRule(depthOptions(limits.introspectionDepth)),
    limits.introspectionDepth,
  );
  // The library ignores some aliases by default. Here every alias counts.
  refuse(schema, document, 'aliases', maxAliasesRule({ n: limits.aliases, allowList: [] }), limits.aliases);
}

function assertExpandedSize(document: DocumentNode): void {
  if (expandedSelectionCount(document) <= limits.selections) return;
  const detail = `The document has more than ${String(limits.selections)} selections with its fragments expanded.`;
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

/** Returns the errors of a rule. The library's rules throw them; the standard rules report them. */
function firstErrors(schema: GraphQLSchema, document: DocumentNode, rule: ValidationRule): readonly GraphQLError[] {
  try {
    return validate(schema, document, [rule], { maxErrors: 1 });
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
}

function selectsIntrospection(selection: SelectionNode): boolean {
  return selection.kind === Kind.FIELD && isIntrospection(selection);
}

function filterRootFields(document: DocumentNode, isIncluded: (field: SelectionNode) => boolean): DocumentNode {
  const definitions = document.definitions.map((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? withRootFields(definition, isIncluded) : definition,
  );
  return { ...document, definitions };
}

function withRootFields(
  operation: OperationDefinitionNode,
  isIncluded: (field: SelectionNode) => boolean,
): OperationDefinitionNode {
  const selections = operation.selectionSet.selections.filter(isIncluded);
  return { ...operation, selectionSet: { ...operation.selectionSet, selections } };
}

/**
 * Asserts that the answer of a valid document cannot be too large. Returns its cost.
 * @param variables as sent; they may contain page sizes
 * @throws Refusal 400 `query_refused`; `validation_failed` for arguments of the wrong type
 */
export function assertCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  operationName: string | undefined,
): number {
  const cost = estimatedCost(schema, document, variables, operationName);
  if (cost <= limits.cost) return cost;
  throw new Refusal(
    'query_refused',
    `The answer could have ${String(cost)} fields; the maximum is ${String(limits.cost)}. Request smaller pages.`,
    { limit: 'cost', maximum: limits.cost },
  );
}

/** Returns the fields of the largest possible answer of a valid document. A field with large values counts as several. */
export function estimatedCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  operationName: string | undefined,
): number {
  const count = (): number => costOf(schema, document, variables, operationName);
  const key = costKey(document, variables);
  return key === undefined ? count() : cachedCost(document, `${operationName ?? ''} ${key}`, count);
}

// Documents are cached, and most are sent with the same page sizes each time.
const costs = new WeakMap<DocumentNode, Map<string, number>>();
const MAX_COSTS_PER_DOCUMENT = 16;
const MAX_COST_KEY_LENGTH = 256;

// Without texts: only `__type` has an argument whose text decides the cost, and it is not in most documents.
const WITHOUT_TEXTS = (_: string, value: unknown): unknown => (typeof value === 'string' ? '' : value);

/** Undefined if the variables are too long, or nested too deep for JSON. */
function costKey(document: DocumentNode, variables: Readonly<Record<string, unknown>>): string | undefined {
  try {
    const key = JSON.stringify(variables, namesTypes(document) ? undefined : WITHOUT_TEXTS);
    return key.length > MAX_COST_KEY_LENGTH ? undefined : key;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const typeNaming = new WeakMap<DocumentNode, boolean>();

/** Whether a document selects introspection fields, whose arguments name types. */
function namesTypes(document: DocumentNode): boolean {
  let answer = typeNaming.get(document);
  if (answer === undefined) {
    answer = false;
    visit(document, { Field: (node) => void (answer ||= isIntrospection(node)) });
    typeNaming.set(document, answer);
  }
  return answer;
}

function cachedCost(document: DocumentNode, key: string, count: () => number): number {
  const documentCosts = costs.get(document) ?? new Map<string, number>();
  const cost = documentCosts.get(key) ?? count();
  if (documentCosts.size < MAX_COSTS_PER_DOCUMENT) costs.set(document, documentCosts.set(key, cost));
  return cost;
}

function costOf(
  schema: GraphQLSchema,
  query: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
  operationName: string | undefined,
): number {
  const introspection = new IntrospectionEstimator(schema, query);
  try {
    const cost = getComplexity({
      schema,
      query,
      variables,
      ...(operationName === undefined ? {} : { operationName }),
      estimators: [introspection.estimate, estimateIn(query)],
      // `assertShape` has limited the nodes.
      maxQueryNodes: Infinity,
    });
    introspection.assertSize();
    return cost;
  } catch (error) {
    if (error instanceof GraphQLError) throw invalidMember('/variables', error.message);
    throw error;
  }
}

/** Adds up the exact sizes of the introspection fields of a document. */
class IntrospectionEstimator {
  private readonly size: IntrospectionSize;
  private total = 0;
  private schemaFields = 0;

  constructor(schema: GraphQLSchema, document: DocumentNode) {
    this.size = new IntrospectionSize(schema, document, limits.introspection);
  }

  /** Undefined for other fields, which the next estimator counts. */
  readonly estimate = ({ node, field, args }: ComplexityEstimatorArgs): number | undefined => {
    if (!isIntrospection(node)) return undefined;
    if (node.name.value === '__schema') this.schemaFields += 1;
    if (this.schemaFields > 1) return 0;
    const size = this.size.of(node, field, args);
    this.total += size;
    return size;
  };

  /** @throws Refusal 400 `query_refused` */
  assertSize(): void {
    if (this.schemaFields > 1) {
      const members = { limit: 'schema_fields', maximum: 1 };
      throw new Refusal('query_refused', 'Select __schema once in a document.', members);
    }
    if (this.total <= limits.introspection) return;
    throw new Refusal(
      'query_refused',
      `The introspection has more than ${String(limits.introspection)} fields. Select fewer fields of the schema.`,
      { limit: 'introspection', maximum: limits.introspection },
    );
  }
}

/** The estimator of a document. A connection counts its rows once, and has a page of nodes. */
function estimateIn(document: DocumentNode) {
  const selects = directSelection(document);
  return ({ type, field, node, args, childComplexity }: ComplexityEstimatorArgs): number => {
    const weight = weightOf(type, field);
    const isConnection = isPaged(field.type);
    const size = pageSize(args) ?? (isConnection ? pageLimits.default : undefined);
    const count = isConnection && selects(node, COUNT_FIELDS) ? COUNT_WEIGHT : 0;
    if (size !== undefined) return weight + count + childComplexity * Math.max(1, size);
    return weight + childComplexity * (isConnectionPart(field.name) || !isList(field.type) ? 1 : UNPAGED_LIST_LENGTH);
  };
}

/** Whether the field is `nodes` or `edges`: the connection already counts the page size. */
function isConnectionPart(name: string): boolean {
  return name === 'nodes' || name === 'edges';
}

function pageSize(args: Record<string, unknown>): number | undefined {
  const requested = args['first'] ?? args['last'];
  if (typeof requested === 'number') return requested;
  if (Array.isArray(args['ids'])) return args['ids'].length;
  return undefined;
}

/** Whether the field is a connection. Without a requested size it has the default page size. */
function isPaged(type: GraphQLOutputType): boolean {
  return getNamedType(type).name.endsWith('Connection');
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type);
}
