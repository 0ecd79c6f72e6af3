import { Refusal } from '../../domain/errors/errors';
import { BUILT_IN_PROVIDER } from '../../domain/sessions/session';
import type { Log } from '../../operations/ports';
import type { Account, Identity, OidcTransaction } from '../../operations/sign-in-ports';
import { startBuiltIn, type BuiltIn } from './built-in';
import { newOidcTransaction, ProviderClient } from './client';

export { cardSignatures } from './card-signatures';
export { sessionTokens } from './tokens';

export interface IdentityOptions {
  /** OIDC_ISSUER; undefined: the built-in provider, outside production only. */
  readonly issuer: string | undefined;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly production: boolean;
  /** The only redirect address of the built-in provider. */
  readonly redirectUri: () => string;
  readonly log: Log;
}

interface Opened {
  readonly client: ProviderClient;
  readonly builtIn: BuiltIn | undefined;
}

/** Signs humans in with OIDC_ISSUER or the built-in provider. The first sign-in starts it. */
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
    throw new Refusal('route_not_found', 'Sign-in is not configured. Ask the operator to set OIDC_ISSUER.');
  }
  const openid = await import('openid-client');
  if (issuer !== undefined) {
    const settings = { issuer, clientId: clientId ?? '', clientSecret, name: null };
    return { client: new ProviderClient(openid, settings, log), builtIn: undefined };
  }
  const builtIn = await startBuiltIn(redirectUri, log);
  log.warn(
    { issuer: builtIn.issuer },
    'OIDC_ISSUER is not set: the built-in identity provider accepts every name (development only)',
  );
  const settings = { ...builtIn, name: BUILT_IN_PROVIDER };
  return { client: new ProviderClient(openid, settings, log), builtIn };
}
