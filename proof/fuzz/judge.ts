import { errorCatalogue, type CatalogueEntry } from '../../src/domain/errors/catalogue';
import type { Reply } from './wire';

/** What every answer must be, whatever was asked (contract §5): held against the catalogue of errors, not against a case. */

type Json = Readonly<Record<string, unknown>>;

/** What an answer was, without what every answer has of its own. */
export interface Judged {
  readonly status: number;
  /** Codes of everything that was refused; empty: nothing was. */
  readonly codes: readonly string[];
  /** The refusals as text, to be compared with those of the same request sent again. */
  readonly refusal: string;
}

/** An answer that is none of those documented. */
export class Broken extends Error {
  constructor(what: string, { status, text }: Pick<Reply, 'status' | 'text'>) {
    super(`${what}: ${status} ${text.slice(0, 2000)}`);
  }
}

// A fault repeats what was sent, and what was sent may be as large as a body: an answer is never.
const LONGEST_REFUSAL = 64 * 1024;
const REQUEST_ID = /^req_[0-9a-z]{26}$/;
// Of the moment of the answer.
const OF_THE_MOMENT = new Set(['server_time', 'skew_seconds']);
// Beside those of the code: docs/reference/errors.md, and RFC 9457.
const COMMON = ['code', 'status', 'title', 'recovery', 'retry_with_new_key'];
const OF_PROBLEMS = [...COMMON, 'type', 'detail', 'instance', 'request_id'];
const OF_EXTENSIONS = [...COMMON, 'request_id'];

/** @param method of the request: HEAD is answered without a body. @throws Broken */
export function judge(reply: Reply, method: string): Judged {
  if (reply.status >= 500) throw new Broken('a fault of the server', reply);
  if (!REQUEST_ID.test(String(reply.headers['x-request-id']))) throw new Broken('no X-Request-Id', reply);
  if (method === 'HEAD') return { status: reply.status, codes: [], refusal: '' };
  const type = String(reply.headers['content-type'] ?? '');
  if (type.startsWith('application/problem+json')) return judgeProblem(reply, parsed(reply));
  if (/^application\/(graphql-response\+)?json/.test(type)) return judgeJson(reply, parsed(reply));
  // A person signing in is told in words.
  if (reply.status >= 400 && !type.startsWith('text/html')) throw new Broken('a refusal that is no problem', reply);
  return { status: reply.status, codes: [], refusal: '' };
}

function judgeJson(reply: Reply, json: Json): Judged {
  const { errors } = json;
  if (errors === undefined) {
    if (reply.status >= 400) throw new Broken('a refusal without its reason', reply);
    return { status: reply.status, codes: [], refusal: '' };
  }
  if (!Array.isArray(errors) || errors.length === 0) throw new Broken('errors that are none', reply);
  const judged = errors.map((error) => judgeError(reply, error as Json));
  if (reply.status >= 400 && judged[0]?.status !== reply.status)
    throw new Broken('another status than its code has', reply);
  return { status: reply.status, codes: judged.map(({ code }) => code), refusal: JSON.stringify(judged) };
}

function judgeError(reply: Reply, { message, path, extensions, ...others }: Json) {
  const { locations: _, ...unknown } = others;
  if (typeof message !== 'string' || message === '') throw new Broken('an error without a message', reply);
  if (Object.keys(unknown).length > 0) throw new Broken('an error with unknown members', reply);
  if (typeof extensions !== 'object' || extensions === null) throw new Broken('an error without extensions', reply);
  const members = Object.fromEntries(
    Object.entries(extensions).map(([name, value]) => [name.replace(/[A-Z]/g, (it) => `_${it.toLowerCase()}`), value]),
  );
  const { code, status, request_id: own, ...told } = refusalOf(reply, members, OF_EXTENSIONS);
  if (!REQUEST_ID.test(String(own))) throw new Broken('an error without its request', reply);
  return { code, status, message, path, ...told };
}

function judgeProblem(reply: Reply, json: Json): Judged {
  if (reply.status < 400) throw new Broken('a problem that is none', reply);
  const { code, status, request_id: _, instance: __, ...told } = refusalOf(reply, json, OF_PROBLEMS);
  if (status !== reply.status) throw new Broken('another status than its body has', reply);
  if (typeof told['detail'] !== 'string' || told['detail'] === '')
    throw new Broken('a problem without a detail', reply);
  if (!String(told['type']).endsWith(`/errors/${code}`)) throw new Broken('a problem of another type', reply);
  return { status, codes: [code], refusal: JSON.stringify({ code, status, ...told }) };
}

/** The members of a refusal that the catalogue has, as it has it. */
function refusalOf(
  reply: Reply,
  members: Json,
  common: readonly string[],
): Json & { readonly code: string; readonly status: number } {
  const code = String(members['code']);
  const entry = (errorCatalogue as Readonly<Record<string, CatalogueEntry>>)[code];
  if (!entry || !Object.hasOwn(errorCatalogue, code)) throw new Broken('a code of no catalogue', reply);
  const { status, title, recovery } = entry;
  if (status >= 500) throw new Broken('a fault of the server among the errors', reply);
  if (members['status'] !== status || members['title'] !== title || members['recovery'] !== recovery) {
    throw new Broken('not what the catalogue says of its code', reply);
  }
  const unknown = Object.keys(members).filter((name) => !common.includes(name) && !entry.members.includes(name));
  if (unknown.length > 0) throw new Broken(`members that ${code} does not have (${unknown.join()})`, reply);
  if (code === 'validation_failed') assertFields(reply, members['fields']);
  if (reply.text.length > LONGEST_REFUSAL) throw new Broken('a refusal longer than anyone reads', reply);
  const lasting = Object.entries(members).filter(([name]) => !OF_THE_MOMENT.has(name));
  return { ...Object.fromEntries(lasting), code, status };
}

function assertFields(reply: Reply, fields: unknown): void {
  const fit =
    Array.isArray(fields) &&
    fields.every(({ pointer, detail }: Json) => typeof pointer === 'string' && typeof detail === 'string');
  if (!fit) throw new Broken('validation_failed without its fields', reply);
}

function parsed(reply: Reply): Json {
  let json: unknown;
  try {
    json = JSON.parse(reply.text);
  } catch {
    throw new Broken('no JSON', reply);
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new Broken('no JSON object', reply);
  return json as Json;
}
