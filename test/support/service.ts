import { cardSignatures, sessionTokens } from '../../src/adapters/identity';
import { silentMetrics } from '../../src/adapters/metrics/silent';
import { newCredential, newUuidV7, newWebhookSecret } from '../../src/adapters/ids';
import { openSecrets } from '../../src/adapters/secrets';
import type { Services } from '../../src/operations/context';
import type { Log } from '../../src/operations/ports';
import { TrustedProxies } from '../../src/api/auth/client-address';
import { PublicAddress } from '../../src/api/auth/public-address';
import { readSettings } from '../../src/settings/settings';
import { type Clock, databaseClock } from '../../src/database/connection/clock';
import { openDatabase as openDatabase } from '../../src/database/connection/open';
import type { Database } from '../../src/database/transactions/database';

/** Parts of the service for tests that need less than all of it. */

export async function openStore(url: string, clock: Clock = databaseClock, poolSize = 12): Promise<Database> {
  return openDatabase({ url, poolSize }, clock);
}

export interface Line {
  readonly level: 'info' | 'warn' | 'error';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** A log that tests can read. */
export function readableLog(): Log & { readonly lines: Line[] } {
  const lines: Line[] = [];
  const write = (level: Line['level']) => (fields: object, message: string) =>
    void lines.push({ level, fields: { ...fields }, message });
  return { lines, info: write('info'), warn: write('warn'), error: write('error') };
}

/** ATS_SECRETS_KEYS of every test service. */
export const TEST_KEY = Buffer.alloc(32, 7).toString('base64');

export interface TestServices extends Services {
  readonly log: ReturnType<typeof readableLog>;
  /** Topics that were notified, in order. */
  readonly woken: string[];
}

/** Every service except the checkout, which needs a purchase. */
export function testServices(env: Readonly<Record<string, string>> = {}): TestServices {
  const settings = readSettings({ ATS_ENV: 'test', ATS_SECRETS_KEYS: TEST_KEY, ...env });
  const { secrets } = openSecrets({ keys: settings.secretsKeys, dataDir: settings.dataDir, production: false });
  const woken: string[] = [];
  return {
    settings,
    secrets,
    sessionTokens,
    cardSignatures,
    addresses: { forbids: () => Promise.resolve(false) },
    checkout: { createSession: () => Promise.reject(new Error('no checkout here')) },
    log: readableLog(),
    metrics: silentMetrics,
    woken,
    publicUrl: () => settings.publicUrl,
    consoleUrl: () => undefined,
    newId: newUuidV7,
    newCredential,
    newWebhookSecret,
    notifyWorker: (topic) => void woken.push(topic),
  };
}

/** The parts of the servers that look at addresses. */
export function addressParts(services: Services): {
  readonly proxies: TrustedProxies;
  readonly publicAddress: PublicAddress;
} {
  const { settings, log } = services;
  const proxies = new TrustedProxies(settings.trustedProxies);
  return {
    proxies,
    publicAddress: new PublicAddress({ settings, publicUrl: () => services.publicUrl(), proxies, log }),
  };
}

/** Waits for a condition; fails after the timeout. */
export async function until(condition: () => boolean | Promise<boolean>, what: string, ms = 60_000): Promise<void> {
  const deadline = performance.now() + ms;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`did not come about: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
