import type { DocumentNode, ExecutionResult, OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { RequestBudget } from '../../../operations/context';
import { prepareJson } from '../../work/prepared-json';
import { isIntrospection } from './introspection-size';
import { rootFields } from './root-fields';

/** A query with its variables as sent. */
interface IntrospectionRequest {
  readonly source: string;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

interface IntrospectionAnswer {
  readonly result: ExecutionResult;
  /** Length of its JSON. */
  readonly characters: number;
}

// Each answer has a limited number of fields, so the cache takes at most some tens of MB.
const MAX_ANSWERS = 8;
const MAX_KEY_LENGTH = 16_384;
/** Making an answer takes as long as reading about four times its characters from the database. */
const BYTES_PER_CHARACTER = 4;

/** Caches the answers of queries that read only the schema, because the schema does not change. */
export class IntrospectionAnswers {
  private readonly answers = new LRUCache<string, IntrospectionAnswer>({ max: MAX_ANSWERS });

  /**
   * Executes a query with introspection, or returns its cached answer. Undefined for other queries.
   * @param budget is charged for the characters of the answer, and for the work of a new answer
   */
  async answer(
    { source, document, operation, variables }: IntrospectionRequest,
    budget: RequestBudget,
    execute: () => ExecutionResult | Promise<ExecutionResult>,
  ): Promise<ExecutionResult | undefined> {
    const fields = rootFields(document, operation);
    if (!fields.some(isIntrospection)) return undefined;
    const readsSchemaOnly = fields.every((field) => isIntrospection(field) || field.name.value === '__typename');
    const key = JSON.stringify([source, operation.name?.value, variables]);
    const cached = readsSchemaOnly ? this.answers.get(key) : undefined;
    if (cached) {
      budget.chargeCharacters(cached.characters);
      return cached.result;
    }
    const result = await execute();
    const json = JSON.stringify(result.data ?? null);
    const answer = { result, characters: json.length };
    budget.chargeBytes(BYTES_PER_CHARACTER * answer.characters);
    if (readsSchemaOnly && result.data && !result.errors && key.length <= MAX_KEY_LENGTH) {
      this.answers.set(key, answer);
      prepareJson(result.data, json);
    }
    return result;
  }
}
