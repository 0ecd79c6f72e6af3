import type { Agent } from 'node:http';
import { signRequest } from '../../../src/client';
import { createSchema } from '../../../src/api/graphql/schema';
import { compiledRoutes } from '../../../src/api/http/compiled-routes';
import { exchange, type Sender } from '../http';

/** One read in both languages: the REST path and the GraphQL document of its route. */
export interface View {
  readonly name: string;
  readonly path: string;
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Sides of the comparison: the service in both languages, and the same SQL alone. */
export const sides = ['graphql', 'rest', 'floor'] as const;
export type Side = (typeof sides)[number];

/** Rows of the list, as in GraphQL's default page. */
export const PAGE = 50;

const UNDER = '/api/v1/principals/{principal_key}';

export function viewsOf(principalKey: string, tradeKey: string): readonly View[] {
  const routes = compiledRoutes(createSchema());
  const documentOf = (path: string): string => {
    const found = routes.find((route) => route.method === 'GET' && route.path === path);
    if (!found) throw new Error(`The route table has no GET ${path}.`);
    return found.text;
  };
  const list = `${UNDER}/trades`;
  const one = `${list}/{trade_key}`;
  const filled = (path: string): string =>
    path.replace('{principal_key}', principalKey).replace('{trade_key}', tradeKey);
  return [
    {
      name: 'trade list',
      path: `${filled(list)}?limit=${String(PAGE)}`,
      document: documentOf(list),
      variables: { principalKey, limit: PAGE },
    },
    { name: 'trade view', path: filled(one), document: documentOf(one), variables: { principalKey, tradeKey } },
  ];
}

/**
 * Sends the request and returns the body. Any status but 200 is an error. The body is not parsed, because only the
 * server is measured.
 */
export type Ask = (view: View) => Promise<string>;

/** Signs each request, as every client does. */
export function askAs(language: Exclude<Side, 'floor'>, sender: Sender, base: string, agent: Agent): Ask {
  return ({ path, document, variables }) => {
    const request =
      language === 'rest'
        ? { method: 'GET', url: `${base}${path}` }
        : {
            method: 'POST',
            url: `${base}/graphql`,
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ query: document, variables }),
          };
    return sent(agent, { ...request, headers: signRequest(request, sender, { now: new Date() }).headers });
  };
}

export function askFloor(views: readonly View[], base: string, agent: Agent): Ask {
  return (view) => sent(agent, { method: 'GET', url: `${base}/${views.indexOf(view)}`, headers: {} });
}

interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function sent(agent: Agent, { method, url, headers, body }: Request): Promise<string> {
  const { status, text } = await exchange(agent, method, url, headers, body);
  if (status !== 200) throw new Error(`${method} ${url} ${String(status)} ${text}`);
  return text;
}
