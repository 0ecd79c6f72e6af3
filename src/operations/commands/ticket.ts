import type { Caller } from '../../domain/sessions/caller';
import { Validator } from '../../domain/validator';
import { assert, invalidMember } from '../../domain/errors/errors';
import { keyOf } from '../../domain/keys';
import { openPurchase, packOf, type Beneficiary } from '../../domain/tickets/packs';
import { checkReturnUrl } from '../../domain/tickets/return-url';
import {
  findPurchase,
  insertPurchase,
  lockCheckoutSession,
  type StoredPurchase,
} from '../../database/repositories/purchases';
import type { MutationContext } from '../context';
import { lockRequestCredential } from './credential';
import { humanOf } from './party';
import { applyUnmatchedPayments } from './payment';
import { checkDaily, chargeDaily } from './quota';
import type { CheckoutReference } from '../ports';

export interface PurchaseTicketsInput {
  readonly pack: string;
  readonly successUrl?: string | null | undefined;
  readonly cancelUrl?: string | null | undefined;
}

/** The beneficiary of a purchase: a principal, or the wallet of the acting human. */
export type PurchaseTarget = { readonly principalId: string } | 'wallet';

/**
 * Creates a checkout session and its purchase. It grants no tickets.
 *
 * During the call of the processor only the idempotency key is locked. The credential is locked afterwards, so a credential
 * revoked meanwhile has bought nothing.
 */
export async function purchaseTickets(
  context: MutationContext,
  target: PurchaseTarget,
  input: PurchaseTicketsInput,
): Promise<StoredPurchase> {
  const { tx, services, requestKey } = context;
  const pack = packOf(input.pack);
  if (!pack) throw invalidMember('/pack', 'is not a self-serve pack');
  checkUrls(input, services.settings.env === 'production');
  const { beneficiary, reference } = creditedTo(target, context.caller);
  if (target !== 'wallet') await checkDaily(context, target.principalId, 'changesPerDay');
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
  await lockRequestCredential(context);
  if (target !== 'wallet') await chargeDaily(context, target.principalId, 'changesPerDay');
  await lockCheckoutSession(tx, session.sessionId);
  const opened = openPurchase(session, pack, beneficiary, tx.now);
  const purchase: StoredPurchase = { ...opened, checkoutUrl: session.url };
  if (await insertPurchase(tx, purchase)) return applyUnmatchedPayments(context, purchase);
  // The processor keeps idempotency keys longer than the service. So a repeated key finds its earlier purchase.
  const stored = await findPurchase(tx, session.sessionId);
  assert(stored && isCreditedTo(stored, beneficiary), 'a checkout session keeps its beneficiary');
  return stored;
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
