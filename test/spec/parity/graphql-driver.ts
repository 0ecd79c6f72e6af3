import { randomUUID } from 'node:crypto';
import { errorCatalogue, type ErrorCode } from '../../../src/domain/errors/catalogue';
import { send, type Sent, type Target } from '../../support/exchange';
import { RouteNames, snake } from './names';
import { problemOf, routeFor } from './rest-driver';
import type { Driver, Outcome, Refused, Step } from './suite';

/** Plays steps as GraphQL: the document of the path, its variables by the name mapping, its answer by it back. */
export class GraphqlDriver implements Driver {
  private readonly known = new Map<string, RouteNames>();

  constructor(private readonly target: Target) {}

  async play({ field, input, who, sending = {} }: Step): Promise<Outcome> {
    const route = routeFor(field);
    const names = this.known.get(field) ?? new RouteNames(route.text);
    this.known.set(field, names);
    const body = JSON.stringify({ query: route.text, variables: names.variables(input) });
    const sent = await send(this.target, who, { body, ...(route.isMutation && { key: randomUUID() }), ...sending });
    // What is too large is refused before anybody knows in which language.
    if (typeof sent.json['code'] === 'string') return { refusal: problemOf(sent) };
    const [error] = sent.json.errors ?? [];
    if (error) return { refusal: names.renamed(refusalOf(sent, error)) };
    const answered = names.answer(sent.json.data ?? {});
    return 'absent' in answered ? { refusal: absence(field, answered.absent) } : answered;
  }
}

type Told = NonNullable<Sent['json']['errors']>[number];

/** Field errors come with 200 and have their status among the extensions; whole requests are refused with it. */
function refusalOf({ status, headers }: Sent, { message, extensions }: Told): Refused {
  const { requestId, ...members } = extensions;
  // What is kept for a key has the bytes of the first time.
  const first = headers.get('idempotency-replayed') === null;
  if (first && requestId !== headers.get('x-request-id')) throw new Error('another requestId');
  if (status !== 200 && status !== members['status']) throw new Error(`${String(status)} is not its status`);
  const told = Object.entries(members).map(([name, value]) => [snake(name), spelled(name, value)]);
  return { detail: message, ...(Object.fromEntries(told) as Refused) };
}

/** States are spelled as the schema's enums spell them. */
function spelled(name: string, value: unknown): unknown {
  return name === 'currentState' && typeof value === 'string' ? value.toLowerCase() : value;
}

/** What is null in GraphQL is 404 of its noun in REST; at and below a settlement always the one code (contract §6). */
function absence(field: string, type: string): Refused {
  const code = (
    field.includes('settlement') ? 'settlement_not_found' : `${snake(type).replace(/^_/, '')}_not_found`
  ) as ErrorCode;
  const { status, title, recovery, meaning } = errorCatalogue[code];
  return { title, status, detail: meaning, code, recovery };
}
