import { readDocuments } from '../../../src/console/documents';
import type { TestApp } from '../../support/app';
import { Browser, signIn } from '../sign-in/support';

/** A signed-in browser of the console, without scripts. */
export interface ConsoleBrowser {
  readonly browser: Browser;
  readonly subject: string;
}

export async function openConsole(app: Pick<TestApp, 'url'>, subject: string): Promise<ConsoleBrowser> {
  const browser = new Browser();
  await signIn(browser, app, subject, '?return_to=/console');
  return { browser, subject };
}

/** The id of a document of the build, by its name. */
export function documentId(name: string): string {
  const found = [...readDocuments()].find(([, document]) => document.name === name);
  if (!found) throw new Error(`the console has no document ${name}: run npm run build`);
  return found[0];
}

export interface Sent {
  readonly status: number;
  readonly text: string;
  readonly json: {
    readonly data?: Readonly<Record<string, unknown>> | null;
    readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
    readonly code?: string;
    readonly reason?: string;
  };
}

interface Sending {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** Sends a document or a text with the cookies of the browser, as the page does. A header of undefined is left out. */
export async function send(
  app: Pick<TestApp, 'url'>,
  { browser }: Pick<ConsoleBrowser, 'browser'>,
  body: object | string,
  { path = '/console/q', headers = {} }: Sending = {},
): Promise<Sent> {
  const all: Record<string, string | undefined> = {
    'content-type': 'application/json',
    origin: app.url,
    'x-ats-console': '1',
    ...headers,
  };
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  const response = await browser.send(`${app.url}${path}`, {
    method: 'POST',
    headers: sent as Record<string, string>,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text, json: JSON.parse(text) as Sent['json'] };
}

/** Runs a document by its name. */
export const run = (
  app: Pick<TestApp, 'url'>,
  from: ConsoleBrowser,
  name: string,
  variables: object = {},
  sending: Sending = {},
) => send(app, from, { documentId: documentId(name), variables }, sending);
