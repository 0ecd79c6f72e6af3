/** The part of oidc-provider that the built-in identity provider uses; the package ships no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  interface Context {
    readonly oidc: {
      readonly session: { readonly accountId: string };
      readonly client: { readonly clientId: string };
      readonly provider: Provider;
    };
    body: unknown;
    type: string;
  }

  /** Creates the store of one model. */
  type AdapterFactory = (model: string) => object;

  interface Configuration {
    readonly adapter: AdapterFactory;
    readonly clients: readonly object[];
    readonly cookies: object;
    readonly jwks: { readonly keys: readonly object[] };
    readonly features: object;
    readonly ttl: Readonly<Record<string, number>>;
    readonly interactions: { url(context: Context, interaction: { readonly uid: string }): string };
    readonly findAccount: (context: Context, id: string) => { readonly accountId: string; claims(): object };
    readonly loadExistingGrant: (context: Context) => Promise<Grant>;
    readonly renderError: (context: Context, out: { readonly error: string }) => void;
    readonly clientBasedCORS: () => boolean;
    readonly scopes: readonly string[];
  }

  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    readonly Grant: new (of: { readonly accountId: string; readonly clientId: string }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<{ readonly uid: string }>;
    interactionResult(request: IncomingMessage, response: ServerResponse, result: object): Promise<string>;
    on(event: 'server_error', listener: (context: Context, error: unknown) => void): void;
  }
}
