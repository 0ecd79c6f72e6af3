import { connectionLimitRows } from './connection-limits';
import { consoleRows } from './console';
import { optional, row, type Required, type SettingDefinition } from './definition';
import { databaseUrl, encryptionKeys, flag, hosts, integer, integers, networks, oneOf, publicAddress } from './kinds';
import { principalLimitRows } from './principal-limits';
import { quotaRows } from './quotas';
import { secret, stamps, text, webAddress } from './kinds';

const DAY = 86_400;
/** At most 30 days, the longest window in the terms of a step. */
const WINDOW = integer(1, 30 * DAY);
const BPS = integer(0, 10_000);

/** All environment variables of the service, keyed by their property in `Settings`. */
export const rows = {
  port: row('PORT', integer(0, 65_535), 4000, 'Port of the HTTP server. 0 selects a free port.'),
  host: row(
    'HOST',
    text('an address to listen on'),
    '127.0.0.1',
    'Address the HTTP server listens on. /metrics uses the same address.',
  ),
  databaseUrl: optional(
    'DATABASE_URL',
    databaseUrl,
    'PostgreSQL database, version 15 or later. Unset: the embedded PostgreSQL is used.',
  ),
  dataDir: row('ATS_DATA_DIR', text('a folder'), '.ats', 'Folder for the embedded PostgreSQL and for generated keys.'),
  publicUrl: optional(
    'ATS_PUBLIC_URL',
    publicAddress,
    'Public address of the service, with the path prefix if it has one. All links are built from it. Unset: the listening address.',
  ),
  env: row(
    'ATS_ENV',
    oneOf('development', 'production', 'test'),
    'development',
    'Outside production, missing keys are generated and a Stripe mock replaces Stripe. Production requires both.',
  ),
  sandbox: row(
    'ATS_SANDBOX',
    flag,
    false,
    'Runs a sandbox to practise in: its time is a test clock, checkouts pay themselves, keys begin with ak_test_. `ats sandbox` sets it.',
  ),
  role: row(
    'ATS_ROLE',
    oneOf('all', 'api', 'worker'),
    'all',
    'Work of this process: api serves requests, worker runs background tasks, all does both.',
  ),
  logLevel: row(
    'ATS_LOG_LEVEL',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'Lowest severity that is logged.',
  ),
  metricsPort: row(
    'ATS_METRICS_PORT',
    integer(0, 65_535),
    9464,
    'Port of /metrics. Each process on a machine needs its own port. 0 turns /metrics off.',
  ),
  drainSeconds: optional(
    'ATS_DRAIN_SECONDS',
    integer(0, 300),
    'After a stop signal: seconds in which /readyz is 503 and requests are still served. Unset: 5 in production, else 0.',
  ),
  stopGraceSeconds: row(
    'ATS_STOP_GRACE_SECONDS',
    integer(1, 3600),
    20,
    'After the drain: seconds to finish requests and background tasks. Then open connections are cut.',
  ),
  allowedHosts: optional(
    'ATS_ALLOWED_HOSTS',
    hosts,
    'Host names the service answers for. A name without a port matches every port. Unset: all names.',
  ),
  trustedProxies: optional(
    'ATS_TRUSTED_PROXIES',
    networks,
    'Proxies whose X-Forwarded-For and X-Forwarded-Host headers are used. Unset: these headers are ignored.',
  ),
  databasePoolSize: row(
    'ATS_DATABASE_POOL_SIZE',
    integer(4, 200),
    12,
    'Maximum connections of this process to PostgreSQL. One more checks the database. ATS_ROLE=all needs 8 in production.',
  ),
  requestLog: row(
    'ATS_REQUEST_LOG',
    oneOf('on', 'off'),
    'on',
    'On: each request writes one line to the log, without bodies, queries and secrets.',
  ),
  secretsKeys: optional(
    'ATS_SECRETS_KEYS',
    encryptionKeys,
    'Keys for secrets at rest. The first key encrypts; all keys decrypt.',
  ),
  signatureWindowSeconds: row(
    'ATS_SIGNATURE_WINDOW_SECONDS',
    integer(10, 3600),
    300,
    'Maximum age of a request signature in seconds.',
  ),
  contractWindowSeconds: row(
    'ATS_CONTRACT_WINDOW_SECONDS',
    WINDOW,
    DAY,
    'Seconds for a provider to publish the delivery contract.',
  ),
  checkpointWindowSeconds: row(
    'ATS_CHECKPOINT_WINDOW_SECONDS',
    WINDOW,
    3 * DAY,
    'Seconds for a consumer to submit the checkpoint.',
  ),
  idleWindowSeconds: row('ATS_IDLE_WINDOW_SECONDS', WINDOW, 3 * DAY, 'Seconds until the next step must be activated.'),
  rebuttalWindowSeconds: row('ATS_REBUTTAL_WINDOW_SECONDS', WINDOW, 3600, 'Seconds for a provider to file a rebuttal.'),
  policyVersion: optional(
    'ATS_POLICY_VERSION',
    oneOf('slash_policy_v1.1', 'slash_policy_v1'),
    'Settlement policy of new trades outside production or on a database without trades. Unset: the active policy.',
  ),
  evaluationWindowSeconds: optional(
    'ATS_EVALUATION_WINDOW_SECONDS',
    WINDOW,
    'Seconds for a verdict after a rebuttal. Unset: 14 days, or 1 day under slash_policy_v1.',
  ),
  settleSweepSeconds: row(
    'ATS_SETTLE_SWEEP_SECONDS',
    integer(1, 300),
    5,
    'Pause in seconds between two searches for due trades. The specification allows 300.',
  ),
  proposalTtlSeconds: row(
    'ATS_PROPOSAL_TTL_SECONDS',
    integer(1, 365 * DAY),
    3 * DAY,
    'Time in seconds until a proposal revision expires.',
  ),
  listingFeeStamps: row('ATS_LISTING_FEE_STAMPS', stamps(10n ** 12n), 10n, 'Fee in stamps for publishing a listing.'),
  activationFeeBps: row(
    'ATS_ACTIVATION_FEE_BPS',
    BPS,
    100,
    "Fee for activating a step, in basis points (1/10,000) of the step's price.",
  ),
  bondBps: row(
    'ATS_BOND_BPS',
    BPS,
    2000,
    'Bond of each participant, in basis points (1/10,000) of the prices of its steps.',
  ),
  coverageThresholdBps: row(
    'ATS_COVERAGE_THRESHOLD_BPS',
    integer(1, 10_000),
    8000,
    'Coverage from which a step passes, in basis points, if the listing sets none.',
  ),
  rateLimitPerMinute: row(
    'ATS_RATE_LIMIT_PER_MINUTE',
    integer(1, 100_000_000),
    6000,
    'Reads per minute, and separately writes per minute, of one principal, human or platform credential. A costly request counts as several.',
  ),
  ...quotaRows,
  ...connectionLimitRows,
  ...principalLimitRows,
  batching: row(
    'ATS_BATCHING',
    oneOf('on', 'off'),
    'on',
    'On: mutations that wait at the same time share a transaction, and so do due settlements. Off: each has its own.',
  ),
  webhookAllowPrivate: row(
    'ATS_WEBHOOK_ALLOW_PRIVATE',
    flag,
    false,
    'Allows http and private addresses as notification URLs. For development only.',
  ),
  webhookRetryScheduleSeconds: row(
    'ATS_WEBHOOK_RETRY_SCHEDULE_SECONDS',
    integers(1, 10 * DAY),
    Object.freeze([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]),
    'Pauses in seconds before each retry of a webhook delivery.',
  ),
  webhookTimeoutSeconds: row(
    'ATS_WEBHOOK_TIMEOUT_SECONDS',
    integer(1, 60),
    15,
    'Total time in seconds for a webhook receiver to respond.',
  ),
  stripeSecretKey: optional(
    'STRIPE_SECRET_KEY',
    secret("Stripe's secret key"),
    'API key for Stripe. Unset, outside production: the built-in Stripe mock is used.',
  ),
  stripeWebhookSecret: optional(
    'STRIPE_WEBHOOK_SECRET',
    secret("the secret of Stripe's webhook endpoint, or a comma list of secrets"),
    "Verifies Stripe's webhooks. During a rotation, list the new and the old secret; each of them verifies.",
  ),
  stripeApiBase: optional('STRIPE_API_BASE', webAddress, 'Other address of the Stripe API, for tests.'),
  oidcIssuer: optional(
    'OIDC_ISSUER',
    webAddress,
    'Issuer URL of the OpenID Connect provider. Unset, outside production: a built-in provider.',
  ),
  oidcClientId: optional('OIDC_CLIENT_ID', text('a client id'), 'Client id at the OpenID Connect provider.'),
  oidcClientSecret: optional(
    'OIDC_CLIENT_SECRET',
    secret('a client secret'),
    'Client secret at the OpenID Connect provider.',
  ),
  ...consoleRows,
} as const;

type Rows = typeof rows;
type Value<R> = R extends Required<infer T> ? T : R extends SettingDefinition<infer T> ? T | undefined : never;
/** The values of all settings, before the checks. */
export type Read = { readonly [K in keyof Rows]: Value<Rows[K]> };
