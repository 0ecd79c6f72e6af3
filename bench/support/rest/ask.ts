import type { Agent } from 'node:http';
import { signRequest } from '../../../src/client';
import { createSchema } from '../../../src/graphql/schema';
import { compiledRoutes } from '../../../src/http/compiled-routes';
import { exchange, type Sender } from '../http';

/** One thing to read, in both languages: the path, and the very document that the table has for it. */
export interface View {
  readonly name: string;
  readonly path: string;
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

export const languages = ['graphql', 'rest'] as const;
export type Language = (typeof languages)[number];

/** Rows of the list: GraphQL's page where none is named. */
export const PAGE = 50;

const UNDER = '/api/v1/principals/{principal_key}';

export function viewsOf(principalKey: string, tradeKey: string): readonly View[] {
  const routes = compiledRoutes(createSchema());
  const documentOf = (path: string): string => {
    const found = routes.find((route) => route.method === 'GET' && route.path === path);
    if (!found) throw new Error(`no GET ${path} in the table`);
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

export type Ask = (language: Language, view: View) => Promise<string>;

/** Signs, sends, and answers the bytes; anything but 200 is an error. Neither answer is read: what is measured is the server. */
export function askAs(sender: Sender, base: string, agent: Agent): Ask {
  return async (language, { path, document, variables }) => {
    const request =
      language === 'rest'
        ? { method: 'GET', url: `${base}${path}` }
        : {
            method: 'POST',
            url: `${base}/graphql`,
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ query: document, variables }),
          };
    const signed = signRequest(request, sender, { now: new Date() });
    const { status, text } = await exchange(agent, request.method, request.url, signed.headers, request.body);
    if (status !== 200) throw new Error(`${language} ${String(status)} ${text}`);
    return text;
  };
}
