import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import type { DocumentNode, GraphQLFormattedError, GraphQLSchema } from 'graphql';
import { CompiledReads, dataOf } from './compiled';
import type { Context } from './context';
import { asRefusal, formatRefusal } from './errors';
import { KeptDocuments } from './kept-documents';
import { limits } from './limits';

/** What came of executing an operation. */
export interface Executed {
  /** Absent when nothing was executed: a variable did not fit. */
  readonly data: Record<string, unknown> | null | undefined;
  readonly errors: readonly GraphQLFormattedError[];
}

export interface GraphqlRequest {
  readonly query: string;
  readonly variables: Record<string, unknown>;
  readonly operationName: string | undefined;
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

/** The executor: Apollo Server without its HTTP layer, which the exchange is; reads it knows go without Apollo. */
export class Engine {
  private readonly apollo: ApolloServer<Context>;
  private readonly compiled: CompiledReads;

  constructor(readonly schema: GraphQLSchema) {
    this.compiled = new CompiledReads(schema);
    this.apollo = new ApolloServer<Context>({
      schema,
      introspection: true,
      persistedQueries: false,
      documentStore: documentStore(),
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
    return data ? { data, errors: [] } : this.interpret(request, context);
  }

  private async interpret(request: GraphqlRequest, context: Context): Promise<Executed> {
    const response = await this.apollo.executeOperation(
      {
        query: request.query,
        variables: request.variables,
        ...(request.operationName === undefined ? {} : { operationName: request.operationName }),
      },
      { contextValue: context },
    );
    if (response.body.kind !== 'single') throw new Error('incremental delivery is not offered');
    const { data, errors = [] } = response.body.singleResult;
    return { data, errors: errors.map((error, index) => formatted(error, context, index)) };
  }
}

/** Apollo's parsed documents, in place of its own store, which holds a hundred megabytes of them. */
function documentStore() {
  const kept = new KeptDocuments<DocumentNode>();
  return {
    get: (key: string) => Promise.resolve(kept.get(key)),
    set: (key: string, document: DocumentNode) => {
      kept.keep(key, document, document.loc?.end ?? 0);
      return Promise.resolve();
    },
    delete: () => Promise.resolve(false),
  };
}

function formatted(error: GraphQLFormattedError, context: Context, index: number): GraphQLFormattedError {
  const { path, locations } = error;
  return formatRefusal(asRefusal(context.met[index]), context.requestId, {
    ...(path && { path }),
    ...(locations && { locations }),
  });
}
