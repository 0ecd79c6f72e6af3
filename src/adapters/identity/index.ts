import { Refusal } from '../../domain/errors/errors';
import type { Account, Identity, Log, OidcTransaction } from '../../operations/ports';
import { startBuiltIn, type BuiltIn } from './built-in';
import { newOidcTransaction, ProviderClient } from './client';

export { sessionTokens } from './tokens';

export interface IdentityOptions {
  /** OIDC_ISSUER and its client; undefined: the built-in provider. */
  readonly issuer: string | undefined;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  /** The built-in provider exists outside production only (contract §8). */
  readonly production: boolean;
  /** The only address the built-in provider sends anybody back to. */
  readonly redirectUri: () => string;
  readonly log: Log;
}

/** What the built-in provider is called in (provider, subject). */
const BUILT_IN_NAME = 'local';

interface Opened {
  readonly client: ProviderClient;
  readonly builtIn: BuiltIn | undefined;
}

/** Humans sign in with OIDC_ISSUER, else with the built-in provider. Nothing is loaded or started before the first does. */
export function openIdentity(options: IdentityOptions): Identity {
  let opening: Promise<Opened> | undefined;
  const opened = (): Promise<Opened> => {
    opening ??= open(options).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    newOidcTransaction,
    signInUrl: async (proof: OidcTransaction): Promise<string> => (await opened()).client.signInUrl(proof),
    account: async (proof: OidcTransaction, search: string): Promise<Account> =>
      (await opened()).client.account(proof, search),
    stop: async () => {
      await (await opening?.catch(() => undefined))?.builtIn?.stop();
    },
  };
}

async function open(options: IdentityOptions): Promise<Opened> {
  const { issuer, clientId, clientSecret, production, redirectUri, log } = options;
  if (issuer === undefined && production) {
    throw new Refusal('route_not_found', 'Nobody can sign in here: no identity provider is configured (OIDC_ISSUER).');
  }
  const openid = await import('openid-client');
  if (issuer !== undefined) {
    const settings = { issuer, clientId: clientId ?? '', clientSecret, name: null };
    return { client: new ProviderClient(openid, settings, log), builtIn: undefined };
  }
  const builtIn = await startBuiltIn(redirectUri, log);
  log.warn({ issuer: builtIn.issuer }, 'OIDC_ISSUER is not set: the built-in identity provider believes any name');
  const settings = { ...builtIn, name: BUILT_IN_NAME };
  return { client: new ProviderClient(openid, settings, log), builtIn };
}
