import { getOperationAST, Kind, OperationTypeNode, visit, type DocumentNode, type GraphQLSchema } from 'graphql';
import { type CompiledQuery as JitQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import type { Context } from './context';
import { compiledSelectionCount } from './compiled-size';

/** A document and the name of the operation to execute. */
export interface QuerySource {
  readonly query: string;
  /** `query`, parsed and validated. */
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
}

export type CompiledQuery = JitQuery['query'];

// Compiling costs as much as some tens of executions, so only repeated documents are compiled.
const MIN_USES = 3;
const MAX_ENTRIES = 500;
const MAX_QUERY_LENGTH = 16_384;
// Compiling blocks the event loop for some milliseconds, so large documents are not compiled.
const MAX_SELECTIONS = 250;
// A compiled selection takes 1 to 3 kB of memory, so the cache takes at most 30 MB.
const MAX_CACHED_SELECTIONS = 10_000;

interface Entry {
  uses: number;
  readonly compiled: CompiledQuery | undefined;
}

/** Caches operations that graphql-jit compiled, by the text of their document (decision 0026). */
export class JitQueryCache {
  private readonly entries = new LRUCache<string, Entry>({ max: MAX_ENTRIES, maxSize: MAX_CACHED_SELECTIONS });

  /** @param type only operations of this type are compiled */
  constructor(
    private readonly schema: GraphQLSchema,
    private readonly type: Exclude<OperationTypeNode, OperationTypeNode.MUTATION> = OperationTypeNode.QUERY,
  ) {}

  /** Returns the compiled operation. Undefined if graphql-js must execute it. */
  get(source: QuerySource): CompiledQuery | undefined {
    const { query, operationName } = source;
    if (query.length > MAX_QUERY_LENGTH) return undefined;
    const key = operationName === undefined ? query : `${operationName}\n${query}`;
    const entry = this.entries.get(key);
    if (!entry) this.entries.set(key, { uses: 1, compiled: undefined }, { size: 1 });
    else if (++entry.uses === MIN_USES) return this.compile(key, source);
    return entry?.compiled;
  }

  private compile(key: string, { document, operationName }: QuerySource): CompiledQuery | undefined {
    if (getOperationAST(document, operationName)?.operation !== this.type || !isCompilable(document)) return undefined;
    const size = compiledSelectionCount(this.schema, document);
    if (size > MAX_SELECTIONS) return undefined;
    const compiled = compileQuery<Record<string, unknown>>(this.schema, document, operationName, {
      disablingCapturingStackErrors: true,
    });
    if (!isCompiledQuery(compiled)) return undefined;
    this.entries.set(key, { uses: MIN_USES, compiled: compiled.query }, { size });
    return compiled.query;
  }
}

/** Whether graphql-jit may compile a document: it has neither directives nor introspection. */
function isCompilable(document: DocumentNode): boolean {
  let compilable = true;
  visit(document, {
    [Kind.DIRECTIVE]: () => void (compilable = false),
    [Kind.FIELD]: ({ name: { value } }) => void (compilable &&= value === '__typename' || !value.startsWith('__')),
  });
  return compilable;
}

/**
 * Runs a compiled query. Undefined on any error: then graphql-js executes the query again, so that error messages are
 * always the same. A second execution is safe, because queries have no side effects.
 */
export async function dataOf(
  compiled: CompiledQuery,
  context: Context,
  variables: Readonly<Record<string, unknown>>,
  root?: unknown,
): Promise<Record<string, unknown> | undefined> {
  try {
    const { data, errors } = await compiled(root, context, variables);
    return errors ? undefined : (data as Record<string, unknown>);
  } catch {
    // A getter that throws fails the whole compiled query; graphql-js reports the field.
    return undefined;
  }
}
