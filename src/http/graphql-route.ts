import type { FieldNode, GraphQLFormattedError } from 'graphql';
import type { Caller } from '../domain/caller';
import { Refusal } from '../domain/errors';
import { actingContext, readingContext, type Context } from '../graphql/context';
import { type Documents, isMutation, isSubscription, operationOf, rootFields } from '../graphql/documents';
import { type Engine, type Executed, type GraphqlRequest } from '../graphql/engine';
import { formatRefusal, refusalOf } from '../graphql/errors';
import { limits, refuseCost } from '../graphql/limits';
import type { Services } from '../operations/context';
import type { Store, Tx } from '../store/tx';
import { type Answer, asRefusal, refusalHeaders } from './answer';
import { assertHuman, readBody, readQueryString, refusedScope } from './graphql-request';
import { type Claim, claimOf, claimSql, idempotencyKey, isKept, keepAnswer, readClaim } from './idempotency';
import { Tally } from './operation-count';

/** A request whose sender has been proved. */
export interface Proved {
  readonly requestId: string;
  readonly caller: Caller;
  readonly method: string;
  /** Path and query as received. */
  readonly target: string;
  readonly body: Buffer | undefined;
  readonly idempotencyKey: string | undefined;
  readonly accept: string | undefined;
}

export interface GraphqlDeps {
  readonly engine: Engine;
  readonly documents: Documents;
  readonly store: Store;
  readonly services: Services;
}

const READ_MS = 5_000;
// The checkout alone may take 10 s (contract §5, payment_processor_unavailable).
const WRITE_MS = 15_000;

/** Ends a transaction without an effect and answers this. */
class NotKept extends Error {
  constructor(readonly answer: Answer) {
    super('answered without an effect');
  }
}

/** The life of a request to /graphql after its sender was proved (architecture §5, order of contract §5). */
export class GraphqlRoute {
  constructor(private readonly deps: GraphqlDeps) {}

  async answer(proved: Proved): Promise<Answer> {
    const tally = new Tally();
    try {
      return await this.run(proved, tally);
    } catch (error) {
      if (error instanceof NotKept) return error.answer;
      const refusal = this.told(proved, error);
      tally.refused = refusal.code;
      return refused(proved, refusal);
    } finally {
      tally.count(this.deps.services.metrics);
    }
  }

  /** What the caller is told; what is our fault goes to the log whole. */
  private told({ requestId }: Proved, error: unknown): Refusal {
    const refusal = asRefusal(error);
    if (error !== refusal) this.deps.services.log.error({ requestId, err: error }, 'a request failed');
    return refusal;
  }

  private async run(proved: Proved, tally: Tally): Promise<Answer> {
    const { documents, engine } = this.deps;
    const request = proved.method === 'GET' ? readQueryString(searchOf(proved.target)) : readBody(proved.body);
    const { document } = documents.get(request.query);
    const operation = operationOf(document, request.operationName);
    if (isSubscription(operation)) {
      throw new Refusal('query_refused', 'Subscriptions go over graphql-transport-ws at the same path.', {
        limit: 'transport',
      });
    }
    const fields = rootFields(document, operation);
    tally.fields = fields;
    assertHuman(proved.caller, fields);
    if (!isMutation(operation)) {
      refuseCost(engine.schema, document, request.variables, request.operationName);
      return this.read(proved, request, tally);
    }
    if (proved.method === 'GET') throw new Refusal('method_not_allowed', 'A mutation is sent by POST.');
    const key = idempotencyKey(proved.idempotencyKey);
    const refusal = refusedScope(engine.schema, proved.caller, fields, request.variables);
    if (refusal) {
      tally.refused = refusal.refusal.code;
      return fieldRefused(proved, refusal.refusal, refusal.field);
    }
    return this.write(proved, request, claimOf(proved.caller, key, proved, !holdsLater(fields)), tally);
  }

  private async read(proved: Proved, request: GraphqlRequest, tally: Tally): Promise<Answer> {
    const { services, store, engine } = this.deps;
    const context = readingContext({ ...proved, services, db: store });
    const executed = await within(READ_MS, engine.execute(request, context));
    tally.errors = executed.errors;
    logFaults(services, proved, context);
    return answerOf(proved, executed);
  }

  private async write(proved: Proved, request: GraphqlRequest, claim: Claim, tally: Tally): Promise<Answer> {
    const { store, services } = this.deps;
    return store.inTransaction(async (tx) => {
      const kept = readClaim(tx, claim, services.secrets);
      tally.replayed = kept !== undefined;
      if (kept) throw new NotKept(kept);
      refuseTooMany(tally.fields);
      return this.mutate(tx, proved, request, claim, tally);
    }, claimSql(claim));
  }

  private async mutate(tx: Tx, proved: Proved, request: GraphqlRequest, claim: Claim, tally: Tally): Promise<Answer> {
    const { services, engine } = this.deps;
    const bears = { secret: false };
    const context = actingContext({
      tx,
      services,
      caller: proved.caller,
      requestId: proved.requestId,
      requestKey: `${claim.scope}:${claim.key}`,
      bearsSecret: () => (bears.secret = true),
    });
    const executed = await within(WRITE_MS, engine.execute(request, context));
    tally.errors = executed.errors;
    const met = context.met.map(refusalOf);
    const fault = context.met.findIndex((_, index) => met[index] === undefined);
    if (fault !== -1) throw original(context.met[fault]);
    // The credential ended while the request was on its way: the whole request is refused, as one signed later is.
    const revoked = met.find((refusal) => refusal?.code === 'credential_invalid');
    if (revoked) throw revoked;
    if (context.met.length === 0) {
      const answer = answerOf(proved, executed);
      keepAnswer(tx, claim, answer, bears.secret ? services.secrets : undefined);
      return answer;
    }
    const keep = met.every((refusal) => refusal && isKept(refusal));
    const answer = answerOf(proved, keep ? withNewKey(executed) : executed);
    if (!keep) throw new NotKept(answer);
    await tx.rollbackToSavepoint();
    keepAnswer(tx, claim, answer, undefined);
    return answer;
  }
}

/** Mutations that hold the credential of their request themselves, in their own time; see migrations/0010-claim.sql. */
const HOLDING_LATER: ReadonlySet<string> = new Set(['purchaseTickets', 'rotateCredential', 'revokeCredential']);

/** Only where nothing else is asked for: beside another field, one of these might be skipped by a directive. */
function holdsLater(fields: readonly FieldNode[]): boolean {
  const [only, ...others] = fields;
  return only !== undefined && others.length === 0 && HOLDING_LATER.has(only.name.value);
}

function searchOf(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? '' : target.slice(mark + 1);
}

function refuseTooMany(fields: readonly FieldNode[]): void {
  if (fields.length > limits.rootFields) {
    throw new Refusal('query_refused', `A request has at most ${String(limits.rootFields)} mutations.`, {
      limit: 'root_fields',
      maximum: limits.rootFields,
    });
  }
  if (fields.length > 1 && fields.some((field) => field.name.value === 'purchaseTickets')) {
    throw new Refusal('query_refused', 'purchaseTickets must be the only mutation of its request.', {
      limit: 'root_fields',
      maximum: 1,
    });
  }
}

/** The error beneath the executor's wrapping, so that a deadlock is seen for what it is. */
function original(error: unknown): Error {
  let inner = error;
  while (inner instanceof Error && 'originalError' in inner && inner.originalError instanceof Error)
    inner = inner.originalError;
  return inner instanceof Error ? inner : new Error(String(inner));
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new Refusal('service_unavailable', 'The request took too long and had no effect; ask for less or try again.'),
      );
    }, ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function logFaults(services: Services, proved: Proved, context: Context): void {
  for (const error of context.met) {
    if (refusalOf(error) === undefined)
      services.log.error({ requestId: proved.requestId, err: original(error) }, 'a read failed');
  }
}

function withNewKey(executed: Executed): Executed {
  const errors = executed.errors.map((error) => ({
    ...error,
    extensions: { ...error.extensions, retryWithNewKey: true },
  }));
  return { ...executed, errors };
}

function contentType(accept: string | undefined): string {
  return accept?.includes('application/graphql-response+json') === true
    ? 'application/graphql-response+json; charset=utf-8'
    : 'application/json; charset=utf-8';
}

/** 200 for what was executed, also with field errors; 400 for what could not be (GraphQL over HTTP). */
function answerOf(proved: Proved, executed: Executed): Answer {
  const { data, errors } = executed;
  const body = { ...(errors.length > 0 && { errors }), ...(data !== undefined && { data }) };
  const status = data === undefined ? Number(errors[0]?.extensions?.['status'] ?? 400) : 200;
  return { status, headers: { 'content-type': contentType(proved.accept) }, body: JSON.stringify(body) };
}

function fieldRefused(proved: Proved, refusal: Refusal, field: FieldNode): Answer {
  const at = field.loc?.startToken;
  const error: GraphQLFormattedError = formatRefusal(refusal, proved.requestId, {
    path: [field.alias?.value ?? field.name.value],
    ...(at && { locations: [{ line: at.line, column: at.column }] }),
  });
  return answerOf(proved, { data: null, errors: [error] });
}

/** A refusal of the whole request carries its own status. */
export function refused(
  { requestId, accept }: { readonly requestId: string; readonly accept: string | undefined },
  refusal: Refusal,
): Answer {
  return {
    status: refusal.entry.status,
    headers: { 'content-type': contentType(accept), ...refusalHeaders(refusal) },
    body: JSON.stringify({ errors: [formatRefusal(refusal, requestId)] }),
  };
}
