import { Any } from 'typeorm';
import { BindingRow, HumanRow } from '../entities/party';
import { repository } from '../entities/repository';
import type { BindingRole } from '../../domain/sessions/caller';
import type { Tx } from '../transactions/database';
import type { Db } from '../transactions/statement';

/** Humans, and the bindings of humans to principals. */

/** A binding with the identity of its human. */
export type BindingWithHuman = Omit<BindingRow, 'human'> & Pick<HumanRow, 'provider' | 'subject'>;

/** Locks the human, so that concurrent requests create its objects once. */
export async function lockHuman(tx: Tx, provider: string, subject: string): Promise<HumanRow | undefined> {
  const humans = repository(tx, HumanRow);
  return (await humans.findOne({ where: { provider, subject }, lock: { mode: 'for_no_key_update' } })) ?? undefined;
}

/** Finds a human without a lock. */
export async function findHuman(db: Db, provider: string, subject: string): Promise<HumanRow | undefined> {
  return (await repository(db, HumanRow).findOneBy({ provider, subject })) ?? undefined;
}

/** Inserts a human. If two transactions do so at once, `human_identity` refuses one, which then runs again. */
export async function insertHuman(tx: Tx, row: Omit<HumanRow, 'closedAt' | 'provisioned'>): Promise<void> {
  await repository(tx, HumanRow).insert(row);
}

export async function insertBinding(tx: Tx, row: BindingRow): Promise<void> {
  await repository(tx, BindingRow).insert(row);
}

export async function findBindings(db: Db, bindingIds: readonly string[]): Promise<BindingWithHuman[]> {
  const rows = await repository(db, BindingRow).find({
    where: { bindingId: Any([...bindingIds]) },
    relations: { human: true },
  });
  return rows.flatMap(({ human, ...row }) =>
    human ? [{ ...row, provider: human.provider, subject: human.subject }] : [],
  );
}

/** All bindings of a principal. Callers hold the principal's lock, as every change of bindings does. */
export async function allBindingsOf(tx: Tx, principalId: string): Promise<BindingRow[]> {
  return repository(tx, BindingRow).find({ where: { principalId }, order: { bindingId: 'ASC' } });
}

/** The bindings of a human, oldest first. */
export async function bindingsOfHuman(db: Db, humanId: string): Promise<BindingRow[]> {
  return repository(db, BindingRow).find({ where: { humanId }, order: { bindingId: 'ASC' } });
}

/** The bindings of a human, which nothing changes until the end of the transaction. */
export async function lockBindingsOfHuman(tx: Tx, humanId: string): Promise<BindingRow[]> {
  const where = { humanId };
  return repository(tx, BindingRow).find({ where, order: { bindingId: 'ASC' }, lock: { mode: 'pessimistic_read' } });
}

export async function updateBindingRole(tx: Tx, bindingId: string, role: BindingRole): Promise<void> {
  await repository(tx, BindingRow).update({ bindingId }, { role });
}

export async function acceptBinding(tx: Tx, bindingId: string, acceptedAt: Date): Promise<void> {
  await repository(tx, BindingRow).update({ bindingId }, { acceptedAt });
}

export async function deleteBinding(tx: Tx, bindingId: string): Promise<void> {
  await repository(tx, BindingRow).delete({ bindingId });
}
