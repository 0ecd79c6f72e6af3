import type { ActingBinding, ActingHuman, BindingRole } from '../sessions/caller';
import { Validator } from '../validator';
import { Refusal } from '../errors/errors';

/** A human with a role for a principal. */
export interface BoundHuman {
  readonly bindingId: string;
  readonly humanId: string;
  readonly role: BindingRole;
  /** When the human agreed to it. Null: never, because others can bind any human. */
  readonly acceptedAt: Date | null;
}

/** Maximum length of an acting header. */
const MAX_IDENTITY_LENGTH = 255;
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/** Checks that provider and subject fit into acting headers. @throws Refusal 400 `validation_failed` */
export function checkIdentity(provider: string, subject: string): void {
  const check = new Validator();
  for (const [pointer, value] of [
    ['/provider', provider],
    ['/subject', subject],
  ] as const) {
    if (check.text(pointer, value, { min: 1, max: MAX_IDENTITY_LENGTH })) {
      check.that(VISIBLE_ASCII.test(value), pointer, 'must be visible ASCII, because acting headers contain it');
    }
  }
  check.done();
}

/**
 * Checks the owner again under the lock of the bindings, and returns the owner's binding.
 *
 * Another request can remove an owner after this request was authorized.
 * @throws Refusal 403 `principal_access_denied`, `principal_owner_required`
 */
export function assertStillOwner(bound: readonly BoundHuman[], acting: Pick<ActingHuman, 'humanId'>): BoundHuman {
  const own = bound.find(({ humanId }) => humanId === acting.humanId);
  if (own === undefined) throw new Refusal('principal_access_denied');
  if (own.role !== 'owner') throw new Refusal('principal_owner_required');
  return own;
}

/** The binding of a human's own principal: of the accepted ones as owner, the first. @param bindings oldest first */
export function firstOwned<B extends Pick<ActingBinding, 'role' | 'acceptedAt'>>(
  bindings: readonly B[],
): B | undefined {
  const owned = bindings.filter(({ role, acceptedAt }) => role === 'owner' && acceptedAt !== null);
  return owned.sort((a, b) => Number(a.acceptedAt) - Number(b.acceptedAt))[0];
}

/**
 * Checks that a principal keeps an owner when a binding changes or is removed (`role` null).
 *
 * @throws Refusal 409 `binding_state_conflict`
 */
export function assertOwnerLeft(bound: readonly BoundHuman[], bindingId: string, role: BindingRole | null): void {
  if (role === 'owner') return;
  const owners = bound.filter((human) => human.role === 'owner');
  if (owners.length !== 1 || owners[0]?.bindingId !== bindingId) return;
  throw new Refusal('binding_state_conflict', undefined, { current_state: 'owner' });
}
