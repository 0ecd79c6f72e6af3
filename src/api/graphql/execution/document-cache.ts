import { createHash } from 'node:crypto';
import type { DocumentStore } from '@apollo/server';
import {
  getOperationAST,
  GraphQLError,
  Kind,
  Lexer,
  OperationTypeNode,
  parse,
  SingleFieldSubscriptionsRule,
  Source,
  specifiedRules,
  TokenKind,
  validate,
  visit,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { type FieldError, invalid, invalidMember, Refusal } from '../../../domain/errors/errors';
import { inputFieldOfLiteral } from './input-field';
import { withRangeOf } from './variables';
import { inputError, pathOfLiteral } from './input-path';
import { withSuggestions } from './suggestions';
import { assertShape, limits } from './limits';
import { rootFields } from './root-fields';

/** A parsed document that passed the limits and the schema's validation. */
export interface ValidDocument {
  readonly document: DocumentNode;
  /** SHA-256 of its text. */
  readonly hash: string;
  readonly error?: undefined;
}

/** A parsed document that passed the limits but not the schema's validation. */
interface InvalidDocument {
  readonly document: DocumentNode;
  /** 400 `validation_failed` */
  readonly error: Refusal;
}

const MAX_DOCUMENTS = 1_000;
const MAX_DOCUMENT_LENGTH = 16_384;
// A parsed document takes up to 150 bytes of memory a character, so the cache takes at most 80 MB.
const MAX_CACHED_CHARACTERS = 512 * 1024;
const HASH_LENGTH = 64;

/** Parses and validates documents, and caches the valid ones by the hash of their text. */
export class DocumentCache {
  private readonly documents = new LRUCache<string, ValidDocument>({
    max: MAX_DOCUMENTS,
    maxSize: MAX_CACHED_CHARACTERS,
    maxEntrySize: MAX_DOCUMENT_LENGTH,
  });

  // Never more than the documents: an entry is only here while its document is cached.
  private readonly persisted = new WeakSet<ValidDocument>();

  /** The same cache for Apollo Server. Its keys end with the hash. Apollo stores the documents of REST here. */
  readonly store: DocumentStore = {
    get: (key) => Promise.resolve(this.documents.get(key.slice(-HASH_LENGTH))?.document),
    set: (key, document) => {
      this.add({ document, hash: key.slice(-HASH_LENGTH) });
      return Promise.resolve();
    },
    delete: (key) => Promise.resolve(this.documents.delete(key.slice(-HASH_LENGTH))),
  };

  constructor(private readonly schema: GraphQLSchema) {}

  /** Lets clients send the hash of a cached document without its text. */
  persist(hash: string): void {
    const valid = this.documents.get(hash);
    if (valid) this.persisted.add(valid);
  }

  /** Returns the text of a document that a client persisted; other cached documents are not revealed. */
  persistedText(hash: string): string | undefined {
    const valid = this.documents.get(hash);
    return valid && this.persisted.has(valid) ? valid.document.loc?.source.body : undefined;
  }

  /** @throws Refusal 400 `query_refused` for a limit, `validation_failed` for syntax and schema */
  get(text: string, parsed?: (tokens: number) => void): ValidDocument {
    const valid = this.read(text, parsed);
    if (valid.error) throw valid.error;
    return valid;
  }

  /**
   * Like `get`, but returns the schema's error.
   * @param parsed called with the number of tokens if the document is not in the cache
   * @throws Refusal 400 `query_refused`, `validation_failed` for syntax
   */
  read(text: string, parsed?: (tokens: number) => void): ValidDocument | InvalidDocument {
    const hash = createHash('sha256').update(text).digest('hex');
    const cached = this.documents.get(hash);
    if (cached) return cached;
    const document = parseWithinLimits(text, parsed);
    assertShape(this.schema, document);
    const errors = validationErrors(this.schema, document);
    if (errors.length > 0) return { document, error: documentError(errors, document, this.schema) };
    return this.add({ document, hash });
  }

  private add(valid: ValidDocument): ValidDocument {
    this.documents.set(valid.hash, valid, { size: Math.max(1, valid.document.loc?.end ?? 1) });
    return valid;
  }
}

function validationErrors(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  try {
    const errors = validate(schema, document, specifiedRules, { maxErrors: 10 });
    return errors.length > 0 ? errors : emptySubscriptions(document);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    // The rule for a single subscription field evaluates directives. It throws for invalid ones, and for each variable.
    const errors = validate(schema, document, OTHER_RULES, { maxErrors: 10 });
    return errors.length > 0 ? errors : [new GraphQLError(VARIABLE_ROOT_FIELD, { nodes: error.nodes ?? [] })];
  }
}

/** Errors of the subscriptions whose root fields are all skipped. The library's rule accepts them and its execution throws. */
function emptySubscriptions(document: DocumentNode): readonly GraphQLError[] {
  // No directive of a visited root field depends on a variable: the library's rule has refused these.
  return document.definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .filter((operation) => isSubscription(operation) && rootFields(document, operation, {}).length === 0)
    .map((operation) => new GraphQLError(NO_ROOT_FIELD, { nodes: operation }));
}

const NO_ROOT_FIELD = 'A subscription needs a root field. Remove its @skip and @include.';
const OTHER_RULES = specifiedRules.filter((rule) => rule !== SingleFieldSubscriptionsRule);
const VARIABLE_ROOT_FIELD =
  'The root field of a subscription cannot depend on a variable. Remove its @skip and @include.';

const OPENING_BRACKETS: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING_BRACKETS: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** Returns the number of tokens, counted up to the limit. @throws GraphQLError for a syntax error; Refusal 400 `query_refused` */
function assertNesting(text: string): number {
  const lexer = new Lexer(new Source(text));
  let depth = 0;
  for (let count = 0; count <= limits.tokens; count += 1) {
    const { kind } = lexer.advance();
    if (kind === TokenKind.EOF) return count;
    if (OPENING_BRACKETS.has(kind)) depth += 1;
    else if (CLOSING_BRACKETS.has(kind)) depth -= 1;
    if (depth > limits.nesting) {
      throw new Refusal('query_refused', `The document has brackets more than ${String(limits.nesting)} deep.`, {
        limit: 'nesting',
        maximum: limits.nesting,
      });
    }
  }
  return limits.tokens;
}

function parseWithinLimits(text: string, parsed?: (tokens: number) => void): DocumentNode {
  try {
    parsed?.(assertNesting(text));
    const document = parse(text, { maxLexicalTokens: limits.tokens });
    assertNames(text, document);
    return document;
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    if (/^Syntax Error: Document contains more tha[nt] \d+ tokens/.test(error.message)) {
      throw new Refusal('query_refused', `The document has more than ${String(limits.tokens)} tokens.`, {
        limit: 'tokens',
        maximum: limits.tokens,
      });
    }
    throw documentError([error]);
  }
}

const FORBIDDEN_NAME = '__proto__';

/**
 * Refuses the name that sets the prototype of an object instead of a member.
 * The libraries build objects with the names of a document, so a variable of this name would be lost.
 * @throws GraphQLError at the first such name
 */
function assertNames(text: string, document: DocumentNode): void {
  // A name has no escapes, so most documents need no visit.
  if (!text.includes(FORBIDDEN_NAME)) return;
  visit(document, {
    Name(node) {
      if (node.value !== FORBIDDEN_NAME) return;
      throw new GraphQLError(`The name ${FORBIDDEN_NAME} is reserved. Use another name.`, { nodes: node });
    },
  });
}

// graphql-js gives up with this message when too many fields of the same name must be compared.
const VALIDATION_ABORTED = 'Validation aborted.';

function documentError(errors: readonly GraphQLError[], document?: DocumentNode, schema?: GraphQLSchema): Refusal {
  if (errors.some(({ message }) => message === VALIDATION_ABORTED)) {
    const detail = 'The document selects the same fields too often. Select each field once.';
    return new Refusal('query_refused', detail, { limit: 'repetition' });
  }
  return invalid(
    errors.map((error) => {
      const message = schema ? withSuggestions(schema, error.message) : error.message;
      return documentFieldError(error, rangeOf(error, message, document, schema), document);
    }),
  );
}

/** The message, with the range of the input field whose literal is wrong. */
function rangeOf(
  { nodes }: GraphQLError,
  message: string,
  document: DocumentNode | undefined,
  schema: GraphQLSchema | undefined,
): string {
  const [node] = nodes ?? [];
  if (!document || !schema || !node) return message;
  return withRangeOf(() => inputFieldOfLiteral(schema, document, node), message);
}

/** Describes an error in a document by its position, and by its path if it is in the input of a field. */
function documentFieldError(
  { locations, nodes }: GraphQLError,
  message: string,
  document: DocumentNode | undefined,
): FieldError {
  const [location] = locations ?? [];
  const position = location ? ` (line ${String(location.line)}, column ${String(location.column)})` : '';
  const [node] = nodes ?? [];
  // An undefined variable or an unknown argument is an error of the document, not of the input.
  const isValue = node !== undefined && node.kind !== Kind.VARIABLE && node.kind !== Kind.ARGUMENT;
  const path = document && isValue ? pathOfLiteral(document, node) : undefined;
  const field = path ? inputError(path, message) : { pointer: '/query', detail: message };
  return { ...field, detail: `${field.detail}${position}` };
}

/** Returns the operation to execute. @throws Refusal 400 if the name is missing or unknown */
export function operationOf(document: DocumentNode, operationName: string | undefined): OperationDefinitionNode {
  const operation = getOperationAST(document, operationName);
  if (operation) return operation;
  const detail =
    operationName === undefined
      ? 'must name one of the document’s operations, because there is not exactly one'
      : `names ${JSON.stringify(operationName)}, which is not in the document`;
  throw invalidMember('/operationName', detail);
}

export function isMutation(operation: OperationDefinitionNode): boolean {
  return operation.operation === OperationTypeNode.MUTATION;
}

export function isSubscription(operation: OperationDefinitionNode): boolean {
  return operation.operation === OperationTypeNode.SUBSCRIPTION;
}
