import { V7Generator } from 'uuidv7';
import { sessionTokens } from '../../../src/adapters/identity';
import { newCredential, newWebhookSecret } from '../../../src/adapters/ids';
import { silentMetrics } from '../../../src/adapters/metrics/silent';
import { openSecrets } from '../../../src/adapters/secrets';
import type { Services } from '../../../src/operations/context';
import type { CheckoutInput, CheckoutSession, Log } from '../../../src/operations/ports';
import { readSettings } from '../../../src/settings/settings';
import { random } from './random';
import type { VirtualTime } from './store';

/** What the operations are given here: the service's own, but for identity, which comes from the seed. */
export interface WorldServices extends Services {
  /** Whether something was done that the relay has to tell. */
  readonly woken: { relay: boolean };
  readonly checkout: { createSession(input: CheckoutInput): Promise<CheckoutSession> };
}

/** Whatever a worker has to say is an error: here nothing is away and nothing is retried. */
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
 * Ids are UUIDv7 of the virtual instant by the service's own generator, its random bits drawn from the seed: ties by
 * key fall the same way in every run. Secrets and credentials are as random as ever; nothing depends on them.
 */
export function worldServices(seed: number, time: VirtualTime): WorldServices {
  const settings = readSettings({ ATS_ENV: 'test', ATS_SECRETS_KEYS: Buffer.alloc(32, 7).toString('base64') });
  const { secrets } = openSecrets({ keys: settings.secretsKeys, dataDir: settings.dataDir, production: false });
  const generator = new V7Generator({ nextUint32: random(seed, 'ids').bits });
  const woken = { relay: false };
  let sessions = 0;
  return {
    settings,
    secrets,
    sessionTokens,
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
    newId: (now) => generator.generateOrResetWithTs(now.getTime()).toString(),
    newCredential,
    newWebhookSecret,
    notifyWorker: (topic) => {
      if (topic === 'relay') woken.relay = true;
    },
  };
}
