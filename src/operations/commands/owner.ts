import { assertStillOwner, type BoundHuman } from '../../domain/parties/binding';
import { actingHuman } from '../../domain/sessions/caller';
import { allBindingsOf } from '../../database/repositories/parties';
import { lockPrincipal } from '../../database/repositories/principals';
import type { MutationContext } from '../context';

/** Locks a principal and returns its bindings. @throws Refusal 403 if the acting human no longer owns it */
export async function lockBindings({ tx, caller }: MutationContext, principalId: string): Promise<BoundHuman[]> {
  await lockPrincipal(tx, principalId);
  const bound = await allBindingsOf(tx, principalId);
  assertStillOwner(bound, actingHuman(caller));
  return bound;
}

/**
 * Checks under the principal's lock that an acting human still owns it.
 *
 * A request may wait for seconds, for example for a name server. An owner removed meanwhile must get no credential and no
 * key. Lock order: credentials, then this, then agents. @throws Refusal 403
 */
export async function lockOwnerBinding(context: MutationContext, principalId: string): Promise<void> {
  if (context.caller.kind === 'console') await lockBindings(context, principalId);
}
