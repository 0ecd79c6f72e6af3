import { errorCatalogue, type CatalogueEntry } from '../../src/domain/errors/catalogue';
import type { Reply } from './wire';

/** Checks that every reply has the documented form. Compares it with the error catalogue, not with the request. */

type Json = Readonly<Record<string, unknown>>;

/** A reply without the parts that differ each time. */
export interface Judged {
  readonly status: number;
  /** Codes of all refusals. Empty if nothing was refused. */
  readonly codes: readonly string[];
  /** The refusals as text, to compare with those of a repeated request. */
  readonly refusal: string;
}

/** A reply that is not as documented. */
export class PropertyViolation extends Error {
  constructor(what: string, { status, text }: Pick<Reply, 'status' | 'text'>) {
    super(`${what}: ${status} ${text.slice(0, 2000)}`);
  }
}

// A refusal must stay small. The request may be as large as a body, and an error may repeat part of it.
const LONGEST_REFUSAL = 64 * 1024;
const REQUEST_ID = /^req_[0-9a-z]{26}$/;
// Members that depend on the instant of the answer.
const OF_THE_MOMENT = new Set(['server_time', 'skew_seconds']);
// Members besides those of the code: docs/reference/errors.md and RFC 9457.
/** Texts that every refusal has. */
const TEXTS = ['detail', 'remedy'];
const COMMON = ['code', 'status', 'title', 'recovery', 'retry_with_new_key', ...TEXTS];
const OF_PROBLEMS = [...COMMON, 'type', 'instance', 'request_id'];
const OF_OAUTH = ['state', 'iss', 'scope'];
const OF_EXTENSIONS = [...COMMON, 'request_id', 'path'];

/** @param method the request's method: HEAD is answered without a body. @throws PropertyViolation */
export function judge(reply: Reply, method: string): Judged {
  if (reply.status >= 500) throw new PropertyViolation('an error of the server', reply);
  if (!REQUEST_ID.test(String(reply.headers['x-request-id']))) throw new PropertyViolation('no X-Request-Id', reply);
  if (method === 'HEAD') return { status: reply.status, codes: [], refusal: '' };
  const type = String(reply.headers['content-type'] ?? '');
  if (type.startsWith('application/problem+json')) return judgeProblem(reply, parsed(reply));
  if (/^application\/(graphql-response\+)?json/.test(type)) return judgeJson(reply, parsed(reply));
  // The sign-in answers a browser with an HTML page.
  if (reply.status >= 400 && !type.startsWith('text/html'))
    throw new PropertyViolation('a refusal without a problem document', reply);
  return { status: reply.status, codes: [], refusal: '' };
}

function judgeJson(reply: Reply, json: Json): Judged {
  const { errors } = json;
  if (errors === undefined) {
    if (reply.status >= 400 && 'error' in json) return judgeOauth(reply, json);
    if (reply.status >= 400) throw new PropertyViolation('a refusal without its reason', reply);
    return { status: reply.status, codes: [], refusal: '' };
  }
  if (!Array.isArray(errors) || errors.length === 0) throw new PropertyViolation('the errors are not a list', reply);
  const judged = errors.map((error) => judgeError(reply, error as Json));
  if (reply.status >= 400 && judged[0]?.status !== reply.status)
    throw new PropertyViolation('the status differs from the code', reply);
  return { status: reply.status, codes: judged.map(({ code }) => code), refusal: JSON.stringify(judged) };
}

/** A refusal of the authorization server (RFC 6749 §5.2). */
function judgeOauth(reply: Reply, { error, error_description: description, ...others }: Json): Judged {
  if (typeof error !== 'string' || !/^[a-z_]+$/.test(error)) throw new PropertyViolation('an odd OAuth error', reply);
  if (typeof description !== 'string' || description === '')
    throw new PropertyViolation('an OAuth error without its description', reply);
  const unknown = Object.keys(others).filter((name) => !OF_OAUTH.includes(name));
  if (unknown.length > 0) throw new PropertyViolation(`an OAuth error with ${unknown.join()}`, reply);
  if (reply.text.length > LONGEST_REFUSAL) throw new PropertyViolation('a refusal that is too long', reply);
  return { status: reply.status, codes: [error], refusal: JSON.stringify({ error, description }) };
}

function judgeError(reply: Reply, { message, path, extensions, ...others }: Json) {
  const { locations: _, ...unknown } = others;
  if (typeof message !== 'string' || message === '') throw new PropertyViolation('an error without a message', reply);
  if (Object.keys(unknown).length > 0) throw new PropertyViolation('an error with unknown members', reply);
  if (typeof extensions !== 'object' || extensions === null)
    throw new PropertyViolation('an error without extensions', reply);
  const members = Object.fromEntries(
    Object.entries(extensions).map(([name, value]) => [name.replace(/[A-Z]/g, (it) => `_${it.toLowerCase()}`), value]),
  );
  const { code, status, request_id: own, ...details } = refusalOf(reply, members, OF_EXTENSIONS);
  if (!REQUEST_ID.test(String(own))) throw new PropertyViolation('an error without its request id', reply);
  return { code, status, message, path, ...details };
}

function judgeProblem(reply: Reply, json: Json): Judged {
  if (reply.status < 400) throw new PropertyViolation('a problem document with a success status', reply);
  const { code, status, request_id: _, instance: __, ...details } = refusalOf(reply, json, OF_PROBLEMS);
  if (status !== reply.status) throw new PropertyViolation('the status differs from the body', reply);
  if (!String(details['type']).endsWith(`/errors/${code}`))
    throw new PropertyViolation('a problem of another type', reply);
  return { status, codes: [code], refusal: JSON.stringify({ code, status, ...details }) };
}

/** Members of a refusal that the catalogue defines, with the catalogue's values. */
function refusalOf(
  reply: Reply,
  members: Json,
  common: readonly string[],
): Json & { readonly code: string; readonly status: number } {
  const code = String(members['code']);
  const entry = (errorCatalogue as Readonly<Record<string, CatalogueEntry>>)[code];
  if (!entry || !Object.hasOwn(errorCatalogue, code))
    throw new PropertyViolation('a code outside the catalogue', reply);
  const { status, title, recovery } = entry;
  if (status >= 500) throw new PropertyViolation('an error of the server among the errors', reply);
  if (members['status'] !== status || members['title'] !== title || members['recovery'] !== recovery) {
    throw new PropertyViolation('the members differ from the catalogue', reply);
  }
  for (const name of TEXTS) {
    if (typeof members[name] !== 'string' || members[name] === '') throw new PropertyViolation(`no ${name}`, reply);
  }
  const unknown = Object.keys(members).filter((name) => !common.includes(name) && !entry.members.includes(name));
  if (unknown.length > 0) throw new PropertyViolation(`members that ${code} does not have (${unknown.join()})`, reply);
  if (code === 'validation_failed') assertFields(reply, members['fields']);
  if (reply.text.length > LONGEST_REFUSAL) throw new PropertyViolation('a refusal that is too long', reply);
  const lasting = Object.entries(members).filter(([name]) => !OF_THE_MOMENT.has(name));
  return { ...Object.fromEntries(lasting), code, status };
}

function assertFields(reply: Reply, fields: unknown): void {
  const fit =
    Array.isArray(fields) &&
    fields.every(({ pointer, detail }: Json) => typeof pointer === 'string' && typeof detail === 'string');
  if (!fit) throw new PropertyViolation('validation_failed without its fields', reply);
}

function parsed(reply: Reply): Json {
  let json: unknown;
  try {
    json = JSON.parse(reply.text);
  } catch {
    throw new PropertyViolation('no JSON', reply);
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new PropertyViolation('no JSON object', reply);
  return json as Json;
}
