import { V7Generator } from 'uuidv7';
import { cardSignatures, sessionTokens } from '../../../src/adapters/identity';
import { newCredential, newUuidV7, newWebhookSecret } from '../../../src/adapters/ids';
import { silentMetrics } from '../../../src/adapters/metrics/silent';
import { openSecrets } from '../../../src/adapters/secrets';
import type { Services } from '../../../src/operations/context';
import type { CheckoutInput, CheckoutSession, Log } from '../../../src/operations/ports';
import { readSettings } from '../../../src/settings/settings';
import { random } from '../../../src/sandbox/counterparty/random';
import type { VirtualTime } from './store';
import { unlimited } from '../../../test/support/unlimited';

/** The services of the operations, with identities that depend on the seed. */
export interface WorldServices extends Services {
  /** Whether the relay has new events. */
  readonly woken: { relay: boolean };
  readonly checkout: { createSession(input: CheckoutInput): Promise<CheckoutSession> };
}

/** Nothing fails and nothing is retried here, so a message of a worker is an error. */
const log: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (fields, message) => {
    throw new Error(
      `${message}: ${JSON.stringify(fields, (_, value: unknown) => (value instanceof Error ? value.message : value))}`,
    );
  },
};

/**
 * Services on virtual time. Ids are UUIDv7 of the virtual instant, from the service's generator with bits of the seed.
 * So ties by key are the same in every run. Secrets stay random, because nothing depends on them.
 */
export function worldServices(seed: number, policy: string, time: VirtualTime): WorldServices {
  const settings = readSettings({
    ATS_ENV: 'test',
    PORT: '0',
    ATS_CONSOLE: 'off',
    // A batch would depend on the real time of its requests.
    ATS_BATCHING: 'off',
    ATS_RATE_LIMIT_PER_MINUTE: '100000000',
    ...unlimited,
    ATS_POLICY_VERSION: policy,
    ATS_SECRETS_KEYS: Buffer.alloc(32, 7).toString('base64'),
  });
  const { secrets } = openSecrets({ keys: settings.secretsKeys, dataDir: settings.dataDir, production: false });
  const generator = new V7Generator({ nextUint32: random(seed, 'ids').bits });
  const woken = { relay: false };
  let sessions = 0;
  return {
    settings,
    secrets,
    sessionTokens,
    cardSignatures,
    addresses: { forbids: () => Promise.resolve(false) },
    checkout: {
      createSession: () => {
        const sessionId = `cs_simulated_${String((sessions += 1))}`;
        const expiresAt = new Date(time.now + 86_400_000);
        return Promise.resolve({ sessionId, url: 'https://checkout.invalid/', expiresAt, livemode: false });
      },
    },
    log,
    metrics: silentMetrics,
    woken,
    publicUrl: () => settings.publicUrl,
    consoleUrl: () => undefined,
    // Ids of HTTP requests have the real time, and nothing depends on them.
    newId: (now) =>
      now.getTime() === time.now ? generator.generateOrResetWithTs(time.now).toString() : newUuidV7(now),
    newCredential,
    newWebhookSecret,
    notifyWorker: (topic) => {
      if (topic === 'relay') woken.relay = true;
    },
  };
}
