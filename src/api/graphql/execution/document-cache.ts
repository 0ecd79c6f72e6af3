import { createHash } from 'node:crypto';
import {
  getDirectiveValues,
  getOperationAST,
  GraphQLError,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  Lexer,
  OperationTypeNode,
  parse,
  Source,
  specifiedRules,
  TokenKind,
  validate,
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { invalid, Refusal } from '../../../domain/errors/errors';
import { KeptDocuments } from './lru-cache';
import { limits, refuseShape } from './limits';

/** A document that was parsed, stood the limits and the schema, ready to be run any number of times. */
export interface KnownDocument {
  readonly document: DocumentNode;
  readonly text: string;
  readonly hash: string;
}

/** One that was parsed and stood the limits, and what the schema says against it: 400 `validation_failed`. */
interface UnfitDocument {
  readonly document: DocumentNode;
  readonly fault: Refusal;
}

/** Parses and validates each document once. */
export class Documents {
  private readonly known = new KeptDocuments<KnownDocument>();

  constructor(private readonly schema: GraphQLSchema) {}

  /** @throws Refusal 400 `query_refused` for a limit, `validation_failed` for syntax and schema */
  get(text: string): KnownDocument {
    const read = this.read(text);
    if (read.fault) throw read.fault;
    return read;
  }

  /** Tells what the schema says of it instead of throwing it. @throws Refusal 400 `query_refused`, `validation_failed` for syntax */
  read(text: string): (KnownDocument & { readonly fault?: undefined }) | UnfitDocument {
    const kept = this.known.get(text);
    if (kept) return kept;
    const document = parsed(text);
    refuseShape(this.schema, document);
    const errors = faultsOf(this.schema, document);
    if (errors.length > 0) return { document, fault: documentFault(errors) };
    const fresh = { document, text, hash: createHash('sha256').update(text).digest('hex') };
    this.known.keep(text, fresh, text.length);
    return fresh;
  }
}

function faultsOf(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  try {
    return validate(schema, document, specifiedRules, { maxErrors: 10 });
  } catch (error) {
    // The rule about a subscription's one field applies directives that nobody has looked at yet.
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
}

const OPENING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** @throws GraphQLError where it is not GraphQL; Refusal 400 `query_refused` */
function refuseNesting(text: string): void {
  const lexer = new Lexer(new Source(text));
  let depth = 0;
  for (let count = 0; count <= limits.tokens; count += 1) {
    const { kind } = lexer.advance();
    if (kind === TokenKind.EOF) return;
    if (OPENING.has(kind)) depth += 1;
    else if (CLOSING.has(kind)) depth -= 1;
    if (depth > limits.nesting) {
      throw new Refusal('query_refused', `The document has brackets more than ${String(limits.nesting)} deep.`, {
        limit: 'nesting',
        maximum: limits.nesting,
      });
    }
  }
}

function parsed(text: string): DocumentNode {
  try {
    refuseNesting(text);
    return parse(text, { maxLexicalTokens: limits.tokens });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    if (/^Syntax Error: Document contains more tha[nt] \d+ tokens/.test(error.message)) {
      throw new Refusal('query_refused', `The document has more than ${String(limits.tokens)} tokens.`, {
        limit: 'tokens',
        maximum: limits.tokens,
      });
    }
    throw documentFault([error]);
  }
}

// What the rules say of a document whose fields they do not go on to compare with each other.
const ABORTED = 'Validation aborted.';

function documentFault(errors: readonly GraphQLError[]): Refusal {
  if (errors.some(({ message }) => message === ABORTED)) {
    const detail = 'The document names the same fields so often that they are not compared: name each once.';
    return new Refusal('query_refused', detail, { limit: 'repetition' });
  }
  return invalid(
    errors.map((error) => {
      const at = error.locations?.[0];
      const where = at ? ` (line ${String(at.line)}, column ${String(at.column)})` : '';
      return { pointer: '/query', detail: `${error.message}${where}` };
    }),
  );
}

/** The operation a request means. @throws Refusal 400 when it names none or one that is not there */
export function operationOf(document: DocumentNode, operationName: string | undefined): OperationDefinitionNode {
  const operation = getOperationAST(document, operationName);
  if (operation) return operation;
  const detail =
    operationName === undefined
      ? 'must name one of the document’s operations: there are several, or none'
      : `names ${JSON.stringify(operationName)}, which the document does not have`;
  throw invalid([{ pointer: '/operationName', detail }]);
}

/** The fields at the root of an operation, fragments opened; with coerced variables, those alone that are not skipped. */
export function rootFields(
  document: DocumentNode,
  { selectionSet }: OperationDefinitionNode,
  variables?: Readonly<Record<string, unknown>>,
): FieldNode[] {
  return openedFields(document, selectionSet, variables);
}

/** The same of any selection. */
export function openedFields(
  document: DocumentNode,
  { selections }: SelectionSetNode,
  variables?: Readonly<Record<string, unknown>>,
): FieldNode[] {
  const fields: FieldNode[] = [];
  const open = [...selections];
  for (let selection = open.shift(); selection; selection = open.shift()) {
    if (variables && isSkipped(selection, variables)) continue;
    if (selection.kind === Kind.FIELD) fields.push(selection);
    else if (selection.kind === Kind.INLINE_FRAGMENT) open.unshift(...selection.selectionSet.selections);
    else open.unshift(...fragment(document, selection.name.value));
  }
  return fields;
}

function isSkipped(selection: SelectionNode, variables: Readonly<Record<string, unknown>>): boolean {
  const skip = getDirectiveValues(GraphQLSkipDirective, selection, variables);
  const include = getDirectiveValues(GraphQLIncludeDirective, selection, variables);
  return skip?.['if'] === true || include?.['if'] === false;
}

function fragment(document: DocumentNode, name: string) {
  const found = document.definitions.find(
    (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name,
  );
  return found?.kind === Kind.FRAGMENT_DEFINITION ? found.selectionSet.selections : [];
}

export function isMutation(operation: OperationDefinitionNode): boolean {
  return operation.operation === OperationTypeNode.MUTATION;
}

export function isSubscription(operation: OperationDefinitionNode): boolean {
  return operation.operation === OperationTypeNode.SUBSCRIPTION;
}
