/** Renders a Postman collection (format 2.1) of the REST paths. A script of the collection signs each request. */

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly {
    readonly $ref?: string;
    readonly in?: string;
    readonly name?: string;
    readonly required?: boolean;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Body>> };
}

interface Body {
  readonly schema?: object;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
  readonly example?: unknown;
}

interface OpenApi {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** Runs in Postman before each request. Postman has the library, and newer versions a constant named CryptoJS. */
const SCRIPT = `const sdk = require('postman-collection');
const cryptoJs = require('crypto-js');
const value = (name) => pm.variables.get(name) || '';
if (value('apiKey') === '' || value('signingSecret') === '') throw new Error('Set the variables apiKey and signingSecret of the collection.');

const url = new sdk.Url(pm.variables.replaceIn(pm.request.url.toString()));
const method = pm.request.method;
const body = pm.request.body && pm.request.body.raw ? pm.variables.replaceIn(pm.request.body.raw) : '';
const set = (key, text) => pm.request.headers.upsert({ key, value: text });

if (body !== '') pm.request.body.update({ mode: 'raw', raw: body });
const optional = { 'x-agent-id': 'agentId', 'x-acting-provider': 'actingProvider', 'x-acting-subject': 'actingSubject' };
const headers = {};
if (body !== '') headers['content-digest'] = 'sha-256=:' + cryptoJs.enc.Base64.stringify(cryptoJs.SHA256(body)) + ':';
if (!['GET', 'HEAD'].includes(method)) headers['idempotency-key'] = value('idempotencyKey') || pm.variables.replaceIn('{{$guid}}');
for (const [name, variable] of Object.entries(optional)) if (value(variable) !== '') headers[name] = value(variable);
for (const [name, text] of Object.entries(headers)) set(name, text);

const query = url.getQueryString({ encode: true });
const port = url.port ? ':' + url.port : '';
const lines = [
  ['@method', method],
  ['@authority', url.getHost().toLowerCase() + port],
  ['@path', url.getPath()],
  ['@query', '?' + query],
  ...Object.entries(headers),
];
const names = lines.map(([name]) => '"' + name + '"').join(' ');
const created = Math.floor(Date.now() / 1000);
const parameters = '(' + names + ');created=' + created + ';keyid="' + value('apiKey') + '";tag="ats-v1"';
const base = [...lines, ['@signature-params', parameters]].map(([name, text]) => '"' + name + '": ' + text).join('\\n');
set('signature-input', 'ats=' + parameters);
set('signature', 'ats=:' + cryptoJs.enc.Base64.stringify(cryptoJs.HmacSHA256(base, value('signingSecret'))) + ':');
`;

const variable = (key: string, value: string, description: string, type = 'string'): object => ({
  key,
  value,
  type,
  description,
});

const VARIABLES = [
  variable('baseUrl', 'http://127.0.0.1:4000', 'Address of the service.'),
  variable('apiKey', '', 'Public half of the credential, ak_live_….'),
  variable('signingSecret', '', 'Secret half of the credential, sk_live_….', 'secret'),
  variable('agentId', '', 'Optional: id of the agent, which operations on a step need.'),
  variable('actingProvider', '', 'Optional, for a console: identity provider of the human.'),
  variable('actingSubject', '', 'Optional, for a console: subject of the human.'),
  variable('idempotencyKey', '', 'Optional: key to repeat a request. Default: a new key for each request.'),
];

/** @param json the OpenAPI document */
export function postmanJson(json: string): string {
  const { tags, paths } = JSON.parse(json) as OpenApi;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const signed = operations.filter(({ operation }) => operation.security?.length !== 0);
  const folders = tags.map(({ name, description }) => ({
    name,
    description,
    item: signed.filter(({ operation }) => operation.tags?.[0] === name).map(item),
  }));
  const collection = {
    info: {
      name: 'Agent Trading Service',
      description:
        'Every REST path. Set the variables baseUrl, apiKey and signingSecret; a script of the collection signs each request.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    event: [{ listen: 'prerequest', script: { type: 'text/javascript', exec: SCRIPT.trimEnd().split('\n') } }],
    variable: VARIABLES,
    item: folders.filter(({ item: items }) => items.length > 0),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function item({ path, method, operation }: { path: string; method: string; operation: Operation }): object {
  const segments = path
    .split('/')
    .slice(1)
    .map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1'));
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name ?? '');
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const example = bodyOf(operation);
  return {
    name: operation.summary ?? operation.operationId,
    request: {
      method,
      description: operation.description ?? '',
      header: example === undefined ? [] : [{ key: 'content-type', value: 'application/json' }],
      ...(example === undefined ? {} : { body: { mode: 'raw', raw: JSON.stringify(example, null, 2) } }),
      url: {
        raw: `{{baseUrl}}/${segments.join('/')}`,
        host: ['{{baseUrl}}'],
        path: segments,
        variable: names.map((key) => ({ key, value: '' })),
        query: query.map(({ name }) => ({ key: name, value: '', disabled: true })),
      },
    },
  };
}

/** A recorded body, else an empty object. Undefined for a request without a body. */
function bodyOf({ requestBody }: Operation): unknown {
  const body = requestBody?.content['application/json'];
  if (!body) return undefined;
  return body.example ?? Object.values(body.examples ?? {})[0]?.value ?? {};
}
