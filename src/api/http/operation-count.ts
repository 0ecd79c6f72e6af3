import type { FieldNode, GraphQLFormattedError } from 'graphql';
import type { ErrorCode } from '../../domain/errors/catalogue';
import type { Metrics } from '../../operations/ports';

/** What is known of a request's operations by the time it is answered, for the metrics. */
export class OperationMetrics {
  /** The root fields asked for; none while the request has not been read. */
  fields: readonly FieldNode[] = [];
  /** Of the last execution: a transaction may have been run again. */
  errors: readonly GraphQLFormattedError[] = [];
  /** What the request was refused with as a whole. */
  refused: ErrorCode | undefined;
  replayed = false;

  /** Counts each root field once, by its own error or the request's. */
  count(metrics: Metrics): void {
    if (this.replayed) metrics.answerReplayed();
    else if (this.fields.length > 0) for (const field of this.fields) metrics.operationAnswered(...this.outcome(field));
    else if (this.refused) metrics.operationAnswered('none', this.refused);
  }

  private outcome(field: FieldNode): [string, ErrorCode | 'ok'] {
    const name = field.name.value;
    if (this.refused) return [name, this.refused];
    const error = this.errors.find(({ path }) => path === undefined || path[0] === (field.alias?.value ?? name));
    return [name, error ? (error.extensions?.['code'] as ErrorCode) : 'ok'];
  }
}
