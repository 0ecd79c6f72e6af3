import { hostname } from 'node:os';
import { createSender } from './adapters/webhook/client';
import type { ResolvingAddressGuard } from './adapters/webhook/guard';
import type { Authenticator } from './api/auth/authenticator';
import { INTERFACE_VERSION } from './api/graphql/schema/service';
import type { Database } from './database/transactions/database';
import type { Services } from './operations/context';
import type { Settings } from './settings/settings';
import { ledgerAudit } from './workers/ledger/audit';
import { deferredPostings } from './workers/ledger/deferred-postings';
import { ledgerInvariantCheck } from './workers/ledger/invariant-check';
import { ledgerSeal } from './workers/ledger/seal';
import { outboxRelay } from './workers/outbox-relay';
import { listingExpiry, proposalExpiry } from './workers/proposal-expiry';
import { credentialUse, idempotencyRetention, sessionRetention } from './workers/retention';
import type { Task } from './workers/runner';
import { type ServiceHours, whileOpen } from './workers/service-hours';
import { settleSweep } from './workers/settle-sweep';
import { webhookDelivery, webhookRetention } from './workers/webhooks/sender';

interface WorkerParts {
  readonly settings: Settings;
  readonly store: Database;
  readonly services: Services;
  readonly authenticator: Authenticator;
  readonly hours: ServiceHours;
  readonly guard: ResolvingAddressGuard;
}

/** The repeated jobs of this process, by its role. */
export function tasksOf({ settings, store, services, authenticator, guard, hours }: WorkerParts): Task[] {
  // Only a process that serves requests knows the last use of credentials.
  const apiTasks = [credentialUse(store, authenticator), hours.task()];
  const holder = `${hostname()}:${String(process.pid)}:${services.newId(new Date())}`;
  const timeoutSeconds = settings.webhookTimeoutSeconds;
  const sender = createSender({ guard, timeoutSeconds, version: INTERFACE_VERSION });
  const workerTasks = [
    whileOpen(store, settleSweep(store, services)),
    outboxRelay(store, holder, () => {
      services.notifyWorker('webhooks');
    }),
    webhookDelivery(store, services, sender),
    webhookRetention(store),
    whileOpen(store, proposalExpiry(store, services)),
    listingExpiry(store),
    deferredPostings(store),
    ledgerSeal(store),
    ledgerInvariantCheck(store, services.log),
    ledgerAudit(store, holder, services.log),
    idempotencyRetention(store),
    sessionRetention(store),
  ];
  return [...(settings.role === 'worker' ? [] : apiTasks), ...(settings.role === 'api' ? [] : workerTasks)];
}
