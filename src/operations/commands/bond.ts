import { decideReleaseBond, decideReserveBond } from '../../domain/parties/bond';
import { Refusal } from '../../domain/errors/errors';
import type { PrincipalData } from '../../domain/parties/principal';
import { applyEffects, loadDecisionData } from '../../database/repositories/decisions';
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
  const data = await loadDecisionData(tx, { lock: 'update', principal_ids: [principalId] });
  const principal: PrincipalData | undefined = data?.principals[0];
  if (!principal) throw new Refusal('principal_not_found');
  await applyEffects(tx, decide(principal, { amountStamps, requestKey }, decisionContext(context)));
}
