import {
  Client,
  type OAuthClientInformationMixed,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { Browser, followRedirects, locationOf } from '../integration/sign-in/support';
import type { TestApp } from './app';
import { mcpUrl } from './hosted-mcp';
import { type McpTools, toolsOf } from './mcp';

/** An application that a human connects: the official client with its OAuth flow, and a browser with a human. */

const REDIRECT = 'http://127.0.0.1:33418/callback';

/** The acts of the human on the consent page. */
export interface Consenting {
  readonly subject: string;
  /** Fields of the form; default: the first choice, all scopes, and "Connect". */
  readonly form?: (page: string) => URLSearchParams;
}

/** The choices of a consent page, in their order: values of `choice`. */
export function choicesOn(page: string): string[] {
  return Array.from(page.matchAll(/<option value="([^"]+)"/g), ([, value = '']) => value);
}

export function scopesOn(page: string): string[] {
  return Array.from(page.matchAll(/name="scope" value="([^"]+)"/g), ([, value = '']) => value);
}

export function allowing(page: string): URLSearchParams {
  const form = new URLSearchParams({ choice: choicesOn(page)[0] ?? '', decision: 'allow' });
  for (const scope of scopesOn(page)) form.append('scope', scope);
  return form;
}

/** Follows an authorization URL to the consent page, over the sign-in. */
export async function openConsent(browser: Browser, authorizationUrl: string, subject: string) {
  const first = await followRedirects(browser, authorizationUrl);
  const firstPage = (await first.response?.text()) ?? '';
  if (!firstPage.includes('name="subject"')) return { ...first, page: firstPage };
  const sent = await browser.post(first.url, new URL(first.url).origin, new URLSearchParams({ subject }));
  const consent = await followRedirects(browser, locationOf(sent));
  return { ...consent, page: (await consent.response?.text()) ?? '' };
}

/** Submits the consent page, and returns the address at the application to which the browser is sent. */
export async function submitConsent(browser: Browser, url: string, form: URLSearchParams): Promise<URL> {
  const sent = await browser.post(url, new URL(url).origin, form);
  if (sent.status !== 303) throw new Error(`${String(sent.status)} ${await sent.text()}`);
  const { url: callback } = await followRedirects(browser, locationOf(sent), (to) => to.startsWith(REDIRECT));
  return new URL(callback);
}

/** The memory of an application. Its human is in `browser`. */
export class Application implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly browser = new Browser();
  /** The last address at which it got a code. */
  callback: URL | undefined;
  information: OAuthClientInformationMixed | undefined;
  saved: OAuthTokens | undefined;
  private verifier = '';
  private discovery: OAuthDiscoveryState | undefined;

  constructor(
    private readonly consenting: Consenting,
    private readonly metadata: Partial<OAuthClientMetadata> = {},
  ) {}

  get clientMetadata(): OAuthClientMetadata {
    return { client_name: 'Test assistant', redirect_uris: [REDIRECT], ...this.metadata };
  }

  clientInformation = () => this.information;
  saveClientInformation = (information: OAuthClientInformationMixed): void => void (this.information = information);
  tokens = () => this.saved;
  saveTokens = (tokens: OAuthTokens): void => void (this.saved = tokens);
  saveCodeVerifier = (verifier: string): void => void (this.verifier = verifier);
  codeVerifier = () => this.verifier;
  discoveryState = () => this.discovery;
  saveDiscoveryState = (state: OAuthDiscoveryState): void => void (this.discovery = state);

  async redirectToAuthorization(url: URL): Promise<void> {
    const { subject, form = allowing } = this.consenting;
    const consent = await openConsent(this.browser, url.href, subject);
    this.callback = await submitConsent(this.browser, consent.url, form(consent.page));
  }
}

/** Connects the official client. It asks for authorization, the human consents, and it connects again. */
export async function connectApplication(app: Pick<TestApp, 'url'>, application: Application): Promise<McpTools> {
  const connect = async (): Promise<{ client: Client; transport: StreamableHTTPClientTransport; error?: unknown }> => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(mcpUrl(app), { authProvider: application });
    return client.connect(transport).then(
      () => ({ client, transport }),
      (error: unknown) => ({ client, transport, error }),
    );
  };
  const first = await connect();
  if (first.error === undefined) return toolsOf(first.client);
  await finishAuthorization(first, application);
  const second = await connect();
  if (second.error !== undefined) throw second.error as Error;
  return toolsOf(second.client);
}

interface Refused {
  readonly transport: StreamableHTTPClientTransport;
  readonly error?: unknown;
}

/** Exchanges the code of the last consent, as an application does after its client was refused. */
export async function finishAuthorization({ transport, error }: Refused, { callback }: Application): Promise<void> {
  if (!(error instanceof UnauthorizedError) || !callback) throw error as Error;
  await transport.finishAuth(callback.searchParams);
}
