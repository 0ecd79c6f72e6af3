import { assertOwnerLeft, checkIdentity } from '../../domain/parties/binding';
import type { BindingRole } from '../../domain/sessions/caller';
import { assert, Refusal } from '../../domain/errors/errors';
import { idFromKeyOrUuid } from '../../domain/keys';
import {
  deleteBinding,
  findBindings,
  insertBinding,
  insertHuman,
  lockHuman,
  updateBindingRole,
  type BindingWithHuman,
} from '../../database/repositories/parties';
import type { MutationContext } from '../context';
import { lockBindings } from './owner';

export interface PutBindingInput {
  readonly provider: string;
  readonly subject: string;
  readonly role: BindingRole;
}

/**
 * Contract §6, bindings: binds a human to the principal, or gives a bound one another role. A human nobody has heard of
 * is made, and owns nothing else. Repeating it changes nothing.
 * @throws Refusal 400, 403, 409 `binding_state_conflict` for the last owner's downgrade
 */
export async function putBinding(
  acting: MutationContext,
  principalId: string,
  input: PutBindingInput,
): Promise<BindingWithHuman> {
  const { tx, services } = acting;
  const { provider, subject, role } = input;
  checkIdentity(provider, subject);
  const bound = await lockBindings(acting, principalId);
  const human = await lockHuman(tx, provider, subject);
  const humanId = human?.humanId ?? services.newId(tx.now);
  if (!human) await insertHuman(tx, { humanId, provider, subject, createdAt: tx.now });
  const before = bound.find((one) => one.humanId === humanId);
  if (!before) {
    const row = { bindingId: services.newId(tx.now), principalId, humanId, role, createdAt: tx.now };
    await insertBinding(tx, row);
    return { ...row, provider, subject };
  }
  assertOwnerLeft(bound, before.bindingId, role);
  if (before.role !== role) await updateBindingRole(tx, before.bindingId, role);
  const [after] = await findBindings(tx, [before.bindingId]);
  assert(after, 'a binding stays while its principal is locked');
  return after;
}

/**
 * Contract §6, bindings: what the human may do with the principal ends with the commit. Answers what was removed.
 * @throws Refusal 403, 404 `binding_not_found`, 409 `binding_state_conflict` for the last owner
 */
export async function removeBinding(
  acting: MutationContext,
  principalId: string,
  bindingKey: string,
): Promise<BindingWithHuman> {
  const bound = await lockBindings(acting, principalId);
  const bindingId = idFromKeyOrUuid('bnd', bindingKey);
  const found = bound.find((one) => one.bindingId === bindingId);
  const [row] = found ? await findBindings(acting.tx, [found.bindingId]) : [];
  if (!row) throw new Refusal('binding_not_found');
  assertOwnerLeft(bound, row.bindingId, null);
  await deleteBinding(acting.tx, row.bindingId);
  return row;
}
