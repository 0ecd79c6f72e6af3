import { Refusal } from '../../domain/errors/errors';
import { keyOf } from '../../domain/keys';
import { defaultAnchor, readDisplayName } from '../../domain/parties/principal-input';
import { actingHuman, type Caller } from '../../domain/sessions/caller';
import { walletBalance } from '../../ledger/ledger';
import { insertBinding, insertHuman, lockHuman, oldestOwned } from '../../database/repositories/parties';
import {
  findPrincipal,
  findPrincipals,
  insertPrincipal,
  type PrincipalRow,
} from '../../database/repositories/principals';
import type { MutationContext, QueryContext } from '../context';
import { issueCredential, type IssuedCredential } from './credential';

export interface Provisioned {
  readonly principal: PrincipalRow;
  /** null where the human had a principal already: its secret was told to whoever asked first. */
  readonly credential: IssuedCredential | null;
}

/** Contract §2: a principal for a human who owns none yet, with its owner's binding and a first credential. */
export async function provisionPrincipal(acting: MutationContext, displayName: string): Promise<Provisioned> {
  const { tx, services } = acting;
  const { provider, subject } = actingHuman(acting.caller);
  const name = readDisplayName(displayName);
  const human = await lockHuman(tx, provider, subject);
  const owned = human && (await oldestOwned(tx, human.humanId));
  const existing = owned === undefined ? undefined : await findPrincipal(tx, owned);
  if (existing) return { principal: existing, credential: null };
  const humanId = human?.humanId ?? services.newId(tx.now);
  if (!human) await insertHuman(tx, { humanId, provider, subject, createdAt: tx.now });
  const principal: PrincipalRow = {
    principalId: services.newId(tx.now),
    displayName: name,
    ...defaultAnchor,
    createdAt: tx.now,
  };
  await insertPrincipal(tx, principal);
  const bindingId = services.newId(tx.now);
  await insertBinding(tx, { bindingId, principalId: principal.principalId, humanId, role: 'owner', createdAt: tx.now });
  return { principal, credential: await issueCredential(acting, principal.principalId) };
}

/** Specification, Resolve the acting principal: the one the human controls; the oldest where it owns several. */
export async function actingPrincipal({ db, caller }: QueryContext): Promise<PrincipalRow> {
  const { bindings } = actingHuman(caller);
  const owned = bindings.find((binding) => binding.role === 'owner');
  const row = owned && (await findPrincipal(db, owned.principalId));
  if (!row) throw new Refusal('principal_not_found', 'The human controls no principal yet: provision one.');
  return row;
}

/** The other principals the human owns, oldest first; most humans have none. */
export async function otherPrincipals({ db, caller }: QueryContext): Promise<PrincipalRow[]> {
  const owned = actingHuman(caller).bindings.filter((binding) => binding.role === 'owner');
  const others = owned.slice(1).map((binding) => binding.principalId);
  const rows = new Map((await findPrincipals(db, others)).map((row) => [row.principalId, row]));
  return others.flatMap((principalId) => rows.get(principalId) ?? []);
}

/** Stamps in the acting human's wallet; an unknown human has none. */
export async function wallet({ db, caller }: QueryContext): Promise<bigint> {
  const { humanId } = actingHuman(caller);
  return humanId === null ? 0n : walletBalance(db, humanId);
}

/** The key of the acting human, for those who must name it. @throws Refusal 404 for one nobody provisioned */
export function humanOf(caller: Caller): { readonly humanId: string; readonly humanKey: string } {
  const { humanId } = actingHuman(caller);
  if (humanId === null) throw new Refusal('principal_not_found', 'The human is not known yet: provision a principal.');
  return { humanId, humanKey: keyOf('hum', humanId) };
}
