import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  concatAST,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  print,
  stripIgnoredCharacters,
  validate,
} from 'graphql';
import { renderOperations } from './client-operations-text';
import { functionsTable } from './client-readme';
import { documentTypes, fragmentsOf, isFragment, isOperation } from './graphql-documents';
import { withGenerated } from './policy-tables';

/**
 * Generates the typed functions of the client from the documents in `packages/client/src/operations`.
 *
 * A file is a group of functions. In `trades.graphql`, the operation `TradesCreate` becomes `trades.create`.
 */
const SOURCE = 'packages/client/src/operations';
const FRAGMENTS = 'fragments.graphql';
const TYPES = 'packages/client/src/operation-types.ts';
const README = 'packages/client/README.md';

/** Root fields that are null without an error. */
export const NULLABLE_ROOTS: ReadonlySet<string> = new Set(['node', 'operatorTrade', 'sandbox']);

/** One generated function. */
export interface ClientOperation {
  readonly group: string;
  readonly method: string;
  /** Name of the operation in its document. */
  readonly name: string;
  readonly kind: `${OperationTypeNode}`;
  readonly description: string;
  readonly deprecation: string | undefined;
  /** Fields from the root to the result. */
  readonly path: readonly string[];
  /** Whether the service answers null without an error, such as for a trade that does not exist. */
  readonly isNullable: boolean;
  /** The type of the only argument `input`, or undefined. */
  readonly inputType: string | undefined;
  readonly variables: 'none' | 'optional' | 'required';
  readonly text: string;
  /** Names of all fragments that the text needs. */
  readonly fragments: readonly string[];
}

export interface ClientDocuments {
  readonly operations: readonly ClientOperation[];
  /** Texts of the fragments by their names. */
  readonly fragments: Readonly<Record<string, string>>;
}

/** The generated files by their paths below `root`, before formatting. */
export async function clientOperationFiles(root: string, schema: GraphQLSchema): Promise<Record<string, string>> {
  const documents = clientDocuments(root, schema);
  const all = concatAST(readSources(root).map(({ document }) => document));
  const readme = readFileSync(join(root, README), 'utf8');
  return {
    'packages/client/src/operations.ts': renderOperations(documents, schema),
    [TYPES]: await documentTypes(TYPES, all, schema),
    [README]: withGenerated(readme, 'functions of the client', functionsTable(documents.operations)),
  };
}

/** Reads the operations of the clients in all languages. @throws Error for a document that the schema refuses */
export function clientDocuments(root: string, schema: GraphQLSchema): ClientDocuments {
  const sources = readSources(root);
  const errors = validate(schema, concatAST(sources.map(({ document }) => document)));
  if (errors[0]) throw new Error(`${SOURCE}: ${errors[0].message}`);
  return readDocuments(sources, schema);
}

interface Source {
  readonly group: string;
  readonly document: DocumentNode;
}

function readSources(root: string): Source[] {
  const files = readdirSync(join(root, SOURCE)).filter((name) => name.endsWith('.graphql'));
  return files.toSorted().map((name) => ({
    group: name === FRAGMENTS ? '' : name.replace(/\.graphql$/, ''),
    document: parse(readFileSync(join(root, SOURCE, name), 'utf8'), { noLocation: true }),
  }));
}

function readDocuments(sources: readonly Source[], schema: GraphQLSchema): ClientDocuments {
  const definitions = sources.flatMap(({ document }) => document.definitions);
  const fragments = definitions.filter(isFragment);
  const operations = sources.flatMap(({ group, document }) =>
    document.definitions.filter(isOperation).map((node) => describe(group, node, schema, fragments)),
  );
  const texts = fragments.map((node) => [node.name.value, stripIgnoredCharacters(print(node))] as const);
  return { operations, fragments: Object.fromEntries(texts) };
}

function describe(
  group: string,
  node: OperationDefinitionNode,
  schema: GraphQLSchema,
  fragments: readonly FragmentDefinitionNode[],
): ClientOperation {
  const name = node.name?.value ?? '';
  const prefix = `${group.charAt(0).toUpperCase()}${group.slice(1)}`;
  if (!name.startsWith(prefix) || name === prefix) throw new Error(`${name} in ${group}.graphql: name it ${prefix}…`);
  const method = name.slice(prefix.length);
  const fields = fieldsToResult(node, schema);
  const path = fields.map(({ name: field }) => field);
  const [root = ''] = path;
  const last = fields.at(-1);
  const isNullable = NULLABLE_ROOTS.has(root) || fields.some(({ type }, depth) => depth > 0 && !isNonNullType(type));
  const variables = node.variableDefinitions ?? [];
  const [first] = variables;
  const isInput = node.operation === OperationTypeNode.MUTATION && first?.variable.name.value === 'input';
  const isRequired = variables.some(({ type, defaultValue }) => type.kind === Kind.NON_NULL_TYPE && !defaultValue);
  return {
    group,
    method: `${method.charAt(0).toLowerCase()}${method.slice(1)}`,
    name,
    kind: node.operation,
    // The description of a mutation is at its root. A read is described where it ends.
    description: (node.operation === OperationTypeNode.QUERY ? last : fields[0])?.description ?? '',
    deprecation: fields.find(({ deprecationReason }) => deprecationReason)?.deprecationReason ?? undefined,
    path,
    isNullable,
    inputType: isInput ? print(first.type).replace('!', '') : undefined,
    variables: variables.length === 0 ? 'none' : isRequired ? 'required' : 'optional',
    text: stripIgnoredCharacters(print(node)),
    fragments: [...fragmentsOf(node, fragments)].map((one) => one.name.value).toSorted(),
  };
}

/** The fields from the root to the result: the first with several fields, a fragment or a value below it. */
function fieldsToResult(node: OperationDefinitionNode, schema: GraphQLSchema): GraphQLField<unknown, unknown>[] {
  const fields: GraphQLField<unknown, unknown>[] = [];
  let type = schema.getRootType(node.operation);
  let next = onlyField(node);
  while (next && type) {
    const field = type.getFields()[next.name.value];
    if (!field) throw new Error(`${type.name} has no field ${next.name.value}`);
    fields.push(field);
    type = getNamedType(field.type) as GraphQLObjectType;
    const below = onlyField(next);
    next = below?.selectionSet ? below : undefined;
  }
  if (fields.length === 0) throw new Error(`${node.name?.value ?? ''} must have one root field`);
  return fields;
}

function onlyField({ selectionSet }: OperationDefinitionNode | FieldNode): FieldNode | undefined {
  const [only, second] = selectionSet?.selections ?? [];
  return second === undefined && only?.kind === Kind.FIELD ? only : undefined;
}
