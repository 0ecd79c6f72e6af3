import type { Mutant } from '../mutant';
import { accessMutants } from './access';
import { eventMutants } from './events';
import { ledgerMutants } from './ledger';
import { paymentMutants } from './payments';
import { requestMutants } from './requests';
import { settlementMutants } from './settlement';
import { tradeMutants } from './trades';
import { webhookMutants } from './webhooks';

/** The mutants by area, in the order of docs/proofs/mutants.md. */
export const mutantsByArea: Readonly<Record<string, readonly Mutant[]>> = {
  Access: accessMutants,
  'Requests and transactions': requestMutants,
  Ledger: ledgerMutants,
  'Market and trades': tradeMutants,
  Settlement: settlementMutants,
  Payments: paymentMutants,
  'Events and subscriptions': eventMutants,
  Webhooks: webhookMutants,
};

export const mutants: readonly Mutant[] = Object.values(mutantsByArea).flat();
