import { setTimeout as pause } from 'node:timers/promises';
import { paymentRecords } from '../adapters/stripe';
import { Refusal } from '../domain/errors/errors';
import { reconcilePayments } from '../operations/commands/payment-records';
import type { Settings } from '../settings/settings';
import type { Outcome } from '../ledger/audit';
import type { Db } from '../database/transactions/statement';

export type ProcessorSettings = Pick<Settings, 'stripeSecretKey' | 'stripeApiBase' | 'dataDir'>;

const CHECK = { id: 'I7', title: 'credited are exactly the checkout sessions of ours that the processor calls paid' };

/** What was paid a moment ago is credited when its webhook comes. */
const PATIENCE = { looks: 20, pause: () => pause(500) };

/** I7 against the processor's own records; where they cannot be read, it says so and finds nothing. */
export async function auditPayments(db: Db, settings: ProcessorSettings): Promise<Outcome> {
  const { stripeSecretKey: secretKey, stripeApiBase: apiBase, dataDir } = settings;
  const records = paymentRecords({ secretKey, apiBase, dataDir });
  if (records === undefined) return { check: CHECK, findings: [], skipped: 'no processor is known here' };
  try {
    const found = await reconcilePayments(db, records, PATIENCE);
    return { check: CHECK, findings: found.map((detail) => ({ check: CHECK.id, detail })) };
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'payment_processor_unavailable')) throw error;
    return { check: CHECK, findings: [], skipped: 'the processor cannot be reached' };
  }
}
