import type { DocumentNode, ExecutionResult, OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { isIntrospection } from './introspection-size';
import { rootFields } from './root-fields';

/** A query with its variables as sent. */
interface IntrospectionRequest {
  readonly source: string;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

// Each answer has a limited number of fields, so the cache takes at most some tens of MB.
const MAX_ANSWERS = 8;
const MAX_KEY_LENGTH = 16_384;

/** Caches the answers of queries that read only the schema, because the schema does not change. */
export class IntrospectionAnswers {
  private readonly answers = new LRUCache<string, ExecutionResult>({ max: MAX_ANSWERS });

  /** Executes an introspection query, or returns its cached answer. Undefined for other queries. */
  async answer(
    { source, document, operation, variables }: IntrospectionRequest,
    execute: () => ExecutionResult | Promise<ExecutionResult>,
  ): Promise<ExecutionResult | undefined> {
    const fields = rootFields(document, operation);
    const readsSchemaOnly = fields.every((field) => isIntrospection(field) || field.name.value === '__typename');
    if (!readsSchemaOnly) return undefined;
    const key = JSON.stringify([source, operation.name?.value, variables]);
    const cached = this.answers.get(key);
    if (cached) return cached;
    const result = await execute();
    if (!result.errors && key.length <= MAX_KEY_LENGTH) this.answers.set(key, result);
    return result;
  }
}
