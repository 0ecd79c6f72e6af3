import { stripeWebhookVerifier } from '../../../src/adapters/stripe/webhook-verifier';
import { createGuard } from '../../../src/adapters/webhook/guard';
import { Authenticator } from '../../../src/api/auth/authenticator';
import { openReadinessProbe } from '../../../src/database/connection/readiness';
import { serve } from '../../../src/http-side';
import { StopSequence } from '../../../src/stop-sequence';
import { ServiceHours } from '../../../src/workers/service-hours';
import { WEBHOOK_SECRET } from '../../../test/support/payments';
import type { WorldServices } from './services';
import { openVirtualStore, type VirtualTime } from './store';

/** The service's own API over HTTP on a free port. */
export interface Api {
  readonly url: string;
  stop(): Promise<void>;
}

/** Virtual time jumps from event to event. No jump is an outage that moves deadlines. */
class AlwaysOpen extends ServiceHours {
  override ensureOpen(): Promise<void> {
    return Promise.resolve();
  }
}

/** Serves the API on virtual time. Signatures and rate limits stay on the real clock. */
export async function serveApi(databaseUrl: string, services: WorldServices, time: VirtualTime): Promise<Api> {
  const { settings, log, secrets, checkout } = services;
  const parts = new StopSequence();
  // The listener for events keeps a connection. Requests come one after the other.
  const store = await openVirtualStore(databaseUrl, time, settings.databasePoolSize);
  parts.add('database connections', () => store.close());
  const probe = openReadinessProbe(databaseUrl);
  parts.add('readiness', () => probe.close());
  const { url } = await serve({
    ...{ settings, log, store, services, probe, parts },
    authenticator: new Authenticator(store, secrets),
    payments: {
      checkout,
      webhookVerifier: stripeWebhookVerifier(WEBHOOK_SECRET),
      notice: null,
      stop: () => Promise.resolve(),
    },
    guard: createGuard({ allowPrivate: false }),
    hours: new AlwaysOpen(store, services),
  });
  return {
    url,
    stop: async () => {
      const { errors } = await parts.run(settings.stopGraceSeconds * 1000);
      if (errors[0]) throw new Error(`${errors[0].part} could not stop`, { cause: errors[0].error });
    },
  };
}
