import type { Caller } from '../../domain/sessions/caller';
import { Validator } from '../../domain/validator';
import { assert, invalid } from '../../domain/errors/errors';
import { keyOf } from '../../domain/keys';
import { openPurchase, packOf, type Beneficiary } from '../../domain/tickets/packs';
import { checkReturnUrl } from '../../domain/tickets/return-url';
import { findPurchase, insertPurchase, lockSession, type StoredPurchase } from '../../database/repositories/purchases';
import type { MutationContext } from '../context';
import { holdCredential } from './credential';
import { humanOf } from './party';
import { applyUnmatchedPayments } from './payment';
import type { CheckoutReference } from '../ports';

export interface PurchaseTicketsInput {
  readonly pack: string;
  readonly successUrl?: string | null | undefined;
  readonly cancelUrl?: string | null | undefined;
}

/** Whom a purchase credits: a principal the caller may act for, or the acting human's wallet. */
export type PurchaseTarget = { readonly principalId: string } | 'wallet';

/**
 * Makes a checkout session and its purchase; grants nothing (specification, Tickets). The processor is called while
 * nothing but the idempotency key is locked: the credential is held afterwards, and one that was revoked in the
 * meantime has bought nothing.
 */
export async function purchaseTickets(
  acting: MutationContext,
  target: PurchaseTarget,
  input: PurchaseTicketsInput,
): Promise<StoredPurchase> {
  const { tx, services, requestKey } = acting;
  const pack = packOf(input.pack);
  if (!pack) throw invalid([{ pointer: '/pack', detail: 'is no self-serve pack' }]);
  checkUrls(input, services.settings.env === 'production');
  const { beneficiary, reference } = creditedTo(target, acting.caller);
  const session = await services.checkout.createSession({
    idempotencyKey: requestKey,
    pack: pack.pack,
    ticketsStamps: pack.ticketsStamps,
    priceMinor: pack.priceMinor,
    currency: pack.currency,
    reference,
    successUrl: input.successUrl ?? null,
    cancelUrl: input.cancelUrl ?? null,
  });
  await holdCredential(acting);
  await lockSession(tx, session.sessionId);
  const opened = openPurchase(session, pack, beneficiary, tx.now);
  const purchase: StoredPurchase = { ...opened, checkoutUrl: session.url };
  if (await insertPurchase(tx, purchase)) return applyUnmatchedPayments(acting, purchase);
  // The processor remembers our key longer than we do: the session has had its purchase since the first time.
  const known = await findPurchase(tx, session.sessionId);
  assert(known && isCreditedTo(known, beneficiary), 'a checkout session credits whom it was made for');
  return known;
}

function checkUrls({ successUrl, cancelUrl }: PurchaseTicketsInput, production: boolean): void {
  const check = new Validator();
  checkReturnUrl(check, '/success_url', successUrl, { production });
  checkReturnUrl(check, '/cancel_url', cancelUrl, { production });
  check.done();
}

function creditedTo(
  target: PurchaseTarget,
  caller: Caller,
): { readonly beneficiary: Beneficiary; readonly reference: CheckoutReference } {
  if (target === 'wallet') {
    const { humanId, humanKey } = humanOf(caller);
    return { beneficiary: { humanId }, reference: { purchaseFor: 'wallet', humanKey } };
  }
  const { principalId } = target;
  const reference = { purchaseFor: 'principal', principalKey: keyOf('prn', principalId) } as const;
  return { beneficiary: { principalId }, reference };
}

function isCreditedTo(purchase: StoredPurchase, beneficiary: Beneficiary): boolean {
  return 'principalId' in beneficiary
    ? purchase.principalId === beneficiary.principalId
    : purchase.humanId === beneficiary.humanId;
}
