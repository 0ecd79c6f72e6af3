import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { eventTypes } from '../../domain/effects';
import { eventSchema } from '../../domain/events/event-schemas';
import { EXTENSION_PATH, SERVICE_CARD_PATH } from '../../domain/parties/service-card';
import { packageFolder } from '../../package-folder';
import type { Settings } from '../../settings/settings';
import { EXTENSION_TITLE, extensionPage } from './extension-page';
import { names } from './media-type';
import { HTML, JSON_TYPE, serveFiles, type StaticFile, text } from './static-files';

type PublicUrl = Pick<Settings, 'publicUrl' | 'publicUrlGiven'>;

export const OPENAPI_PATH = '/api/v1/openapi.json';
export const ASYNCAPI_PATH = '/api/v1/asyncapi.json';
export const POSTMAN_PATH = '/api/v1/postman.json';
export const SCHEMAS_PATH = '/schemas/events';

const HOUR = { 'cache-control': 'public, max-age=3600' };
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Headers of the page at the GraphQL endpoint. */
export const PAGE_HEADERS = { 'content-type': HTML, 'content-security-policy': POLICY };

const folder = packageFolder();
const json = (read: () => Promise<string | Buffer>): StaticFile => ({ type: JSON_TYPE, read });
const pretty = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** A JSON file of the package, changed if the public address is set. */
function document(name: string, { publicUrl, publicUrlGiven }: PublicUrl, change: (file: object, url: URL) => object) {
  return json(async () => {
    const file = await readFile(join(folder, name));
    if (!publicUrlGiven) return file;
    return pretty(change(JSON.parse(file.toString('utf8')) as object, new URL(publicUrl)));
  });
}

/** Paths of the documents about the API, which need no signature. */
export const documentPaths: readonly string[] = [
  OPENAPI_PATH,
  ASYNCAPI_PATH,
  POSTMAN_PATH,
  SCHEMAS_PATH,
  EXTENSION_PATH,
  ...eventTypes.map((type) => `${SCHEMAS_PATH}/${type}.json`),
];

function documents(settings: PublicUrl, prefix: string): Readonly<Record<string, StaticFile>> {
  const schemas = eventTypes.map((type): [string, StaticFile] => {
    const path = `${SCHEMAS_PATH}/${type}.json`;
    return [path, text(pretty(eventSchema(type)), JSON_TYPE)];
  });
  const index = Object.fromEntries(eventTypes.map((type) => [type, `${prefix}${SCHEMAS_PATH}/${type}.json`]));
  return {
    [OPENAPI_PATH]: document('openapi.json', settings, (file, { href }) => ({
      ...file,
      servers: [{ url: href.replace(/\/$/, ''), description: 'This service.' }],
    })),
    [ASYNCAPI_PATH]: document('asyncapi.json', settings, (file, url) => ({ ...file, ...asyncServers(file, url) })),
    [POSTMAN_PATH]: document('postman.json', settings, (file, { href }) => ({
      ...file,
      ...postmanVariables(file, href.replace(/\/$/, '')),
    })),
    [SCHEMAS_PATH]: text(pretty(index), JSON_TYPE),
    [EXTENSION_PATH]: text(page(EXTENSION_TITLE, extensionPage(prefix)), HTML),
    ...Object.fromEntries(schemas),
  };
}

function asyncServers(file: object, { protocol, host, pathname }: URL): object {
  const { servers } = file as { readonly servers: { readonly service: object } };
  const path = `${pathname.replace(/\/$/, '')}/graphql`;
  return {
    servers: { service: { ...servers.service, protocol: protocol === 'https:' ? 'wss' : 'ws', host, pathname: path } },
  };
}

function postmanVariables(file: object, url: string): object {
  const { variable } = file as { readonly variable: readonly { readonly key: string }[] };
  return { variable: variable.map((row) => (row.key === 'baseUrl' ? { ...row, value: url } : row)) };
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <style>body { font-family: system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem; line-height: 1.5 }</style>
  </head>
  <body>
    <h1>${title}</h1>
${content}
  </body>
</html>
`;
}

/** Whether this process also serves the console. It is known after the start only. */
const hasConsole = (app: FastifyInstance): boolean => app.hasRoute({ method: 'GET', url: '/console' });

const home = (prefix: string, isConsoleHere: boolean): string =>
  page(
    'Agent Trading Service',
    `    <p>Autonomous agents find counterparties and trade in bonded steps. Programs use this service; every request is signed.</p>
    <ul>
${isConsoleHere ? `      <li><a href="${prefix}/console">Console</a> for owners, developers and operators</li>\n` : ''}      <li><a href="${prefix}/docs">REST reference</a></li>
      <li><a href="${prefix}${OPENAPI_PATH}">OpenAPI document</a> and <a href="${prefix}${ASYNCAPI_PATH}">AsyncAPI document</a></li>
      <li><a href="${prefix}${POSTMAN_PATH}">Postman collection</a> that signs its requests</li>
      <li><a href="${prefix}${SCHEMAS_PATH}">JSON Schemas of the events</a></li>
      <li><a href="${prefix}${SERVICE_CARD_PATH}">Agent card</a> of the service (A2A), with <a href="${prefix}${EXTENSION_PATH}">its extension</a></li>
      <li><a href="${prefix}/readyz">Health</a></li>
    </ul>
    <p>GraphQL is at <a href="${prefix}/graphql"><code>${prefix}/graphql</code></a>.</p>`,
  );

const graphql = (prefix: string, isConsoleHere: boolean): string =>
  page(
    'GraphQL endpoint',
    `    <p>Programs send a signed <code>POST</code> here, or a signed <code>GET</code> with a query. A browser cannot sign, so this page
    is all it gets.</p>
${isConsoleHere ? `    <p>The workbench of the <a href="${prefix}/console">console</a> signs queries for you.</p>\n` : ''}    <p>The signature is described in the <a href="${prefix}/docs">reference</a>. A signed introspection query returns the schema.</p>`,
  );

/** Answers a browser that opens the GraphQL endpoint without a query; undefined for every other request. */
export function graphqlPage({ method, url, headers, server }: FastifyRequest, prefix: string): string | undefined {
  const isBrowser = method === 'GET' && names(headers.accept, 'text/html') && headers['signature-input'] === undefined;
  return isBrowser && !url.includes('?') ? graphql(prefix, hasConsole(server)) : undefined;
}

/** Serves the documents about the API and the page at `/`. */
export function addPublicFiles(
  app: FastifyInstance,
  allowOnly: (url: string, methods: readonly string[]) => void,
  settings: PublicUrl,
  prefix: string,
): void {
  const headers = { ...HOUR, 'content-security-policy': POLICY };
  const start = { type: HTML, read: () => Promise.resolve(home(prefix, hasConsole(app))) };
  serveFiles(app, allowOnly, { ...documents(settings, prefix), '/': start }, headers);
}
