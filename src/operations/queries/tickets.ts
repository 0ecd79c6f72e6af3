import { Refusal } from '../../domain/errors/errors';
import { type Caller, viewerAmong } from '../../domain/sessions/caller';
import { isIdText } from '../../domain/validator';
import { findPurchase, type StoredPurchase } from '../../database/repositories/purchases';
import type { QueryContext } from '../context';

export type { StoredPurchase };

/** A purchase, for its beneficiary, the owners of its principal, and operators. @throws Refusal 404 for all others */
export async function ticketPurchase({ db, caller }: QueryContext, sessionId: string): Promise<StoredPurchase> {
  const row = isIdText(sessionId) ? await findPurchase(db, sessionId) : undefined;
  if (!row || !maySeePurchase(caller, row)) throw new Refusal('checkout_session_not_found');
  return row;
}

/** Whether the caller may see a purchase. */
export function maySeePurchase(caller: Caller, { principalId, humanId }: StoredPurchase): boolean {
  if (caller.kind === 'operator') return true;
  if (principalId !== null) return viewerAmong(caller, [principalId]) !== undefined;
  return caller.kind === 'console' && humanId !== null && caller.human?.humanId === humanId;
}
