import {
  type ASTNode,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { estimatedCost, limits } from '../src/api/graphql/execution/limits';
import type { ClientDocuments, ClientOperation } from './client-operations';

/** The longest page that a document of a client may ask for, because each row costs what the document selects of it. */

/** A computed maximum is rounded down, so that one more field rarely changes it. */
const STEP = 50;

const MAX_ROWS = /(?<=\b(?:maximum|at most|1 to) )\d[\d,]*/;

/** Describes `first` of a list of the client for Node.js. Returns undefined for other operations. */
export function pageSizeText(
  { text, fragments: names }: ClientOperation,
  fragments: ClientDocuments['fragments'],
  schema: GraphQLSchema,
): string | undefined {
  const description = descriptionsOf(parse(text), schema).get('first');
  const document = [text, ...names.map((name) => fragments[name])].join(' ');
  return description === undefined ? undefined : withLongestPage(description, schema, document);
}

/** Lowers the maximum in the description of `first` to the rows that the service accepts for the document. */
export function withLongestPage(description: string, schema: GraphQLSchema, document: string): string {
  if (!MAX_ROWS.test(description)) throw new Error(`the page size has no maximum: ${description}`);
  const rows = rowsWithin(schema, parse(document));
  const rounded = (rows - (rows % STEP)).toLocaleString('en-US');
  return description.replace(MAX_ROWS, (written) => (rows < Number(written.replaceAll(',', '')) ? rounded : written));
}

/** Returns the number of rows whose cost is within the limit. */
function rowsWithin(schema: GraphQLSchema, document: DocumentNode): number {
  const required: Record<string, unknown> = {};
  visit(document, {
    VariableDefinition: ({ variable, type }) => {
      if (type.kind === Kind.NON_NULL_TYPE) required[variable.name.value] = 'key';
    },
  });
  const costOf = (first: number): number => estimatedCost(schema, document, { ...required, first }, undefined);
  const costOfOne = costOf(1);
  return 1 + Math.floor((limits.cost - costOfOne) / (costOf(2) - costOfOne));
}

/** Returns the description of each variable: that of the argument that has its value. */
export function descriptionsOf(node: ASTNode, schema: GraphQLSchema): ReadonlyMap<string, string> {
  const result = new Map<string, string>();
  const info = new TypeInfo(schema);
  visit(
    node,
    visitWithTypeInfo(info, {
      Argument: ({ value }) => {
        if (value.kind === Kind.VARIABLE) result.set(value.name.value, info.getArgument()?.description ?? '');
      },
    }),
  );
  return result;
}
