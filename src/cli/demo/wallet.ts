import type { DemoParty } from './party';
import { stamps, type Printer } from './printer';

async function move(party: DemoParty, step: string, field: string, amountStamps: number): Promise<void> {
  await party.mutateAsOwner(step, field, { principalKey: party.principalKey, amountStamps }, 'transferKey');
}

/** From the owner's wallet to the principal's tickets. */
export async function fund(party: DemoParty, amount: number, stage: Printer): Promise<void> {
  await move(party, 'fund', 'fundPrincipal', amount);
  stage.line(party.owner.name, `moves ${stamps(amount)} from the wallet to ${party.name}`);
}

/** The other way. */
export async function withdrawToWallet(party: DemoParty, amount: number, stage: Printer): Promise<void> {
  await move(party, 'take-home', 'returnFunds', amount);
  stage.line(party.owner.name, `moves ${stamps(amount)} of what ${party.name} has back to the wallet`);
}
