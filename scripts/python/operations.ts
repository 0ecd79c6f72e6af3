import {
  type FieldNode,
  getNamedType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionSetNode,
} from 'graphql';
import type { ClientDocuments, ClientOperation } from '../client-operations';
import { withLongestPage } from '../page-limits';
import { Classes } from './classes';
import { type Argument, argumentsOf } from './operation-arguments';
import { snakeCase } from './text';

/** The form of a result: one object, a list, or a page of a list. */
export type ResultForm = 'object' | 'list' | 'page';

/** A function of the Python package. */
export interface PythonOperation {
  readonly source: ClientOperation;
  readonly group: string;
  readonly method: string;
  readonly arguments: readonly Argument[];
  /** The class of the result, or of each element. */
  readonly className: string;
  readonly form: ResultForm;
  /** Whether an element of the list may be null. */
  readonly hasNullElements: boolean;
  /** The argument whose unknown value raises an error, such as TradeNotFound. */
  readonly keyArgument: string | undefined;
  /** Whether the result may be None. */
  readonly isNullable: boolean;
  /** The document. `<Trade>` stands for the selection of the class Trade. */
  readonly document: string;
}

/** Functions with a result of another form, which are written by hand. */
const BY_HAND: ReadonlySet<string> = new Set(['sandbox.advanceClock']);

/** Functions that answer another class than the one of their type. */
const CLASS_OF_FUNCTION: Readonly<Record<string, string>> = {
  'agents.get': 'AgentDetails',
  'agents.register': 'RegisteredAgent',
  'operator.preview': 'OperatorPreview',
  'operator.trades': 'OperatorTrade',
  'principals.get': 'PrincipalDetails',
  'trades.evidence': 'SettlementEvidence',
};

/** Classes of lists and of updates, because the largest parts of a type cost too much for each of many rows. */
const CLASS_IN_LISTS: Readonly<Record<string, string>> = {
  Listing: 'ListingSummary',
  Proposal: 'ProposalSummary',
  Trade: 'TradeSummary',
};

const PAGE = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

/** Returns the functions of the Python package, in the order of the documents. */
export function pythonOperations(schema: GraphQLSchema, documents: ClientDocuments): PythonOperation[] {
  const classes = new Classes(schema, documents);
  return documents.operations
    .filter(({ group, method }) => !BY_HAND.has(`${group}.${method}`))
    .map((source) => withPageLimit(describe(source, schema), schema, classes));
}

/** Says the longest page of the document that the package sends, because it selects other fields than other clients. */
function withPageLimit(operation: PythonOperation, schema: GraphQLSchema, classes: Classes): PythonOperation {
  const document = operation.document.replace(/<(\w+)>/g, (_, name: string) => classes.selection(name));
  const described = operation.arguments.map((one) =>
    one.name === 'first' ? { ...one, description: withLongestPage(one.description, schema, document) } : one,
  );
  return { ...operation, arguments: described };
}

function describe(source: ClientOperation, schema: GraphQLSchema): PythonOperation {
  const node = operationOf(source);
  const end = typeAtEnd(source, schema);
  const named = getNamedType(end);
  const isPage = named.name.endsWith('Connection');
  const list = isNonNullType(end) ? end.ofType : end;
  const form = isPage ? 'page' : isListType(list) ? 'list' : 'object';
  const isSmall = form !== 'object' || source.kind === 'subscription';
  const className = classOf(source, isPage ? nodesOf(named) : named, isSmall);
  const args = argumentsOf(node, schema);
  const keyArgument = keyOf(source, args);
  return {
    source,
    group: source.group,
    method: snakeCase(source.method),
    arguments: args,
    className,
    form,
    hasNullElements: isListType(list) && !isNonNullType(list.ofType),
    keyArgument,
    // An unknown key raises an error, so only an object below the one with the key can be None.
    isNullable: source.isNullable && (keyArgument === undefined || (source.path.length > 2 && !isNonNullType(end))),
    document: documentOf(node, source.path, isPage ? `nodes { <${className}> } ${PAGE}` : `<${className}>`),
  };
}

function operationOf({ text }: ClientOperation): OperationDefinitionNode {
  const [node] = parse(text, { noLocation: true }).definitions;
  if (node?.kind !== Kind.OPERATION_DEFINITION) throw new Error(`this is no operation: ${text}`);
  return node;
}

function typeAtEnd({ kind, path }: ClientOperation, schema: GraphQLSchema): GraphQLType {
  const roots = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  };
  return path.reduce<GraphQLType>((above, name) => {
    const field = (getNamedType(above) as GraphQLObjectType).getFields()[name];
    if (!field) throw new Error(`${path.join('.')} has no type`);
    return field.type;
  }, roots[kind] as GraphQLObjectType);
}

function nodesOf(connection: GraphQLNamedType): GraphQLNamedType {
  const { nodes } = (connection as GraphQLObjectType).getFields();
  return getNamedType(nodes?.type) as GraphQLNamedType;
}

function classOf({ group, method }: ClientOperation, { name }: GraphQLNamedType, isSmall: boolean): string {
  return CLASS_OF_FUNCTION[`${group}.${method}`] ?? (isSmall ? CLASS_IN_LISTS[name] : undefined) ?? name;
}

/** An object of the principal is found by its key: `trade` by `trade_key`, and `matchRun` by `match_run_id`. */
function keyOf({ kind, path: [root, field] }: ClientOperation, args: readonly Argument[]): string | undefined {
  if (kind !== 'query' || root !== 'principal' || field === undefined) return undefined;
  const names = [`${snakeCase(field)}_key`, `${snakeCase(field)}_id`];
  return args.find(({ name, fallback }) => fallback === undefined && names.includes(name))?.name;
}

/** The document with another selection at the end of the path. */
function documentOf(node: OperationDefinitionNode, path: readonly string[], selection: string): string {
  const replaced: OperationDefinitionNode = { ...node, selectionSet: withPlace(node.selectionSet, path.length) };
  return print(replaced).replace(/\s+/g, ' ').replace(PLACE, selection);
}

const PLACE = '__place__';

function withPlace({ selections }: SelectionSetNode, depth: number): SelectionSetNode {
  const place: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: PLACE } };
  if (depth === 0) return { kind: Kind.SELECTION_SET, selections: [place] };
  const field = selections[0] as FieldNode;
  const below = withPlace(field.selectionSet ?? { kind: Kind.SELECTION_SET, selections: [] }, depth - 1);
  return { kind: Kind.SELECTION_SET, selections: [{ ...field, selectionSet: below }] };
}
