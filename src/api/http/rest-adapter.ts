import { invalid, Refusal, type FieldFault } from '../../domain/errors/errors';
import type { ExecutionOutcome } from '../graphql/execution/executor';
import { limits } from '../graphql/execution/limits';
import type { CompiledRoute } from '../rest/compile/compile';
import { type HttpResponse } from '../responses/response';
import type { IncomingRequest, ParsedRequest, ApiAdapter } from './api-adapter';
import { acceptsJson, refuseMediaType } from './media-type';
import { opaqueProblem, problem } from './problem';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** One request to a path of REST. */
export class RestAdapter implements ApiAdapter {
  /** What this language itself found wrong: it speaks of REST's names already. */
  private wrong: Refusal | undefined;
  /** Nobody chose what to be answered: a long trade must not be one that cannot be withdrawn from. */
  readonly maxStoredBytes = limits.answerBytes;

  constructor(
    private readonly route: CompiledRoute,
    /** Path parameters, percent-decoded. */
    private readonly params: Readonly<Record<string, string>>,
    private readonly publicUrl: string,
  ) {}

  checkHeaders(arrived: IncomingRequest): void {
    refuseMediaType(arrived);
    if (!acceptsJson(arrived.accept)) throw new Refusal('not_acceptable');
  }

  parseRequest({ target, body }: IncomingRequest): ParsedRequest {
    const { text, document, isMutation, rootFields: fields } = this.route;
    const { variables, faults } = this.route.decode({ params: this.params, search: searchOf(target), body });
    this.wrong = faults.length > 0 ? invalid(faults) : undefined;
    const fit = this.route.fit(variables);
    const check = (): void => {
      const wrong = this.wrong ?? fit.wrong;
      if (wrong) throw wrong;
    };
    const request = { query: text, document, variables, operationName: undefined };
    // Our own documents: what they ask for is one thing, and what it is made of.
    return { request, isMutation, fields, variables: fit.values, check, isShort: () => true };
  }

  execute({ target }: IncomingRequest, { data }: ExecutionOutcome, [refusal]: readonly Refusal[]): HttpResponse {
    // Never partial data: an answer with any error is a problem.
    if (refusal) throw refusal;
    const told = this.route.encode(data ?? {});
    if ('absent' in told) throw new Refusal(told.absent);
    const { status, body, next } = told;
    const link = next === undefined ? {} : { link: `<${this.pageAt(target, next)}>; rel="next"` };
    return { status, headers: { ...JSON_TYPE, ...link }, body: JSON.stringify(body) };
  }

  respondRolledBack(
    arrived: IncomingRequest,
    _: ExecutionOutcome,
    [refusal]: readonly Refusal[],
    newKey: boolean,
  ): HttpResponse {
    if (!refusal) throw new Error('a request that was rolled back was refused');
    const { code, message, members } = refusal;
    return this.respondRefused(
      arrived,
      newKey ? new Refusal(code, message, { ...members, retry_with_new_key: true }) : refusal,
    );
  }

  respondRefused({ requestId, target }: IncomingRequest, refusal: Refusal): HttpResponse {
    const { hidesExistence: alike, notFound, pointers } = this.route;
    if (alike && notFound.includes(refusal.code)) return opaqueProblem(refusal, this.publicUrl);
    const told = refusal === this.wrong ? refusal : renamed(refusal, pointers);
    return problem(told, requestId, target, this.publicUrl);
  }

  /** The same list, from that cursor on; links are built from the public address alone (contract §8). */
  private pageAt(target: string, cursor: string): string {
    const url = new URL(target, this.publicUrl);
    url.searchParams.set(this.route.cursor ?? 'cursor', cursor);
    return `${this.publicUrl}${url.pathname}${url.search}`;
  }
}

function searchOf(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? '' : target.slice(mark + 1);
}

/** Pointers to GraphQL's arguments as pointers to what REST calls them. */
function renamed(refusal: Refusal, pointers: ReadonlyMap<string, string>): Refusal {
  const fields = refusal.members['fields'];
  if (refusal.code !== 'validation_failed' || !Array.isArray(fields) || pointers.size === 0) return refusal;
  return invalid(
    (fields as FieldFault[]).map(({ pointer, detail }) => ({ pointer: pointers.get(pointer) ?? pointer, detail })),
  );
}
