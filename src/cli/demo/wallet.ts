import type { Party } from './party';
import { stamps, type Stage } from './printer';

async function move(party: Party, step: string, field: string, amountStamps: number): Promise<void> {
  await party.mutateAsOwner(step, field, { principalKey: party.principalKey, amountStamps }, 'transferKey');
}

/** From the owner's wallet to the principal's tickets. */
export async function fund(party: Party, amount: number, stage: Stage): Promise<void> {
  await move(party, 'fund', 'fundPrincipal', amount);
  stage.said(party.owner.name, `moves ${stamps(amount)} from the wallet to ${party.name}`);
}

/** The other way. */
export async function takeHome(party: Party, amount: number, stage: Stage): Promise<void> {
  await move(party, 'take-home', 'returnFunds', amount);
  stage.said(party.owner.name, `moves ${stamps(amount)} of what ${party.name} has back to the wallet`);
}
