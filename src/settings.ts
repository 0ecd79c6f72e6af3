import { inspect } from 'node:util';
import { databaseUrl, encryptionKeys, flag, hosts, integer, integers, oneOf, origin } from './settings-kinds';
import { secret, stamps, text, webAddress, type Kind } from './settings-kinds';

interface Row<T> {
  readonly name: string;
  readonly kind: Kind<T>;
  /** Taken when the variable is unset or empty; undefined: there is none. */
  readonly default: T | undefined;
  readonly why: string;
}

type Required<T> = Row<T> & { readonly default: T };

function row<T>(name: string, kind: Kind<T>, value: NoInfer<T>, why: string): Required<T> {
  return { name, kind, default: value, why };
}

function optional<T>(name: string, kind: Kind<T>, why: string): Row<T> {
  return { name, kind, default: undefined, why };
}

const DAY = 86_400;
/** Thirty days: the longest window a step's terms may name (contract §7). */
const WINDOW = integer(1, 30 * DAY);
const BPS = integer(0, 10_000);

/** Every variable this service reads. Contract §8. Keyed by the name of the value in the code. */
export const rows = {
  port: row('PORT', integer(0, 65_535), 4000, 'Port of the HTTP server; 0 takes a free one.'),
  host: row('HOST', text('an address to listen on'), '127.0.0.1', 'Address the HTTP server listens on.'),
  databaseUrl: optional('DATABASE_URL', databaseUrl, 'PostgreSQL 15 or later to use; unset: the embedded one.'),
  dataDir: row('ATS_DATA_DIR', text('a folder'), '.ats', 'Folder of the embedded PostgreSQL and of generated keys.'),
  publicUrl: optional('ATS_PUBLIC_URL', origin, 'Address others reach this service at; every link is built from it.'),
  env: row(
    'ATS_ENV',
    oneOf('development', 'production', 'test'),
    'development',
    'Stand-ins for Stripe and generated keys exist outside production only.',
  ),
  role: row('ATS_ROLE', oneOf('all', 'api', 'worker'), 'all', 'What this process does: serve, work, or both.'),
  logLevel: row(
    'ATS_LOG_LEVEL',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'Least severe log lines to write.',
  ),
  metricsPort: row(
    'ATS_METRICS_PORT',
    integer(0, 65_535),
    9464,
    'Port of /metrics, one for each process of a machine; 0 turns it off.',
  ),
  allowedHosts: optional(
    'ATS_ALLOWED_HOSTS',
    hosts,
    'Hosts answered for, on any port where none is named; unset: any.',
  ),
  secretsKeys: optional('ATS_SECRETS_KEYS', encryptionKeys, 'Keys that encrypt secrets at rest; all of them open.'),
  signatureWindowSeconds: row(
    'ATS_SIGNATURE_WINDOW_SECONDS',
    integer(10, 3600),
    300,
    'How old a signature may be: short enough to be useless when stolen, long enough for slow clocks.',
  ),
  contractWindowSeconds: row('ATS_CONTRACT_WINDOW_SECONDS', WINDOW, DAY, 'Time a provider has to publish a contract.'),
  checkpointWindowSeconds: row('ATS_CHECKPOINT_WINDOW_SECONDS', WINDOW, 3 * DAY, 'Time a consumer has to check.'),
  idleWindowSeconds: row('ATS_IDLE_WINDOW_SECONDS', WINDOW, 3 * DAY, 'Time a trade may wait for its next step.'),
  rebuttalWindowSeconds: row('ATS_REBUTTAL_WINDOW_SECONDS', WINDOW, 3600, 'Time a provider has to rebut.'),
  evaluationWindowSeconds: row('ATS_EVALUATION_WINDOW_SECONDS', WINDOW, DAY, 'Time operators have after a rebuttal.'),
  settleSweepSeconds: row(
    'ATS_SETTLE_SWEEP_SECONDS',
    integer(1, 300),
    5,
    'Pause between sweeps for due trades; the specification promises five minutes.',
  ),
  proposalTtlSeconds: row('ATS_PROPOSAL_TTL_SECONDS', integer(1, 365 * DAY), 3 * DAY, 'Life of a proposal revision.'),
  listingFeeStamps: row('ATS_LISTING_FEE_STAMPS', stamps(10n ** 12n), 10n, 'Price of publishing a listing.'),
  activationFeeBps: row('ATS_ACTIVATION_FEE_BPS', BPS, 100, "Fee of activating a step, of the step's price."),
  bondBps: row('ATS_BOND_BPS', BPS, 2000, 'Bond of a participant, of the prices of its steps.'),
  coverageThresholdBps: row(
    'ATS_COVERAGE_THRESHOLD_BPS',
    integer(1, 10_000),
    8000,
    'Coverage a step passes with, where the listing names none.',
  ),
  rateLimitPerMinute: row(
    'ATS_RATE_LIMIT_PER_MINUTE',
    integer(1, 100_000_000),
    6000,
    'Reads a minute, and as many writes, of one principal (agents) or one human (console).',
  ),
  webhookAllowPrivate: row(
    'ATS_WEBHOOK_ALLOW_PRIVATE',
    flag,
    false,
    'Lets notification URLs be http and private: for development.',
  ),
  webhookRetryScheduleSeconds: row(
    'ATS_WEBHOOK_RETRY_SCHEDULE_SECONDS',
    integers(1, 10 * DAY),
    Object.freeze([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]),
    'Pauses before each further attempt of a webhook delivery.',
  ),
  webhookTimeoutSeconds: row('ATS_WEBHOOK_TIMEOUT_SECONDS', integer(1, 60), 15, 'Time a webhook receiver has in all.'),
  stripeSecretKey: optional(
    'STRIPE_SECRET_KEY',
    secret("Stripe's secret key"),
    'Unset, outside production: the built-in stand-in.',
  ),
  stripeWebhookSecret: optional(
    'STRIPE_WEBHOOK_SECRET',
    secret("the secret of Stripe's webhook endpoint"),
    "Verifies Stripe's webhooks.",
  ),
  stripeApiBase: optional('STRIPE_API_BASE', webAddress, 'Another address for the stripe package, for tests.'),
  oidcIssuer: optional('OIDC_ISSUER', webAddress, 'Identity provider humans sign in with.'),
  oidcClientId: optional('OIDC_CLIENT_ID', text('a client id'), 'Our client id there.'),
  oidcClientSecret: optional('OIDC_CLIENT_SECRET', secret('a client secret'), 'Our client secret there.'),
} as const;

type Rows = typeof rows;
type Value<R> = R extends Required<infer T> ? T : R extends Row<infer T> ? T | undefined : never;
type Read = { readonly [K in keyof Rows]: Value<Rows[K]> };

/** What the environment says, checked: frozen; printing or serialising it shows no secret. */
export type Settings = Omit<Read, 'publicUrl'> & {
  /** Never undefined: outside production the address listened on stands in. */
  readonly publicUrl: string;
  /** Whether ATS_PUBLIC_URL was set; else links follow the port that was really taken. */
  readonly publicUrlGiven: boolean;
};

/** Every fault of the environment, one line each. */
export class SettingsRefused extends Error {
  override readonly name = 'SettingsRefused';

  constructor(readonly faults: readonly string[]) {
    super(faults.join('\n'));
  }
}

type Environment = Readonly<Record<string, string | undefined>>;
type Scalar = string | number | bigint | boolean;
type AnyRow = Row<Scalar | readonly Scalar[]>;
type Entry = readonly [string, AnyRow];

const entries = Object.entries(rows) as readonly Entry[];

/** Edit distance, for the name that was probably meant. */
function distance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const change = (previous[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      current.push(Math.min(change, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}

function unknownNames(environment: Environment): string[] {
  const known = entries.map(([, { name }]) => name).filter((name) => name.startsWith('ATS_'));
  return Object.keys(environment)
    .filter((name) => name.startsWith('ATS_') && !known.includes(name))
    .map((name) => {
      const near = known.toSorted((a, b) => distance(name, a) - distance(name, b))[0] ?? '';
      const hint = distance(name, near) <= name.length / 3 ? `; did you mean ${near}?` : '';
      return `${name} is not a setting${hint}`;
    });
}

/** What one variable cannot show: those that need each other, and what production needs. */
function together(read: Partial<Read>): string[] {
  const faults: string[] = [];
  const needs = (property: keyof Rows, reason: string): void => {
    // A value that was given and is wrong is absent from `read`, and has been named.
    if (property in read && read[property] === undefined) faults.push(`${rows[property].name} must be set ${reason}`);
  };
  if (read.env === 'production') {
    const required = ['secretsKeys', 'stripeSecretKey', 'stripeWebhookSecret', 'publicUrl'] as const;
    for (const property of required) needs(property, 'in production');
  } else if (read.stripeSecretKey !== undefined) {
    needs('stripeWebhookSecret', 'together with STRIPE_SECRET_KEY');
  }
  if (read.oidcIssuer !== undefined) needs('oidcClientId', 'together with OIDC_ISSUER');
  return faults;
}

/** The address to be reached at where none is set: only this machine can, so any interface is spelled as localhost. */
function listeningUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

function guarded(values: Record<string, unknown>): Settings {
  const shown = (): Record<string, unknown> =>
    Object.fromEntries(
      entries.map(([property, { kind }]) => {
        const value = values[property];
        const safe = typeof value === 'bigint' ? value.toString() : value;
        return [property, kind.secret && value !== undefined ? '[redacted]' : safe];
      }),
    );
  Object.defineProperty(values, 'toJSON', { value: shown });
  Object.defineProperty(values, inspect.custom, { value: shown });
  return Object.freeze(values) as unknown as Settings;
}

/**
 * Reads and checks the environment. Throws `SettingsRefused` with everything that is wrong at once; a fault never
 * repeats the text of a secret.
 */
export function readSettings(environment: Environment): Settings {
  const faults = unknownNames(environment);
  const values: Record<string, unknown> = {};
  for (const [property, { name, kind, default: fallback }] of entries) {
    const given = environment[name]?.trim();
    try {
      values[property] = given === undefined || given === '' ? fallback : kind.parse(given);
    } catch (error) {
      faults.push(`${name} ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const read = values as Partial<Read>;
  faults.push(...together(read));
  if (faults.length > 0) throw new SettingsRefused(faults);
  values['publicUrlGiven'] = read.publicUrl !== undefined;
  values['publicUrl'] ??= listeningUrl(read.host ?? '', read.port ?? 0);
  return guarded(values);
}

function shownDefault({ default: value }: AnyRow): string {
  return value === undefined ? '' : typeof value === 'object' ? value.join(',') : String(value);
}

/** The table for `ats serve --help`. */
export function settingsHelp(): string {
  const width = Math.max(...entries.map(([, { name }]) => name.length));
  const lines = entries.map(([, entry]) => {
    const fallback = shownDefault(entry);
    const note = fallback === '' ? '' : ` [${fallback}]`;
    return `  ${entry.name.padEnd(width)}  ${entry.why}${note}`;
  });
  return ['Settings (environment variables, default in brackets):', ...lines].join('\n');
}

/** docs/reference/settings.md. */
export function settingsMarkdown(): string {
  const lines = entries.map(([, entry]) => {
    const fallback = shownDefault(entry);
    const cells = [`\`${entry.name}\``, entry.kind.form, fallback === '' ? '' : `\`${fallback}\``, entry.why];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return `# Settings

Environment variables, read once at start. A name that begins with \`ATS_\` and is not in this table stops the start, and so
does a value that is not of its kind; every fault is named at once. In production (\`ATS_ENV=production\`)
\`ATS_SECRETS_KEYS\`, \`STRIPE_SECRET_KEY\`, \`STRIPE_WEBHOOK_SECRET\` and \`ATS_PUBLIC_URL\` must be set.

| variable | kind | default | why |
|---|---|---|---|
${lines.join('\n')}
`;
}
