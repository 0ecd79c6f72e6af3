import { Refusal } from '../../domain/errors/errors';
import { firstOwned } from '../../domain/parties/binding';
import { actingHuman } from '../../domain/sessions/caller';
import { findPrincipal, findPrincipals, type PrincipalRow } from '../../database/repositories/principals';
import type { Db } from '../../database/transactions/statement';
import { walletBalance } from '../../ledger/ledger';
import type { QueryContext } from '../context';

export type { PrincipalRow };

/** A principal by id; operators may read any. @throws Refusal 404 `principal_not_found` */
export async function principal(db: Db, principalId: string): Promise<PrincipalRow> {
  const row = await findPrincipal(db, principalId);
  if (!row) throw new Refusal('principal_not_found');
  return row;
}

/**
 * The principal that the acting human owns; of several, the one that it provisioned or acted for first.
 * @throws Refusal 404 `principal_not_found`
 */
export async function actingPrincipal({ db, caller }: QueryContext): Promise<PrincipalRow> {
  const owned = firstOwned(actingHuman(caller).bindings);
  const row = owned && (await findPrincipal(db, owned.principalId));
  if (!row) throw new Refusal('principal_not_found', 'You own no principal yet. Provision one first.');
  return row;
}

/** The other principals that the acting human owns, oldest first. */
export async function otherPrincipals({ db, caller }: QueryContext): Promise<PrincipalRow[]> {
  const { bindings } = actingHuman(caller);
  const own = firstOwned(bindings);
  const owned = bindings.filter((binding) => binding.role === 'owner' && binding !== own);
  const others = owned.map((binding) => binding.principalId);
  const rows = new Map((await findPrincipals(db, others)).map((row) => [row.principalId, row]));
  return others.flatMap((principalId) => rows.get(principalId) ?? []);
}

/** Stamps in the wallet of the acting human; 0 for an unknown human. */
export async function wallet({ db, caller }: QueryContext): Promise<bigint> {
  const { humanId } = actingHuman(caller);
  return humanId === null ? 0n : walletBalance(db, humanId);
}
