import { randomUUID } from 'node:crypto';
import type { CompiledRoute } from '../../../src/api/rest/compile/compile';
import { routes } from '../../support/conforms';
import { send, type Sent, type Target } from '../../support/exchange';
import type { Driver, Json, Outcome, Refused, Step } from './suite';

/** A request and its answer, to compare with openapi.json or to record as an example. */
export interface Exchanged {
  readonly route: CompiledRoute;
  readonly request: unknown;
  readonly sent: Sent;
}

export function routeFor(field: string): CompiledRoute {
  const route = routes.find((one) => one.field === field);
  if (!route) throw new Error(`no path is ${field}`);
  return route;
}

/** Plays steps over REST: paths, query parameters, bodies. */
export class RestDriver implements Driver {
  constructor(
    private readonly target: Target,
    private readonly seen: (exchanged: Exchanged) => void = () => undefined,
  ) {}

  async play({ field, input, who, sending = {} }: Step): Promise<Outcome> {
    const route = routeFor(field);
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
    const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !route.path.includes(`{${name}}`)));
    const members = Object.keys(rest).length > 0;
    const sent = await send(this.target, who, {
      method: route.method,
      path: route.isMutation || !members ? path : `${path}?${search(rest)}`,
      ...(route.isMutation && { key: randomUUID(), ...(members && { body: JSON.stringify(rest) }) }),
      ...sending,
    });
    this.seen({ route, request: members && route.isMutation ? rest : undefined, sent });
    return outcomeOf(sent);
  }
}

function search(input: Json): string {
  const texts = Object.entries(input).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]);
  return new URLSearchParams(texts as [string, string][]).toString();
}

function outcomeOf(sent: Sent): Outcome {
  return sent.status < 400 ? { answer: sent.json } : { refusal: problemOf(sent) };
}

/** @throws Error if it is no well-formed problem document (RFC 9457) */
export function problemOf({ status, headers, json }: Sent): Refused {
  const { type, instance, request_id: requestId, ...refusal } = json as Json;
  const named = new URL(String(type)).pathname === `/errors/${String(json['code'])}`;
  if (!named || refusal['status'] !== status || typeof instance !== typeof requestId) {
    throw new Error(`a problem of another form: ${JSON.stringify(json)}`);
  }
  // A replayed response has the bytes of the first one, so its request id differs.
  const first = headers.get('idempotency-replayed') === null;
  if (first && requestId !== undefined && requestId !== headers.get('x-request-id')) {
    throw new Error('another request_id');
  }
  return refusal as Refused;
}
