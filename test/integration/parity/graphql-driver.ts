import { randomUUID } from 'node:crypto';
import { errorCatalogue, type ErrorCode } from '../../../src/domain/errors/catalogue';
import { send, type Sent, type Target } from '../../support/exchange';
import { RouteNames, snake } from './names';
import { problemOf, routeFor } from './rest-driver';
import type { Driver, Outcome, Refused, Step } from './suite';

/** Plays steps over GraphQL: the document of the path, with variables and answers mapped by name. */
export class GraphqlDriver implements Driver {
  private readonly routeNames = new Map<string, RouteNames>();

  constructor(private readonly target: Target) {}

  async play({ field, input, who, sending = {} }: Step): Promise<Outcome> {
    const route = routeFor(field);
    const names = this.routeNames.get(field) ?? new RouteNames(route.text);
    this.routeNames.set(field, names);
    const body = JSON.stringify({ query: route.text, variables: names.variables(input) });
    const sent = await send(this.target, who, { body, ...(route.isMutation && { key: randomUUID() }), ...sending });
    // A too large body is refused before the API is known, so the refusal is a problem document.
    if (typeof sent.json['code'] === 'string') return { refusal: problemOf(sent) };
    const [error] = sent.json.errors ?? [];
    if (error) return { refusal: names.renamed(refusalOf(sent, error)) };
    const answered = names.answer(sent.json.data ?? {});
    return 'absent' in answered ? { refusal: absence(field, answered.absent) } : answered;
  }
}

interface FieldError {
  readonly pointer: string;
  readonly path?: unknown;
}

type GraphqlError = NonNullable<Sent['json']['errors']>[number];

/** Field errors have HTTP status 200 and their own status in the extensions; request errors use it directly. */
function refusalOf({ status, headers }: Sent, { message, extensions }: GraphqlError): Refused {
  const { requestId, path: _path, ...members } = extensions;
  if (members['detail'] !== message) throw new Error('another detail');
  // A replayed response has the bytes of the first one, so its request id differs.
  const first = headers.get('idempotency-replayed') === null;
  if (first && requestId !== headers.get('x-request-id')) throw new Error('another requestId');
  if (status !== 200 && status !== members['status']) throw new Error(`${String(status)} is not its status`);
  const renamed = Object.entries(members).map(([name, value]) => [snake(name), spelled(name, value)]);
  const refusal = Object.fromEntries(renamed) as Refused;
  return { ...refusal, ...detailOf(members), remedy: remedyOf(refusal) };
}

/** The detail of invalid members, which begins with the path of the first one, as REST begins it: with the pointer. */
function detailOf({ detail, fields }: Readonly<Record<string, unknown>>): { readonly detail?: string } {
  const [first] = (fields ?? []) as readonly (FieldError & { readonly detail: string })[];
  const path = (first?.path ?? []) as readonly (string | number)[];
  if (first === undefined || path.length === 0) return {};
  const text = path.map((part) => (typeof part === 'number' ? `[${String(part)}]` : `.${part}`)).join('');
  return { detail: String(detail).replace(`${text.slice(1)} `, `${first.pointer} `) };
}

/** The remedy, with the members that it names as REST spells them. */
function remedyOf({ code, remedy }: Refused): string {
  const { members } = errorCatalogue[code];
  return String(remedy).replace(/`(\w+)`/g, (quoted, name: string) =>
    members.includes(snake(name)) ? snake(quoted) : quoted,
  );
}

/** Spells states as the enums of the schema do. REST has no paths in the input, and GraphQL has one for each error. */
function spelled(name: string, value: unknown): unknown {
  if (name === 'fields') {
    return (value as FieldError[]).map(({ path, ...error }) => {
      if (!Array.isArray(path)) throw new Error(`${error.pointer} has no path`);
      return error;
    });
  }
  return ['currentState', 'approvalStatus'].includes(name) && typeof value === 'string' ? value.toLowerCase() : value;
}

/** The REST refusal for a null in GraphQL: 404 of its noun, or settlement_not_found at and below a settlement. */
function absence(field: string, type: string): Refused {
  const code = (
    field.includes('settlement') ? 'settlement_not_found' : `${snake(type).replace(/^_/, '')}_not_found`
  ) as ErrorCode;
  const { status, title, recovery, remedy, meaning } = errorCatalogue[code];
  return { title, status, detail: meaning, code, recovery, remedy };
}
