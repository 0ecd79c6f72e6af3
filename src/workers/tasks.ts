import type { Services } from '../operations/context';
import type { WebhookSender } from '../operations/ports';
import type { Database } from '../database/transactions/database';
import { ledgerAudit } from './ledger/audit';
import { deferredPostings } from './ledger/deferred-postings';
import { ledgerInvariantCheck } from './ledger/invariant-check';
import { ledgerSeal } from './ledger/seal';
import { outboxRelay } from './outbox-relay';
import { listingExpiry, proposalExpiry } from './proposal-expiry';
import { idempotencyRetention, sessionRetention, webhookRetention } from './retention';
import type { Task } from './runner';
import { whileOpen } from './service-hours';
import { settleOverdue } from './settle-overdue';
import { settleSweep } from './settle-sweep';
import { webhookDelivery } from './webhooks/delivery';

interface WorkerDeps {
  readonly store: Database;
  readonly services: Services;
  readonly sender: WebhookSender;
  /** Name of this process in leases. */
  readonly holder: string;
  /** Until when the service was open: a later deadline may still move. Null: it is closed. */
  readonly openUntil: () => Promise<Date | null>;
}

/** The tasks of a worker; any number of processes may run them. */
export function workerTasks({ store, services, sender, holder, openUntil }: WorkerDeps): Task[] {
  const sweep = settleSweep(store, services, openUntil);
  return [
    whileOpen(store, sweep),
    whileOpen(store, settleOverdue(store, services, sweep)),
    outboxRelay(store, holder, () => {
      services.notifyWorker('webhooks');
    }),
    webhookDelivery(store, services, sender),
    webhookRetention(store),
    whileOpen(store, proposalExpiry(store, services, openUntil)),
    listingExpiry(store),
    deferredPostings(store),
    ledgerSeal(store),
    ledgerInvariantCheck(store, services.log),
    ledgerAudit(store, holder, services.log),
    idempotencyRetention(store),
    sessionRetention(store),
  ];
}
