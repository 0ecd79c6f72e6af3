import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { sentencesOf } from '../../src/settings/check';
import { inspectSettings, readSettings, rows, InvalidSettings } from '../../src/settings/settings';
import { settingsHelp } from '../../src/settings/text';

const KEY = Buffer.alloc(32, 7).toString('base64');
// In two pieces: secret scanners stop at literals that look like live keys.
const STRIPE_KEY = ['sk', 'live_0123456789'].join('_');
const TEST_KEY = ['sk', 'test_0123456789'].join('_');
const PRODUCTION = {
  ATS_ENV: 'production',
  ATS_SECRETS_KEYS: `2026:${KEY},${KEY}`,
  STRIPE_SECRET_KEY: STRIPE_KEY,
  STRIPE_WEBHOOK_SECRET: 'webhook-secret-value',
  ATS_PUBLIC_URL: 'https://trade.example',
  DATABASE_URL: 'postgres://ats_service@127.0.0.1/ats',
};

function errorsOf(environment: Record<string, string>): readonly string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof InvalidSettings) return error.errors;
    throw error;
  }
  return [];
}

describe('settings', () => {
  test('should use the documented defaults for unset variables', () => {
    expect(readSettings({})).toMatchObject({
      port: 4000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      dataDir: '.ats',
      publicUrl: 'http://127.0.0.1:4000',
      env: 'development',
      signatureWindowSeconds: 300,
      contractWindowSeconds: 86_400,
      checkpointWindowSeconds: 259_200,
      idleWindowSeconds: 259_200,
      rebuttalWindowSeconds: 3600,
      policyVersion: undefined,
      evaluationWindowSeconds: undefined,
      settleSweepSeconds: 5,
      proposalTtlSeconds: 259_200,
      listingFeeStamps: 10n,
      activationFeeBps: 100,
      bondBps: 2000,
      coverageThresholdBps: 8000,
      rateLimitPerMinute: 6000,
      webhookAllowPrivate: false,
      webhookTimeoutSeconds: 15,
      role: 'all',
      metricsPort: 9464,
    });
  });

  test('should name each property after its variable', () => {
    const spelled = Object.entries(rows).filter(([property, { name }]) => {
      const words = name.replace(/^ATS_/, '').toLowerCase();
      return words.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) !== property;
    });
    expect(spelled).toEqual([]);
  });

  test('an unknown ATS_ name is refused, and the nearest name suggested', () => {
    expect(errorsOf({ ATS_BOND_BP: '1' })).toEqual(['ATS_BOND_BP is not a setting; did you mean ATS_BOND_BPS?']);
    expect(errorsOf({ ATS_SOMETHING_ELSE_ENTIRELY: '1' })).toEqual([
      'ATS_SOMETHING_ELSE_ENTIRELY is not a setting; unset it, or use another prefix',
    ]);
    expect(errorsOf({ UNRELATED: '1' })).toEqual([]);
  });

  test('the variables of clients are no errors', () => {
    expect(errorsOf({ ATS_CREDENTIAL: 'agent.json', ATS_URL: 'https://ats.example' })).toEqual([]);
  });

  // @spec SE3
  test('should report all errors together', () => {
    const errors = errorsOf({ PORT: 'http', ATS_SETTLE_SWEEP_SECONDS: '301', ATS_ROLE: 'boss', ATS_BOND_BPS: '10001' });
    expect(errors).toEqual([
      'PORT must be a whole number from 0 to 65535, not "http"',
      'ATS_ROLE must be all, api or worker, not "boss"',
      'ATS_SETTLE_SWEEP_SECONDS must be a whole number from 1 to 300, not "301"',
      'ATS_BOND_BPS must be a whole number from 0 to 10000, not "10001"',
    ]);
  });

  test.each([
    ['ATS_CONTRACT_WINDOW_SECONDS', '0'],
    ['ATS_SETTLE_SWEEP_SECONDS', '0'],
    ['ATS_BOND_BPS', '-1'],
    ['ATS_LISTING_FEE_STAMPS', '1.5'],
    ['ATS_WEBHOOK_ALLOW_PRIVATE', 'maybe'],
    ['ATS_WEBHOOK_RETRY_SCHEDULE_SECONDS', '5,,300'],
    ['ATS_PUBLIC_URL', 'https://trade.example/a//b'],
    ['ATS_PUBLIC_URL', 'https://trade.example/?a=b'],
    ['ATS_TRUSTED_PROXIES', 'proxy.example'],
    ['ATS_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['ATS_TRUSTED_PROXIES', '0.0.0.0/0'],
    ['ATS_PUBLIC_URL', 'trade.example'],
    ['DATABASE_URL', 'mysql://root@host/db'],
    ['ATS_SECRETS_KEYS', 'id:short'],
    ['ATS_ALLOWED_HOSTS', 'a b'],
  ])('%s=%s is refused', (name, value) => {
    expect(errorsOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} must be `))]);
  });

  test('should treat an empty variable as unset', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 4000, databaseUrl: undefined });
  });

  test('production requires keys, Stripe and a public address', () => {
    expect(errorsOf({ ATS_ENV: 'production' })).toEqual([
      'DATABASE_URL must be set in production',
      'ATS_SECRETS_KEYS must be set in production',
      'STRIPE_SECRET_KEY must be set in production',
      'STRIPE_WEBHOOK_SECRET must be set in production',
      'ATS_PUBLIC_URL must be set in production',
    ]);
    expect(readSettings(PRODUCTION)).toMatchObject({ env: 'production', publicUrl: 'https://trade.example' });
  });

  // @spec CF1
  test('production refuses every unsafe setting, and names all of them at once', () => {
    const unsafe = {
      ...PRODUCTION,
      STRIPE_SECRET_KEY: TEST_KEY,
      ATS_PUBLIC_URL: 'http://trade.example',
      ATS_WEBHOOK_ALLOW_PRIVATE: 'true',
      STRIPE_API_BASE: 'http://127.0.0.1:1',
      OIDC_ISSUER: 'http://accounts.example',
      OIDC_CLIENT_ID: 'ats',
      DATABASE_URL: 'postgres://ats_service@db.example/ats?sslmode=no-verify',
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    };
    expect(errorsOf(unsafe)).toEqual([
      expect.stringMatching(/^STRIPE_SECRET_KEY is a test key/),
      expect.stringMatching(/^STRIPE_API_BASE must not be set in production/),
      expect.stringMatching(/^ATS_PUBLIC_URL begins with http,/),
      expect.stringMatching(/^OIDC_ISSUER begins with http,/),
      expect.stringMatching(/^ATS_WEBHOOK_ALLOW_PRIVATE is true/),
      expect.stringMatching(/^DATABASE_URL does not verify the certificate/),
      expect.stringMatching(/^NODE_TLS_REJECT_UNAUTHORIZED is 0/),
    ]);
  });

  test('production refuses a process for all work whose own connections would leave few for requests', () => {
    const small = (role: string, size: string) =>
      errorsOf({ ...PRODUCTION, ATS_ROLE: role, ATS_DATABASE_POOL_SIZE: size });
    expect(small('all', '7')).toEqual([
      'ATS_DATABASE_POOL_SIZE is 7, but a process with ATS_ROLE=all needs 4 connections for itself: set 8 or more',
    ]);
    expect([small('all', '8'), small('api', '4'), small('worker', '4')]).toEqual([[], [], []]);
  });

  test('outside production an unsafe setting is a warning', () => {
    const { settings, outcomes } = inspectSettings({
      ATS_PUBLIC_URL: 'http://trade.example',
      ATS_WEBHOOK_ALLOW_PRIVATE: 'true',
    });
    expect(settings).toBeDefined();
    expect(sentencesOf(outcomes, 'warn')).toEqual([
      expect.stringMatching(/^ATS_PUBLIC_URL begins with http,/),
      expect.stringMatching(/^ATS_WEBHOOK_ALLOW_PRIVATE is true/),
    ]);
  });

  test('a check that a value or the environment spares is not checked, and does not pass', () => {
    const notChecked = (environment: Record<string, string>) =>
      inspectSettings(environment).outcomes.filter(({ result }) => result === 'not checked');
    const names = (environment: Record<string, string>) =>
      notChecked(environment)
        .map(({ name }) => name)
        .filter((name) => !name.endsWith('-set'));
    const stripe = ['stripe-live-key', 'stripe-api-base'];
    const database = ['database-tls-verified', 'database-tls'];
    expect(names({})).toEqual([...stripe, 'public-url-https', ...database]);
    const mock = {
      STRIPE_SECRET_KEY: TEST_KEY,
      STRIPE_WEBHOOK_SECRET: 'webhook-secret-value',
      STRIPE_API_BASE: 'http://127.0.0.1:9/',
      ATS_PUBLIC_URL: 'http://127.0.0.1:4000',
      DATABASE_URL: 'postgres://ats_service@db.example/ats',
    };
    expect(names(mock)).toEqual([...stripe, 'public-url-https', 'database-tls']);
    expect(names({ ATS_SANDBOX: 'true', ATS_WEBHOOK_ALLOW_PRIVATE: 'true' })).toContain('webhook-private-addresses');
    expect(names({ ...PRODUCTION, STRIPE_WEBHOOK_SECRET: '' })).toEqual(['stripe-webhook-secret-with-key']);
    expect(names(PRODUCTION)).toEqual([]);
    expect(notChecked({})).toContainEqual({
      name: 'public-url-https',
      result: 'not checked',
      sentence: 'ATS_PUBLIC_URL is not set.',
    });
  });

  // @spec CF2
  test.each([
    ['DATABASE_URI', 'DATABASE_URL'],
    ['STRIPE_SECRETKEY', 'STRIPE_SECRET_KEY'],
    ['STRIPE_WEBHOOK_SECRETS', 'STRIPE_WEBHOOK_SECRET'],
    ['OIDC_ISSUER_', 'OIDC_ISSUER'],
    ['AST_ALLOWED_HOSTS', 'ATS_ALLOWED_HOSTS'],
  ])('production names the misspelt setting %s while %s is unset', (wrong, right) => {
    expect(errorsOf({ ...PRODUCTION, [wrong]: 'value', [right]: '' })).toContain(
      `${wrong} is not a setting, and ${right} is not set; did you mean ${right}?`,
    );
  });

  test('variables of other programs are no misspelt settings', () => {
    expect(errorsOf({ ...PRODUCTION, DATABASE_URI: 'postgres://other' })).toEqual([]);
    expect(
      errorsOf({
        ...PRODUCTION,
        HOSTNAME: 'a',
        PGHOST: 'b',
        IS_SANDBOX: 'yes',
        STRIPE_PUBLISHABLE_KEY: 'c',
        EXPORT: 'd',
      }),
    ).toEqual([]);
  });

  test('should refuse a Stripe key without its webhook secret', () => {
    expect(errorsOf({ STRIPE_SECRET_KEY: STRIPE_KEY })).toEqual([
      'STRIPE_WEBHOOK_SECRET must be set together with STRIPE_SECRET_KEY',
    ]);
  });

  test('a secret is never printed, serialised or repeated in an error', () => {
    const settings = readSettings({ ...PRODUCTION, DATABASE_URL: 'postgres://u:hidden-word@h/d' });
    const shown = `${inspect(settings)} ${JSON.stringify(settings)} ${JSON.stringify({ nested: settings })}`;
    for (const secret of [KEY, STRIPE_KEY, 'webhook-secret-value', 'hidden-word']) expect(shown).not.toContain(secret);
    expect(settings.stripeSecretKey).toBe(STRIPE_KEY);
    expect(errorsOf({ ATS_SECRETS_KEYS: 'id:hidden-word' }).join()).not.toContain('hidden-word');
    expect(errorsOf({ DATABASE_URL: 'mysql://u:hidden-word@h/d' }).join()).not.toContain('hidden-word');
  });

  test('the settings are frozen', () => {
    expect(Object.isFrozen(readSettings({}))).toBe(true);
  });

  test('the help and docs/reference/settings.md name every variable', () => {
    const documented = readFileSync('docs/reference/settings.md', 'utf8');
    for (const { name } of Object.values(rows)) {
      expect(settingsHelp()).toContain(name);
      expect(documented).toContain(`\`${name}\``);
    }
  });
});
