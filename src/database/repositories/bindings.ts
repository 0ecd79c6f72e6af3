import type { BoundHuman } from '../../domain/parties/binding';
import type { BindingRole } from '../../domain/sessions/caller';
import { decodeAll } from '../sql/codec';
import type { Tx } from '../transactions/database';

/** Everyone who looks after a principal; read under the principal's lock, which whoever changes bindings holds. */
export async function boundTo(tx: Tx, principalId: string): Promise<BoundHuman[]> {
  const rows = await tx.query<object>({
    name: 'bound_to',
    text: 'SELECT binding_id, human_id, role FROM binding WHERE principal_id = $1 ORDER BY binding_id',
    values: [principalId],
  });
  return decodeAll<BoundHuman>(rows);
}

export async function updateBindingRole(tx: Tx, bindingId: string, role: BindingRole): Promise<void> {
  await tx.query({
    name: 'binding_role',
    text: 'UPDATE binding SET role = $2 WHERE binding_id = $1',
    values: [bindingId, role],
  });
}

export async function deleteBinding(tx: Tx, bindingId: string): Promise<void> {
  await tx.query({ name: 'binding_delete', text: 'DELETE FROM binding WHERE binding_id = $1', values: [bindingId] });
}
