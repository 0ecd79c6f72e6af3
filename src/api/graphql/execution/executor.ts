import { createHash } from 'node:crypto';
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import {
  type DocumentNode,
  execute,
  getOperationAST,
  type GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  OperationTypeNode,
} from 'graphql';
import { type Asked, CompiledReads, dataOf } from './jit-query-cache';
import type { Context } from './context';
import { asRefusal, formatRefusal } from './errors';
import { limits } from './limits';

/** What came of executing an operation. */
export interface Executed {
  /** Absent when nothing was executed: a variable did not fit. */
  readonly data: Record<string, unknown> | null | undefined;
  readonly errors: readonly GraphQLFormattedError[];
}

export interface GraphqlRequest extends Asked {
  readonly variables: Record<string, unknown>;
}

/** Keeps the errors as they were thrown: the exchange must know a refusal from a fault, and a fault from a deadlock. */
const keepErrors: ApolloServerPlugin<Context> = {
  requestDidStart() {
    return Promise.resolve({
      didEncounterErrors({ errors, contextValue }) {
        contextValue.met.push(...errors);
        return Promise.resolve();
      },
    });
  },
};

/**
 * The executor: Apollo Server without its HTTP layer, which the exchange is. What comes again goes without Apollo, whose
 * hooks take a tenth of a millisecond.
 */
export class Engine {
  private readonly apollo: ApolloServer<Context>;
  private readonly compiled: CompiledReads;
  /** What Apollo has executed. */
  private readonly known = new WeakSet<DocumentNode>();
  private readonly handed = new HandedDocuments();

  constructor(readonly schema: GraphQLSchema) {
    this.compiled = new CompiledReads(schema);
    this.apollo = new ApolloServer<Context>({
      schema,
      introspection: true,
      persistedQueries: false,
      documentStore: this.handed,
      stopOnTerminationSignals: false,
      includeStacktraceInErrorResponses: false,
      parseOptions: { maxLexicalTokens: limits.tokens },
      // The default plugin wraps every field, for a third of the time of a read (performance.md §2).
      plugins: [ApolloServerPluginCacheControlDisabled(), keepErrors],
    });
  }

  async start(): Promise<void> {
    await this.apollo.start();
  }

  async stop(): Promise<void> {
    await this.apollo.stop();
  }

  async execute(request: GraphqlRequest, context: Context): Promise<Executed> {
    const run = context.acting ? undefined : this.compiled.get(request);
    const data = run && (await dataOf(run, context, request.variables));
    if (data) return { data, errors: [] };
    return (await this.interpretKnown(request, context)) ?? this.interpret(request, context);
  }

  /** What Apollo does with a document, without its hooks; undefined where it is new, or cannot be executed. */
  private async interpretKnown(request: GraphqlRequest, context: Context): Promise<Executed | undefined> {
    const { document } = request;
    const operation = this.known.has(document) && getOperationAST(document, request.operationName);
    if (!operation || operation.operation === OperationTypeNode.SUBSCRIPTION) return undefined;
    const { schema } = this;
    const { variables: variableValues, operationName } = request;
    const executed = await execute({ schema, document, contextValue: context, variableValues, operationName });
    const { data, errors = [] } = executed;
    // Variables that do not fit: Apollo has words for them.
    if (data === undefined) return undefined;
    context.met.push(...errors);
    return { data, errors: errors.map((error, index) => formatted(error, context, index)) };
  }

  private async interpret(request: GraphqlRequest, context: Context): Promise<Executed> {
    this.known.add(request.document);
    const response = await this.handed.during(request, () =>
      this.apollo.executeOperation(
        {
          query: request.query,
          variables: request.variables,
          ...(request.operationName === undefined ? {} : { operationName: request.operationName }),
        },
        { contextValue: context },
      ),
    );
    if (response.body.kind !== 'single') throw new Error('incremental delivery is not offered');
    const { data, errors = [] } = response.body.singleResult;
    return { data, errors: errors.map((error, index) => formatted(error, context, index)) };
  }
}

/**
 * Apollo asks here for a document by the hash of its text, before it would parse and validate it. It finds those on their
 * way through it, which have been parsed and validated; none is kept.
 */
class HandedDocuments {
  private readonly byHash = new Map<string, DocumentNode>();

  async during<T>({ query, document }: GraphqlRequest, work: () => Promise<T>): Promise<T> {
    const hash = createHash('sha256').update(query).digest('hex');
    this.byHash.set(hash, document);
    try {
      return await work();
    } finally {
      this.byHash.delete(hash);
    }
  }

  /** @param key ends with the hash, in hexadecimal digits */
  get(key: string): Promise<DocumentNode | undefined> {
    return Promise.resolve(this.byHash.get(key.slice(-64)));
  }

  set(): Promise<void> {
    return Promise.resolve();
  }

  delete(): Promise<boolean> {
    return Promise.resolve(false);
  }
}

function formatted(
  error: GraphQLFormattedError | GraphQLError,
  context: Context,
  index: number,
): GraphQLFormattedError {
  const { path, locations } = error;
  return formatRefusal(asRefusal(context.met[index]), context.requestId, {
    ...(path && { path }),
    ...(locations && { locations }),
  });
}
