import { assertStillOwner, type BoundHuman } from '../../domain/parties/binding';
import { actingHuman } from '../../domain/sessions/caller';
import { allBindingsOf } from '../../database/repositories/parties';
import { lockPrincipal } from '../../database/repositories/principals';
import type { MutationContext } from '../context';

/** The principal's bindings under its lock; the acting human owns it still. @throws Refusal 403 */
export async function lockBindings({ tx, caller }: MutationContext, principalId: string): Promise<BoundHuman[]> {
  await lockPrincipal(tx, principalId);
  const bound = await allBindingsOf(tx, principalId);
  assertStillOwner(bound, actingHuman(caller));
  return bound;
}

/**
 * What is an owner's to do needs the binding to the last moment, where a human does it: an owner who was removed while the
 * request was on its way (it may have waited seconds, for a name server) gets no pair and no key that would outlast the
 * binding, and points no webhook anywhere. After the credentials' locks, which requests hold while they wait for
 * principals; before agents'. @throws Refusal 403
 */
export async function lockOwnerBinding(acting: MutationContext, principalId: string): Promise<void> {
  if (acting.caller.kind === 'console') await lockBindings(acting, principalId);
}
