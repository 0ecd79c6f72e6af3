import { assertStillOwner, type BoundHuman } from '../../domain/parties/binding';
import { actingHuman } from '../../domain/sessions/caller';
import { acceptBinding, allBindingsOf } from '../../database/repositories/parties';
import { lockPrincipal } from '../../database/repositories/principals';
import type { MutationContext } from '../context';

/** Locks a principal and returns its bindings. @throws Refusal 403 if the acting human no longer owns it */
export async function lockAsOwner(context: MutationContext, principalId: string): Promise<BoundHuman[]> {
  await lockPrincipal(context.tx, principalId);
  return acceptAsOwner(context, principalId);
}

/**
 * Returns the bindings of a locked principal, of which the acting human is an owner. The act accepts the human's binding.
 * @throws Refusal 403 if the acting human no longer owns the principal
 */
export async function acceptAsOwner(
  { tx, caller }: Pick<MutationContext, 'tx' | 'caller'>,
  principalId: string,
): Promise<BoundHuman[]> {
  const bound = await allBindingsOf(tx, principalId);
  const { bindingId, acceptedAt } = assertStillOwner(bound, actingHuman(caller));
  if (acceptedAt === null) await acceptBinding(tx, bindingId, tx.now);
  return bound;
}

/**
 * Checks under the principal's lock that an acting human still owns it. A credential needs no lock: its own is held.
 *
 * A request may wait for seconds, for example for a name server. An owner removed meanwhile must get no credential and no
 * key. Lock order: credentials, then this, then agents. @throws Refusal 403
 */
export async function lockForConsole(context: MutationContext, principalId: string): Promise<void> {
  if (context.caller.kind === 'console') await lockAsOwner(context, principalId);
}
