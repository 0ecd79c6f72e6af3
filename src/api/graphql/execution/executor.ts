import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import {
  type DocumentNode,
  execute,
  type ExecutionResult,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import type { Context } from './context';
import type { DocumentCache } from './document-cache';
import { asRefusal, fieldOf, formatRefusal, originalError } from './errors';
import { dataOf, JitQueryCache, type QuerySource } from './jit-query-cache';
import { IntrospectionAnswers } from './introspection-answers';
import { limits } from './limits';

/** The result of an operation, with its errors in our format. */
export interface ExecutionOutcome {
  /** Undefined if nothing was executed, for example because a variable has the wrong type. */
  readonly data: Record<string, unknown> | null | undefined;
  readonly errors: readonly GraphQLFormattedError[];
}

export interface GraphqlRequest extends QuerySource {
  readonly variables: Record<string, unknown>;
}

/** The part of Apollo's gateway request that the executor reads. */
interface ExecutorRequest {
  readonly context: Record<string, unknown>;
  readonly source: string;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly request: { readonly operationName?: string; readonly variables?: Record<string, unknown> };
}

/** Stores the errors as thrown, because the request pipeline treats refusals, bugs and deadlocks differently. */
const collectErrors: ApolloServerPlugin<Context> = {
  requestDidStart() {
    return Promise.resolve({
      didEncounterErrors({ errors, contextValue }) {
        contextValue.errors.push(...errors);
        return Promise.resolve();
      },
    });
  },
};

/** Executes operations with Apollo Server, without its HTTP layer (decision 0026). */
export class GraphqlExecutor {
  private readonly apollo: ApolloServer<Context>;
  private readonly compiled: JitQueryCache;
  private readonly introspection = new IntrospectionAnswers();

  constructor(
    readonly schema: GraphQLSchema,
    documents: DocumentCache,
    plugins: readonly ApolloServerPlugin<Context>[] = [],
  ) {
    this.compiled = new JitQueryCache(schema);
    this.apollo = new ApolloServer<Context>({
      // A gateway is Apollo's way to replace the execute step only. All plugin hooks still run.
      gateway: {
        onSchemaLoadOrUpdate: (load) => {
          load({ apiSchema: schema, coreSupergraphSdl: '' });
          return () => undefined;
        },
        load: () => Promise.resolve({ executor: (request: ExecutorRequest) => this.run(request) }),
        stop: () => Promise.resolve(),
      },
      introspection: true,
      persistedQueries: false,
      documentStore: documents.store,
      stopOnTerminationSignals: false,
      includeStacktraceInErrorResponses: false,
      parseOptions: { maxLexicalTokens: limits.tokens },
      // Apollo's default cache-control plugin wraps every field.
      plugins: [ApolloServerPluginCacheControlDisabled(), collectErrors, ...plugins],
    });
  }

  async start(): Promise<void> {
    await this.apollo.start();
  }

  async stop(): Promise<void> {
    await this.apollo.stop();
  }

  async execute({ query, operationName, variables }: GraphqlRequest, context: Context): Promise<ExecutionOutcome> {
    const request = { query, variables, ...(operationName !== undefined && { operationName }) };
    const { body } = await this.apollo.executeOperation(request, { contextValue: context });
    if (body.kind !== 'single') throw new Error('incremental delivery is not supported');
    const { data, errors = [] } = body.singleResult;
    return { data, errors: errors.map((error, index) => this.formatError(error, context, index)) };
  }

  private formatError(
    { path, locations }: GraphQLFormattedError,
    context: Context,
    index: number,
  ): GraphQLFormattedError {
    const error = context.errors[index];
    const at = { ...(path && { path }), ...(locations && { locations }) };
    return formatRefusal(asRefusal(error), context.requestId, at, { schema: this.schema, field: fieldOf(error) });
  }

  /** Apollo's execute step: compiled if possible, else graphql-js. The answers of introspection are cached. */
  private async run({ context, source, document, operation, request }: ExecutorRequest): Promise<ExecutionResult> {
    const { operationName, variables = {} } = request;
    const contextValue = context as unknown as Context;
    const interpret = () =>
      execute({ schema: this.schema, document, contextValue, variableValues: variables, operationName });
    if (operation.operation !== OperationTypeNode.QUERY) return interpret();
    const compiled = this.compiled.get({ query: source, document, operationName });
    const data = compiled && (await dataOf(compiled, contextValue, variables));
    if (data) return { data };
    // A query that was refused for its work must not work again.
    if (contextValue.slices?.failure !== undefined) throw originalError(contextValue.slices.failure);
    const answer = compiled
      ? undefined
      : await this.introspection.answer({ source, document, operation, variables }, contextValue.budget, interpret);
    return answer ?? interpret();
  }
}
