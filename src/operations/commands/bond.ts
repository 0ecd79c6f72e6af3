import { decideReleaseBond, decideReserveBond } from '../../domain/parties/bond';
import { Refusal } from '../../domain/errors/errors';
import type { PrincipalFacts } from '../../domain/parties/principal';
import { apply, load } from '../../database/repositories/facts';
import { momentOf, type Acting } from '../context';

type Decide = typeof decideReserveBond;

/** Specification, Reserve bond: tickets to bond-available, ahead of any trade. */
export async function reserveBond(acting: Acting, principalId: string, amountStamps: bigint): Promise<void> {
  return move(acting, principalId, amountStamps, decideReserveBond);
}

/** Specification, Release bond: bond-available to tickets; never what an open trade reserved. */
export async function releaseBond(acting: Acting, principalId: string, amountStamps: bigint): Promise<void> {
  return move(acting, principalId, amountStamps, decideReleaseBond);
}

async function move(acting: Acting, principalId: string, amountStamps: bigint, decide: Decide): Promise<void> {
  const { tx, requestKey } = acting;
  const facts = await load(tx, { lock: 'update', principal_ids: [principalId] });
  const principal: PrincipalFacts | undefined = facts?.principals[0];
  if (!principal) throw new Refusal('principal_not_found');
  await apply(tx, decide(principal, { amountStamps, requestKey }, momentOf(acting)));
}
