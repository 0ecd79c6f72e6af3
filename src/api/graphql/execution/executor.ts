import {
  ApolloServer,
  type ApolloServerPlugin,
  type GraphQLRequestContextResponseForOperation,
  type GraphQLRequestListener,
  type GraphQLResponse,
  HeaderMap,
} from '@apollo/server';
import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import {
  execute,
  type ExecutionResult,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
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

/** An operation that is about to be executed. */
type Operation = GraphQLRequestContextResponseForOperation<Context>;

/** The status and the headers of a response, which its transport sets. */
const NO_HEAD = { headers: new HeaderMap() };

/** Executes operations with Apollo Server, without its HTTP layer (decision 0026). */
export class GraphqlExecutor {
  private readonly apollo: ApolloServer<Context>;
  private readonly compiled: JitQueryCache;
  private readonly introspection = new IntrospectionAnswers();

  constructor(
    readonly schema: GraphQLSchema,
    documents: DocumentCache,
  ) {
    this.compiled = new JitQueryCache(schema);
    this.apollo = new ApolloServer<Context>({
      schema,
      introspection: true,
      persistedQueries: false,
      documentStore: documents.store,
      stopOnTerminationSignals: false,
      includeStacktraceInErrorResponses: false,
      parseOptions: { maxLexicalTokens: limits.tokens },
      // Apollo's default cache-control plugin wraps every field.
      plugins: [ApolloServerPluginCacheControlDisabled(), this.asPlugin()],
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

  private asPlugin(): ApolloServerPlugin<Context> {
    const listener: GraphQLRequestListener<Context> = {
      // As thrown, because the request pipeline treats refusals, bugs and deadlocks differently.
      didEncounterErrors({ errors, contextValue }) {
        contextValue.errors.push(...errors);
        return Promise.resolve();
      },
      responseForOperation: (operation) => this.respond(operation),
    };
    return { requestDidStart: () => Promise.resolve(listener) };
  }

  /** Executes in place of Apollo's execute step, whose objects V8 keeps until a full collection (decision 0026). */
  private async respond(operation: Operation): Promise<GraphQLResponse> {
    const { data, errors } = await this.run(operation).catch(failed);
    if (!errors) return responseOf({ data: data ?? null });
    operation.contextValue.errors.push(...errors);
    return responseOf({ ...(data !== undefined && { data }), errors: errors.map((error) => error.toJSON()) });
  }

  /** Executes a compiled query, or else with graphql-js. The answers of introspection are cached. */
  private async run({ contextValue, source, document, operation, request }: Operation): Promise<ExecutionResult> {
    const { operationName, variables = {} } = request;
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

function responseOf(singleResult: FormattedExecutionResult<Record<string, unknown>>): GraphQLResponse {
  return { http: NO_HEAD, body: { kind: 'single', singleResult } };
}

/** The result of an operation that threw instead of returning its error. */
function failed(error: unknown): ExecutionResult {
  const cause = originalError(error);
  return { errors: [new GraphQLError(cause.message, { originalError: cause })] };
}
