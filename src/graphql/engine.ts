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

/** The executor: Apollo Server without its HTTP layer, which the exchange is; what it knows goes without Apollo. */
export class Engine {
  private readonly apollo: ApolloServer<Context>;
  private readonly compiled: CompiledReads;
  private readonly known = new KnownDocuments();

  constructor(readonly schema: GraphQLSchema) {
    this.compiled = new CompiledReads(schema);
    this.apollo = new ApolloServer<Context>({
      schema,
      introspection: true,
      persistedQueries: false,
      documentStore: this.known,
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

  /** What Apollo does with a document it has validated, without its hooks; undefined where nothing can be executed. */
  private async interpretKnown(request: GraphqlRequest, context: Context): Promise<Executed | undefined> {
    const document = this.known.of(request.query);
    const operation = document && getOperationAST(document, request.operationName);
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

/**
 * The documents that Apollo has parsed and validated, in place of its own store, which holds a hundred megabytes of them;
 * by the key it gives them, and by their text.
 */
class KnownDocuments {
  private readonly byKey = new KeptDocuments<DocumentNode>();
  private readonly byText = new KeptDocuments<DocumentNode>();

  /** Undefined: Apollo has not seen it, or too much since. */
  of(text: string): DocumentNode | undefined {
    return this.byText.get(text);
  }

  get(key: string): Promise<DocumentNode | undefined> {
    return Promise.resolve(this.byKey.get(key));
  }

  set(key: string, document: DocumentNode): Promise<void> {
    const characters = document.loc?.end ?? 0;
    this.byKey.keep(key, document, characters);
    const text = document.loc?.source.body;
    if (text !== undefined) this.byText.keep(text, document, characters);
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
