import { isLoopback } from '../domain/url';
import { parseDatabaseUrl } from '../database/connection/database-url';
import type { StartCheck } from './check';
import { misspeltNames, unknownNames } from './names';
import { type Read, rows } from './rows';

/** The input of the checks of settings. */
export interface SettingsInput {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly read: Partial<Read>;
  /** The errors of wrong values. */
  readonly wrongValues: readonly string[];
}

/** Two listeners, the invariant check and the audit hold four connections at the same time. */
const MIN_POOL_OF_ALL = 8;

type Property = keyof typeof rows;

const NAMES = Object.values(rows).map(({ name }) => name);

interface CheckOptions<P extends Property> {
  readonly severity?: StartCheck<SettingsInput>['severity'];
  /** Why the rule does not apply to a valid value; undefined: it applies. */
  readonly skip?: (value: Read[P], read: Partial<Read>) => string | undefined;
}

/** A check of one setting, which is skipped if its value is wrong. */
function check<P extends Property>(
  name: string,
  property: P,
  rule: string,
  findError: (value: Read[P], read: Partial<Read>) => string | undefined,
  { severity = 'production', skip }: CheckOptions<P> = {},
): StartCheck<SettingsInput> {
  return {
    name,
    rule,
    severity,
    skip: ({ read }) =>
      property in read ? skip?.(read[property] as Read[P], read) : `${rows[property].name} has a wrong value.`,
    errors: ({ read }) => [findError(read[property] as Read[P], read) ?? []].flat(),
  };
}

function unset(property: Property): string {
  return `${rows[property].name} is not set.`;
}

/** A setting that production requires. Elsewhere its absence is no error. */
function required(property: Property): StartCheck<SettingsInput> {
  const { name } = rows[property];
  const base = check(`${slug(name)}-set`, property, `${name} is set.`, (value) =>
    value === undefined ? `${name} must be set in production` : undefined,
  );
  return {
    ...base,
    skip: (input) => base.skip?.(input) ?? (isProduction(input.read) ? undefined : `Only production requires ${name}.`),
  };
}

function slug(name: string): string {
  return name.replace(/^ATS_/, '').toLowerCase().replaceAll('_', '-');
}

function isProduction({ env }: Partial<Read>): boolean {
  return env === 'production';
}

/** Every rule for settings, in the order of the report. */
export const settingChecks: readonly StartCheck<SettingsInput>[] = [
  {
    name: 'setting-names',
    rule: 'Every variable that begins with ATS_ is a setting.',
    severity: 'always',
    errors: ({ environment }) => unknownNames(environment, NAMES),
  },
  {
    name: 'setting-values',
    rule: 'Every setting has a valid value.',
    severity: 'always',
    errors: ({ wrongValues }) => wrongValues,
  },
  {
    name: 'misspelt-names',
    rule: 'No variable is almost named like a setting that is unset.',
    severity: 'production',
    errors: ({ environment }) => misspeltNames(environment, NAMES),
  },
  required('databaseUrl'),
  required('secretsKeys'),
  required('stripeSecretKey'),
  required('stripeWebhookSecret'),
  required('publicUrl'),
  check(
    'stripe-webhook-secret-with-key',
    'stripeSecretKey',
    'STRIPE_WEBHOOK_SECRET is set if STRIPE_SECRET_KEY is.',
    (key, read) =>
      key !== undefined && 'stripeWebhookSecret' in read && read.stripeWebhookSecret === undefined
        ? 'STRIPE_WEBHOOK_SECRET must be set together with STRIPE_SECRET_KEY'
        : undefined,
    {
      severity: 'always',
      // In production another check reports it.
      skip: (_, read) =>
        isProduction(read) && 'stripeWebhookSecret' in read && read.stripeWebhookSecret === undefined
          ? unset('stripeWebhookSecret')
          : undefined,
    },
  ),
  check(
    'oidc-client-id',
    'oidcIssuer',
    'OIDC_CLIENT_ID is set if OIDC_ISSUER is.',
    (issuer, read) =>
      issuer !== undefined && 'oidcClientId' in read && read.oidcClientId === undefined
        ? 'OIDC_CLIENT_ID must be set together with OIDC_ISSUER'
        : undefined,
    { severity: 'always' },
  ),
  check(
    'sandbox-not-in-production',
    'sandbox',
    'A sandbox is no production service and takes no payments.',
    (isSandbox, { env, role, stripeSecretKey }) => {
      if (!isSandbox) return undefined;
      if (env === 'production') return 'ATS_SANDBOX must not be true in production: it moves the time of all trades';
      if (role !== 'all')
        return 'ATS_ROLE must be all in a sandbox: its counterparties trade in the process that serves';
      return stripeSecretKey === undefined
        ? undefined
        : 'STRIPE_SECRET_KEY must be unset in a sandbox: it takes no payments';
    },
    { severity: 'always' },
  ),
  check(
    'stripe-live-key',
    'stripeSecretKey',
    'STRIPE_SECRET_KEY is no test key.',
    (key) =>
      /^(sk|rk)_test_/.test(key ?? '')
        ? 'STRIPE_SECRET_KEY is a test key, so buyers would pay nothing: set a live key'
        : undefined,
    {
      skip: (key, read) => {
        if (!isProduction(read)) return 'Only production refuses a test key of Stripe.';
        return key === undefined ? unset('stripeSecretKey') : undefined;
      },
    },
  ),
  check(
    'stripe-api-base',
    'stripeApiBase',
    'STRIPE_API_BASE is not set, so the Stripe key goes to Stripe only.',
    (base) =>
      base === undefined
        ? undefined
        : 'STRIPE_API_BASE must not be set in production: it sends the Stripe key to another address',
    { skip: (_, read) => (isProduction(read) ? undefined : 'Only production refuses STRIPE_API_BASE.') },
  ),
  check(
    'public-url-https',
    'publicUrl',
    'ATS_PUBLIC_URL begins with https.',
    (url) =>
      url === undefined || url.startsWith('https:')
        ? undefined
        : 'ATS_PUBLIC_URL begins with http, so sign-in cookies and answers could be read on the way: use https',
    {
      skip: (url, read) => {
        if (url === undefined) return unset('publicUrl');
        if (isProduction(read) || url.startsWith('https:') || !isLoopback(new URL(url).hostname)) return undefined;
        return 'ATS_PUBLIC_URL is a loopback address, which only production refuses without https.';
      },
    },
  ),
  check(
    'oidc-issuer-https',
    'oidcIssuer',
    'OIDC_ISSUER is unset, begins with https or is a loopback address.',
    (issuer) =>
      issuer === undefined || issuer.startsWith('https:') || isLoopback(new URL(issuer).hostname)
        ? undefined
        : 'OIDC_ISSUER begins with http, so a sign-in could be forged on the way: use https',
  ),
  check(
    'webhook-private-addresses',
    'webhookAllowPrivate',
    'Webhooks are sent to public https addresses only.',
    (isAllowed) =>
      isAllowed
        ? 'ATS_WEBHOOK_ALLOW_PRIVATE is true, so callers can make the service call addresses of your network: unset it'
        : undefined,
    {
      // The receiver of a developer is on the machine of the sandbox.
      skip: (isAllowed, { sandbox }) =>
        isAllowed && sandbox ? 'A sandbox may send webhooks to private addresses.' : undefined,
    },
  ),
  check(
    'database-tls-verified',
    'databaseUrl',
    'The certificate of PostgreSQL is verified if TLS is on.',
    (url) =>
      url !== undefined && parseDatabaseUrl(url).tls === 'unverified'
        ? 'DATABASE_URL does not verify the certificate of PostgreSQL: set sslmode=verify-full and sslrootcert'
        : undefined,
    { skip: (url) => (url === undefined ? unset('databaseUrl') : undefined) },
  ),
  check(
    'database-tls',
    'databaseUrl',
    'Data on the way to PostgreSQL is encrypted, or does not leave this machine.',
    (url) => {
      if (url === undefined) return undefined;
      const { tls, isLocal } = parseDatabaseUrl(url);
      return tls === 'none' && !isLocal
        ? 'DATABASE_URL has no sslmode, so data crosses the network unencrypted: set sslmode=verify-full'
        : undefined;
    },
    {
      severity: 'warning',
      skip: (url, read) => {
        if (url === undefined) return unset('databaseUrl');
        return isProduction(read) ? undefined : 'Only production is warned about a connection without TLS.';
      },
    },
  ),
  check(
    'database-pool-size',
    'databasePoolSize',
    'The connections to PostgreSQL suffice for the role of the process.',
    (size, { role }) =>
      role === 'all' && size < MIN_POOL_OF_ALL
        ? `ATS_DATABASE_POOL_SIZE is ${String(size)}, but a process with ATS_ROLE=all needs 4 connections for itself: set ${String(MIN_POOL_OF_ALL)} or more`
        : undefined,
  ),
  {
    name: 'tls-verification',
    rule: 'Node.js verifies certificates.',
    severity: 'production',
    errors: ({ environment }) =>
      environment['NODE_TLS_REJECT_UNAUTHORIZED'] === '0'
        ? ['NODE_TLS_REJECT_UNAUTHORIZED is 0, so no certificate is verified: unset it']
        : [],
  },
];
