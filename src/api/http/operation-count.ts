import type { FieldNode, GraphQLFormattedError } from 'graphql';
import type { Caller } from '../../domain/sessions/caller';
import type { ErrorCode } from '../../domain/errors/catalogue';
import type { Metrics } from '../../operations/ports';

/** Collects the outcome of each root field of a request, for the metrics and the log. */
export class OperationMetrics {
  /** The root fields; empty until the request is parsed. */
  fields: readonly FieldNode[] = [];
  /** The errors of the last execution, because a transaction may run again. */
  errors: readonly GraphQLFormattedError[] = [];
  /** The refusal of the whole request. */
  refusalCode: ErrorCode | undefined;
  isReplay = false;
  /** The caller, as soon as it is identified. */
  caller: Caller | undefined;
  /** The coerced variables; undefined if they are invalid. */
  variables: Readonly<Record<string, unknown>> | undefined;

  /** A request that is refused after its operation stays counted as its operation was. */
  isCounted = false;

  /** Counts each root field once, by its own error or by that of the request. */
  count(metrics: Metrics): void {
    if (this.isCounted) return;
    this.isCounted = true;
    if (this.isReplay) metrics.answerReplayed();
    else if (this.fields.length > 0) for (const field of this.fields) metrics.operationAnswered(...this.outcome(field));
    else if (this.refusalCode) metrics.operationAnswered('none', this.refusalCode);
  }

  /** Returns the code of the request, or of its first field with an error. Undefined: everything succeeded. */
  code(): string | undefined {
    return this.refusalCode ?? this.errors.map(({ extensions }) => extensions?.['code'] as string | undefined)[0];
  }

  private outcome(field: FieldNode): [string, ErrorCode | 'ok'] {
    const name = field.name.value;
    if (this.refusalCode) return [name, this.refusalCode];
    const error = this.errors.find(({ path }) => path === undefined || path[0] === (field.alias?.value ?? name));
    return [name, error ? (error.extensions?.['code'] as ErrorCode) : 'ok'];
  }
}
