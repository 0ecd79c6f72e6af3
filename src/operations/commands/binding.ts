import { assertOwnerLeft, checkIdentity } from '../../domain/parties/binding';
import type { BindingRole } from '../../domain/sessions/caller';
import { assert, Refusal } from '../../domain/errors/errors';
import { idFromKeyOrUuid } from '../../domain/keys';
import {
  deleteBinding,
  findBindings,
  findHuman,
  insertBinding,
  insertHuman,
  lockHuman,
  updateBindingRole,
  type BindingWithHuman,
} from '../../database/repositories/parties';
import type { MutationContext, Tx } from '../context';
import { recordAuthority } from './authority';
import { disconnectHuman } from './oauth-connection';
import { lockAsOwner } from './owner';
import { lockAndAssertCanAddBinding, chargeDaily } from './quota';

export interface PutBindingInput {
  readonly provider: string;
  readonly subject: string;
  readonly role: BindingRole;
}

/**
 * Binds a human to the principal, or changes the role of a bound human. An unknown human is created.
 *
 * The human has not agreed yet. So until it acts as an owner, the binding changes nothing for its own principals.
 * @throws Refusal 400, 403, 409 `binding_state_conflict` for a downgrade of the last owner
 */
export async function putBinding(
  context: MutationContext,
  principalId: string,
  input: PutBindingInput,
): Promise<BindingWithHuman> {
  const { tx, services } = context;
  const { provider, subject, role } = input;
  checkIdentity(provider, subject);
  if (role !== 'owner') await disconnectAccount(tx, input, principalId);
  const bound = await lockAsOwner(context, principalId);
  const human = await lockHuman(tx, provider, subject);
  const humanId = human?.humanId ?? services.newId(tx.now);
  if (!human) await insertHuman(tx, { humanId, provider, subject, createdAt: tx.now });
  const before = bound.find((binding) => binding.humanId === humanId);
  if (!before) {
    await chargeDaily(context, principalId, 'changesPerDay');
    await lockAndAssertCanAddBinding(context, principalId, bound.length);
    const row = { bindingId: services.newId(tx.now), principalId, humanId, role, createdAt: tx.now, acceptedAt: null };
    await insertBinding(tx, row);
    recordAuthority(context, 'binding_added', { object: 'binding', id: row.bindingId });
    return { ...row, provider, subject };
  }
  assertOwnerLeft(bound, before.bindingId, role);
  if (before.role !== role) {
    await chargeDaily(context, principalId, 'changesPerDay');
    await updateBindingRole(tx, before.bindingId, role);
    // One may have been connected meanwhile.
    if (role !== 'owner') await disconnectHuman(tx, humanId, principalId);
    recordAuthority(context, 'binding_changed', { object: 'binding', id: before.bindingId });
  }
  const [after] = await findBindings(tx, [before.bindingId]);
  assert(after, 'a binding exists while its principal is locked');
  return after;
}

/** Before the lock of the principal, as every revocation. */
async function disconnectAccount(
  tx: Tx,
  { provider, subject }: Pick<PutBindingInput, 'provider' | 'subject'>,
  principalId: string,
): Promise<void> {
  const human = await findHuman(tx, provider, subject);
  if (human) await disconnectHuman(tx, human.humanId, principalId);
}

/**
 * Removes a binding and returns it. The human loses the access with the commit.
 * @throws Refusal 403, 404 `binding_not_found`, 409 `binding_state_conflict` for the last owner
 */
export async function removeBinding(
  context: MutationContext,
  principalId: string,
  bindingKey: string,
): Promise<BindingWithHuman> {
  const bindingId = idFromKeyOrUuid('bnd', bindingKey);
  const [human] = bindingId === undefined ? [] : await findBindings(context.tx, [bindingId]);
  // Before the lock of the principal, as every revocation.
  if (human?.principalId === principalId) await disconnectHuman(context.tx, human.humanId, principalId);
  const bound = await lockAsOwner(context, principalId);
  const existing = bound.find((binding) => binding.bindingId === bindingId);
  const [row] = existing ? await findBindings(context.tx, [existing.bindingId]) : [];
  if (!row) throw new Refusal('binding_not_found');
  assertOwnerLeft(bound, row.bindingId, null);
  await deleteBinding(context.tx, row.bindingId);
  // One may have been connected meanwhile.
  await disconnectHuman(context.tx, row.humanId, principalId);
  recordAuthority(context, 'binding_removed', { object: 'binding', id: row.bindingId, principalId });
  return row;
}
