import { Refusal } from '../../domain/errors/errors';
import { keyOf } from '../../domain/keys';
import { firstOwned } from '../../domain/parties/binding';
import { defaultAnchor, readDisplayName } from '../../domain/parties/principal-input';
import { quotasOf } from '../../domain/parties/quotas';
import { actingHuman, type Caller } from '../../domain/sessions/caller';
import { bindingsOfHuman, insertBinding, insertHuman, lockHuman } from '../../database/repositories/parties';
import { findPrincipal, insertPrincipal, type PrincipalRow } from '../../database/repositories/principals';
import type { MutationContext } from '../context';
import { recordAuthority } from './authority';
import { chargePrincipal } from './quota';
import { issueCredential, type IssuedCredential } from './credential';

export interface Provisioned {
  readonly principal: PrincipalRow;
  /** Null if the human had a principal: the secret was shown when it was created. */
  readonly credential: IssuedCredential | null;
}

/**
 * Creates a principal for a human who owns none, with the owner's binding and a first credential.
 * A principal of others that only named the human as an owner does not count.
 */
export async function provisionPrincipal(context: MutationContext, displayName: string): Promise<Provisioned> {
  const { tx, services } = context;
  const { provider, subject } = actingHuman(context.caller);
  const name = readDisplayName(displayName);
  const human = await lockHuman(tx, provider, subject);
  const owned = human && firstOwned(await bindingsOfHuman(tx, human.humanId));
  const existing = owned && (await findPrincipal(tx, owned.principalId));
  if (existing) return { principal: existing, credential: null };
  const humanId = human?.humanId ?? services.newId(tx.now);
  if (!human) await insertHuman(tx, { humanId, provider, subject, createdAt: tx.now });
  await chargePrincipal(context, humanId);
  const principal: PrincipalRow = {
    principalId: services.newId(tx.now),
    displayName: name,
    ...defaultAnchor,
    ...quotasOf(services.settings),
    createdAt: tx.now,
  };
  await insertPrincipal(tx, principal);
  const bindingId = services.newId(tx.now);
  const { principalId } = principal;
  await insertBinding(tx, { bindingId, principalId, humanId, role: 'owner', createdAt: tx.now, acceptedAt: tx.now });
  recordAuthority(context, 'principal_provisioned', { object: 'anchor', id: principal.principalId });
  recordAuthority(context, 'binding_added', { object: 'binding', id: bindingId });
  return { principal, credential: await issueCredential(context, principal.principalId) };
}

/** The id and key of the acting human. @throws Refusal 404 for an unknown human */
export function humanOf(caller: Caller): { readonly humanId: string; readonly humanKey: string } {
  const { humanId } = actingHuman(caller);
  if (humanId === null) throw new Refusal('principal_not_found', 'The human is unknown. Provision a principal first.');
  return { humanId, humanKey: keyOf('hum', humanId) };
}
