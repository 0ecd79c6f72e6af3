import { decideReleaseBond, decideReserveBond } from '../../domain/parties/bond';
import { Refusal } from '../../domain/errors/errors';
import type { PrincipalFacts } from '../../domain/parties/principal';
import { applyEffects, loadFacts } from '../../database/repositories/facts';
import { decisionContext, type MutationContext } from '../context';

type Decide = typeof decideReserveBond;

/** Moves tickets to the available bond, before any trade. */
export async function reserveBond(context: MutationContext, principalId: string, amountStamps: bigint): Promise<void> {
  return move(context, principalId, amountStamps, decideReserveBond);
}

/** Moves available bond to tickets. Bond that open trades have reserved stays. */
export async function releaseBond(context: MutationContext, principalId: string, amountStamps: bigint): Promise<void> {
  return move(context, principalId, amountStamps, decideReleaseBond);
}

async function move(
  context: MutationContext,
  principalId: string,
  amountStamps: bigint,
  decide: Decide,
): Promise<void> {
  const { tx, requestKey } = context;
  const facts = await loadFacts(tx, { lock: 'update', principal_ids: [principalId] });
  const principal: PrincipalFacts | undefined = facts?.principals[0];
  if (!principal) throw new Refusal('principal_not_found');
  await applyEffects(tx, decide(principal, { amountStamps, requestKey }, decisionContext(context)));
}
