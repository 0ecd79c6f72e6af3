import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FieldNode, GraphQLSchema } from 'graphql';
import type { Caller } from '../../domain/sessions/caller';
import { idOf, keyOf } from '../../domain/keys';
import type { Log } from '../../operations/ports';
import { inputOf } from '../auth/access';
import type { OperationMetrics } from './operation-count';
import { routeClass } from './route-class';

/** The fields of a signed request in the log. They contain no body, no query and no text of the caller. */
interface Summary {
  readonly operation: string | undefined;
  readonly code: string | undefined;
  readonly principalKey: string | undefined;
  readonly humanKey: string | undefined;
  readonly tradeKey: string | undefined;
}

/** Writes one line for each answered request (ATS_REQUEST_LOG). */
export class RequestLog {
  private readonly summaries = new WeakMap<FastifyRequest, Summary>();

  constructor(
    private readonly log: Log,
    private readonly schema: GraphQLSchema,
    private readonly isOn: boolean,
  ) {}

  /** Remembers what a signed request did, until its response is sent. */
  note(request: FastifyRequest, outcome: OperationMetrics): void {
    if (this.isOn) this.summaries.set(request, this.summarize(outcome));
  }

  /** Writes the line. Health checks have none, because load balancers send them all the time. */
  write(request: FastifyRequest, reply: FastifyReply): void {
    if (!this.isOn) return;
    const { url: route } = request.routeOptions;
    if (routeClass(route) === 'health') return;
    const fields = {
      requestId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
      ...this.summaries.get(request),
    };
    this.log.info(fields, 'request');
  }

  private summarize(outcome: OperationMetrics): Summary {
    const { fields, caller } = outcome;
    const names = fields.map(({ name }) => name.value);
    return {
      operation: names.length === 0 ? undefined : [...new Set(names)].join(','),
      code: outcome.code(),
      principalKey:
        caller?.kind === 'principal' ? keyOf('prn', caller.principalId) : this.keyIn(outcome, 'prn', 'principalKey'),
      humanKey: humanKeyOf(caller),
      tradeKey: this.keyIn(outcome, 'trd', 'tradeKey'),
    };
  }

  /** Returns a key among the inputs of the root fields, or among the variables, which nested fields use. */
  private keyIn({ fields, variables }: OperationMetrics, prefix: 'prn' | 'trd', name: string): string | undefined {
    if (variables === undefined) return undefined;
    const inputs = fields.map((field) => this.inputOf(field, variables)?.[name]);
    const named = Object.values(variables).filter(
      (value) => typeof value === 'string' && value.startsWith(`${prefix}_`),
    );
    for (const value of [...inputs, variables[name], ...named]) {
      const id = typeof value === 'string' ? idOf(prefix, value) : undefined;
      if (id !== undefined) return keyOf(prefix, id);
    }
    return undefined;
  }

  private inputOf(field: FieldNode, variables: Readonly<Record<string, unknown>>) {
    if (field.name.value.startsWith('__')) return undefined;
    try {
      return inputOf(this.schema, field, variables);
    } catch {
      // The request was refused for its arguments.
      return undefined;
    }
  }
}

function humanKeyOf(caller: Caller | undefined): string | undefined {
  if (caller?.kind !== 'console' || caller.human?.humanId == null) return undefined;
  return keyOf('hum', caller.human.humanId);
}
