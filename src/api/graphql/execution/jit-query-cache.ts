import { getOperationAST, Kind, OperationTypeNode, visit, type DocumentNode, type GraphQLSchema } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Context } from './context';
import { openedSelections } from './fragments';

/** What a request asks for: a document, and which of its operations. */
export interface Asked {
  readonly query: string;
  /** The same, parsed and found valid: by `Documents`, or when the service started. */
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
}

type Run = CompiledQuery['query'];

// A document that comes a third time will come again; compiling costs what some tens of executions do.
const COMPILED_AFTER = 2;
// What is kept: texts with how often they came, the least recently used forgotten first.
const KEPT = 500;
const LONGEST = 16_384;
// What is compiled takes 1 to 3 kB of memory a selection, so all of it 30 MB at most; one takes some milliseconds.
const MOST_SELECTIONS = 250;
const KEPT_SELECTIONS = 10_000;

interface Seen {
  times: number;
  run: Run | undefined;
  /** Of what was compiled. */
  selections: number;
}

/**
 * Reads that come again and again, and subscriptions whose events do, compiled by graphql-jit: several times as fast as
 * interpreting their documents. Only what is plain is compiled: operations without directives. Whoever runs one takes its
 * answer when there are no errors, and otherwise asks the interpreter again, which is a read's right; so errors are told
 * in one way.
 */
export class CompiledReads {
  private readonly seen = new Map<string, Seen>();
  private selections = 0;

  /** @param kind other operations are not compiled */
  constructor(
    private readonly schema: GraphQLSchema,
    private readonly kind: Exclude<OperationTypeNode, OperationTypeNode.MUTATION> = OperationTypeNode.QUERY,
  ) {}

  /** What runs it, or undefined: it must be interpreted. */
  get({ query, document, operationName }: Asked): Run | undefined {
    if (query.length > LONGEST) return undefined;
    const key = operationName === undefined ? query : `${operationName}\n${query}`;
    const known = this.seen.get(key) ?? { times: 0, run: undefined, selections: 0 };
    known.times += 1;
    if (known.times === COMPILED_AFTER + 1) this.compile(known, document, operationName);
    this.seen.delete(key);
    this.seen.set(key, known);
    this.forget();
    return known.run;
  }

  private forget(): void {
    for (const [key, { selections }] of this.seen) {
      if (this.seen.size <= KEPT && this.selections <= KEPT_SELECTIONS) return;
      this.seen.delete(key);
      this.selections -= selections;
    }
  }

  private compile(known: Seen, document: DocumentNode, operationName: string | undefined): void {
    const selections = openedSelections(document);
    if (getOperationAST(document, operationName)?.operation !== this.kind) return;
    if (!isPlain(document) || selections > MOST_SELECTIONS) return;
    const compiled = compileQuery<Record<string, unknown>>(this.schema, document, operationName, {
      disablingCapturingStackErrors: true,
    });
    if (!isCompiledQuery(compiled)) return;
    Object.assign(known, { run: compiled.query, selections });
    this.selections += selections;
  }
}

/** Without directives: what @skip and @include mean is left to the interpreter. Introspection answers itself. */
export function isPlain(document: DocumentNode): boolean {
  let plain = true;
  visit(document, {
    [Kind.DIRECTIVE]: () => void (plain = false),
    [Kind.FIELD]: ({ name: { value } }) => void (plain &&= value === '__typename' || !value.startsWith('__')),
  });
  return plain;
}

/** The data of a read that met no error; undefined: ask the interpreter. */
export async function dataOf(
  run: Run,
  context: Context,
  variables: Readonly<Record<string, unknown>>,
  root?: unknown,
): Promise<Record<string, unknown> | undefined> {
  try {
    const { data, errors } = await run(root, context, variables);
    return errors ? undefined : (data as Record<string, unknown>);
  } catch {
    // Where the interpreter names a field, what was compiled may fail whole: so does reading a property that throws.
    return undefined;
  }
}
