import { setTimeout as pause } from 'node:timers/promises';
import { paymentRecords, ProcessorKeyRefused } from '../adapters/stripe';
import { Refusal } from '../domain/errors/errors';
import { creditedTestSessions } from '../database/repositories/purchase-records';
import { reconcilePayments } from '../operations/commands/payment-records';
import type { Settings } from '../settings/settings';
import type { Outcome } from '../ledger/audit';
import type { Db } from '../database/transactions/statement';

export type ProcessorSettings = Pick<Settings, 'env' | 'stripeSecretKey' | 'stripeApiBase' | 'dataDir'>;

/** Check I7 against the payment processor. */
export const processorCheck = {
  id: 'I7',
  title: 'our credited checkout sessions are exactly those that the processor reports as paid',
};

/** Waits up to 10 s for the webhook of a recent payment. */
const RECONCILIATION_WINDOW = { rechecks: 20, pause: () => pause(500) };

/**
 * Runs check I7 against the processor's records, or skips it if they cannot be reached. A refused key is a finding,
 * because without it the check would be skipped for ever.
 */
export async function auditPayments(db: Db, settings: ProcessorSettings): Promise<Outcome> {
  const { stripeSecretKey: secretKey, stripeApiBase: apiBase, dataDir } = settings;
  const records = paymentRecords({ secretKey, apiBase, dataDir });
  if (records === undefined)
    return { check: processorCheck, findings: [], skipped: 'no payment processor is configured' };
  try {
    // Stripe of the live mode does not have these sessions. Production takes only live payments.
    const unpaid = settings.env === 'production' ? await creditedTestSessions(db) : [];
    const differences = await reconcilePayments(db, records, RECONCILIATION_WINDOW);
    const tests = unpaid.map((sessionId) => `session ${sessionId} is credited, and was not paid in the live mode`);
    const details = [...tests, ...differences];
    return { check: processorCheck, findings: details.map((detail) => ({ check: processorCheck.id, detail })) };
  } catch (error) {
    if (error instanceof ProcessorKeyRefused) {
      const detail = `the payments could not be compared: ${error.message}`;
      return { check: processorCheck, findings: [{ check: processorCheck.id, detail }] };
    }
    if (!(error instanceof Refusal && error.code === 'payment_processor_unavailable')) throw error;
    return { check: processorCheck, findings: [], skipped: 'the payment processor cannot be reached' };
  }
}
