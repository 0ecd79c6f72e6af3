import type { ActingHuman, BindingRole } from '../sessions/caller';
import { Validator } from '../validator';
import { Refusal } from '../errors/errors';

/** Who looks after a principal: putting and removing bindings (contract §§2, 6). */

/** A human of a principal, as decisions need it. */
export interface BoundHuman {
  readonly bindingId: string;
  readonly humanId: string;
  readonly role: BindingRole;
}

/** Longest text of an acting header (contract §2). */
const IDENTITY_MAX = 255;
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/** Throws 400 `validation_failed` unless both could be sent as acting headers: visible ASCII, 1 to 255 characters. */
export function checkIdentity(provider: string, subject: string): void {
  const check = new Validator();
  for (const [pointer, value] of [
    ['/provider', provider],
    ['/subject', subject],
  ] as const) {
    if (check.text(pointer, value, { min: 1, max: IDENTITY_MAX })) {
      check.that(VISIBLE_ASCII.test(value), pointer, 'must be visible ASCII, as the acting headers are');
    }
  }
  check.done();
}

/**
 * The acting human as the principal's bindings say it now, under their lock: an owner who was removed while the request
 * was on its way changes nothing any more.
 * @throws Refusal 403 `principal_access_denied`, `principal_owner_required`
 */
export function assertStillOwner(bound: readonly BoundHuman[], acting: Pick<ActingHuman, 'humanId'>): void {
  const role = bound.find((one) => one.humanId === acting.humanId)?.role;
  if (role === undefined) throw new Refusal('principal_access_denied');
  if (role !== 'owner') throw new Refusal('principal_owner_required');
}

/**
 * Whether a binding may get this role, or go (`role` null). The last owner stays, also where it is the one who asks.
 * @throws Refusal 409 `binding_state_conflict`
 */
export function assertOwnerLeft(bound: readonly BoundHuman[], bindingId: string, role: BindingRole | null): void {
  if (role === 'owner') return;
  const owners = bound.filter((one) => one.role === 'owner');
  if (owners.length !== 1 || owners[0]?.bindingId !== bindingId) return;
  throw new Refusal('binding_state_conflict', undefined, { current_state: 'owner' });
}
