import { Refusal } from '../domain/errors/errors';
import { idOf } from '../domain/keys';
import { findPrincipal } from '../database/repositories/principals';
import type { StoredPurchase } from '../database/repositories/purchases';
import { purchaseTickets } from '../operations/commands/ticket';
import type { MutationContext } from '../operations/context';
import type { GrantTicketsInput } from '../operations/sandbox';

/**
 * Grants a pack of tickets: a purchase through the Stripe mock, which pays itself.
 *
 * So the ledger has its usual journal, and the audit finds the purchase of each ticket.
 */
export async function grantTickets(context: MutationContext, input: GrantTicketsInput): Promise<StoredPurchase> {
  const principalId = idOf('prn', input.principalKey);
  const isPresent = principalId !== undefined && (await findPrincipal(context.tx, principalId)) !== undefined;
  if (!isPresent) throw new Refusal('principal_not_found');
  return purchaseTickets(context, { principalId }, { pack: input.pack });
}
