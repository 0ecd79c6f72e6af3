/** The part of oidc-provider that this service uses; the package ships no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    rejectOIDCScope(scope: string): void;
    addResourceScope(resource: string, scope: string): void;
    rejectResourceScope(resource: string, scope: string): void;
    save(): Promise<string>;
  }

  interface Context {
    readonly oidc: {
      readonly session: { readonly accountId: string };
      readonly client: { readonly clientId: string };
      readonly provider: Provider;
      readonly route: string;
      /** The parsed body of a registration. */
      body?: Readonly<Record<string, unknown>>;
    };
    body: unknown;
    type: string;
    set(headers: Readonly<Record<string, string | string[]>>): void;
  }

  interface Account {
    readonly accountId: string;
    claims(): object;
  }

  /** Creates the store of one model. */
  type AdapterFactory = (model: string) => object;

  interface Configuration {
    readonly adapter: AdapterFactory;
    readonly fetch?: typeof fetch;
    readonly clients: readonly object[];
    readonly clientAuthMethods?: readonly string[];
    readonly cookies: object;
    readonly jwks: { readonly keys: readonly object[] };
    readonly features: object;
    readonly ttl: Readonly<Record<string, number>>;
    readonly routes?: object;
    readonly responseTypes?: readonly string[];
    readonly interactions: { url(context: Context, interaction: { readonly uid: string }): string };
    readonly findAccount: (context: Context, id: string) => Account | Promise<Account | undefined>;
    readonly loadExistingGrant?: (context: Context) => Promise<Grant>;
    readonly issueRefreshToken?: () => boolean;
    readonly expiresWithSession?: () => boolean;
    readonly rotateRefreshToken?: () => boolean;
    readonly renderError: (
      context: Context,
      out: { readonly error: string; readonly error_description?: string },
    ) => void;
    readonly clientBasedCORS: () => boolean;
    readonly scopes: readonly string[];
  }

  /** A pending consent. */
  interface Interaction {
    readonly uid: string;
    readonly params: Readonly<Record<string, unknown>>;
  }

  type ErrorClass = new (detail?: string) => Error;

  export const errors: {
    readonly InvalidGrant: ErrorClass;
    readonly InvalidTarget: ErrorClass;
    readonly InvalidClientMetadata: ErrorClass;
  };

  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    proxy: boolean;
    readonly Grant: new (of: { readonly accountId: string; readonly clientId: string }) => Grant;
    readonly Client: {
      find(id: string): Promise<{ readonly clientId: string; readonly clientName?: string } | undefined>;
    };
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionResult(request: IncomingMessage, response: ServerResponse, result: object): Promise<string>;
    on(event: 'error', listener: (error: unknown) => void): void;
    on(event: 'server_error', listener: (context: Context, error: unknown) => void): void;
  }
}
