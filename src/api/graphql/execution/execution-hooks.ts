import type {
  ApolloServerPlugin,
  GraphQLRequestContextExecutionDidStart,
  GraphQLRequestContextResponseForOperation,
  GraphQLRequestListener,
} from '@apollo/server';
import type { ExecutionResult } from 'graphql';
import type { Context } from './context';

/** An operation that is about to be executed. */
export type Operation = GraphQLRequestContextResponseForOperation<Context> &
  GraphQLRequestContextExecutionDidStart<Context>;

/**
 * Calls the hooks of plugins around an execution: `executionDidStart`, `didEncounterErrors`, `executionDidEnd`.
 *
 * Apollo leaves them out if a plugin responds in place of its execute step. `willResolveField` is not called, because
 * compiled queries have no such step.
 */
export class ExecutionHooks {
  private readonly listeners = new WeakMap<object, GraphQLRequestListener<Context>[]>();

  /** Returns a plugin that does the same, and whose listeners are known here. */
  watch(plugin: ApolloServerPlugin<Context>): ApolloServerPlugin<Context> {
    const requestDidStart: ApolloServerPlugin<Context>['requestDidStart'] = async (request) => {
      const listener = await plugin.requestDidStart?.(request);
      if (listener) this.listeners.set(request, [...(this.listeners.get(request) ?? []), listener]);
      return listener;
    };
    // The prototype keeps the other hooks of a plugin that is an instance of a class.
    return Object.assign(Object.create(plugin) as ApolloServerPlugin<Context>, { requestDidStart });
  }

  async around(operation: Operation, execute: () => Promise<ExecutionResult>): Promise<ExecutionResult> {
    const listeners = this.listeners.get(operation);
    if (!listeners) return execute();
    const executions = await Promise.all(listeners.map(async (listener) => listener.executionDidStart?.(operation)));
    const result = await execute();
    const { errors } = result;
    if (errors) {
      const failed = Object.assign(operation, { errors });
      await Promise.all(listeners.map(async (listener) => listener.didEncounterErrors?.(failed)));
    }
    await Promise.all(executions.map(async (execution) => execution?.executionDidEnd?.()));
    return result;
  }
}
