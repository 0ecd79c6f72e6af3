import { decideReleaseBond, decideReserveBond } from '../../domain/parties/bond';
import { Refusal } from '../../domain/errors/errors';
import type { PrincipalFacts } from '../../domain/parties/principal';
import { applyEffects, loadFacts } from '../../database/repositories/facts';
import { decisionContext, type MutationContext } from '../context';

type Decide = typeof decideReserveBond;

/** Specification, Reserve bond: tickets to bond-available, ahead of any trade. */
export async function reserveBond(acting: MutationContext, principalId: string, amountStamps: bigint): Promise<void> {
  return move(acting, principalId, amountStamps, decideReserveBond);
}

/** Specification, Release bond: bond-available to tickets; never what an open trade reserved. */
export async function releaseBond(acting: MutationContext, principalId: string, amountStamps: bigint): Promise<void> {
  return move(acting, principalId, amountStamps, decideReleaseBond);
}

async function move(acting: MutationContext, principalId: string, amountStamps: bigint, decide: Decide): Promise<void> {
  const { tx, requestKey } = acting;
  const facts = await loadFacts(tx, { lock: 'update', principal_ids: [principalId] });
  const principal: PrincipalFacts | undefined = facts?.principals[0];
  if (!principal) throw new Refusal('principal_not_found');
  await applyEffects(tx, decide(principal, { amountStamps, requestKey }, decisionContext(acting)));
}
