import { actingHuman } from '../../domain/sessions/caller';
import { Refusal } from '../../domain/errors/errors';
import { keyOf } from '../../domain/keys';
import type { PrincipalData } from '../../domain/parties/principal';
import { decideFund, decideReturn, type FundsDecision, type WalletData } from '../../domain/parties/wallet';
import { walletBalance } from '../../ledger/ledger';
import { applyEffects, loadDecisionData } from '../../database/repositories/decisions';
import { lockHuman } from '../../database/repositories/parties';
import { decisionContext, type MutationContext } from '../context';
import { acceptAsOwner } from './owner';

export interface MovedFunds {
  /** The `xfr_…` key of the journal that moved the funds. */
  readonly transferKey: string;
  readonly walletBalanceStamps: bigint;
}

/** Moves stamps from the acting human's wallet to the tickets of the principal. */
export async function fundPrincipal(
  context: MutationContext,
  principalId: string,
  amountStamps: bigint,
): Promise<MovedFunds> {
  const { principal, wallet } = await loadFunds(context, principalId);
  const input = { amountStamps, requestKey: context.requestKey };
  return applyMovement(context, decideFund(wallet, principal, input, decisionContext(context)));
}

/** Moves tickets of the principal to the acting human's wallet. Bond and escrow stay. */
export async function returnFunds(
  context: MutationContext,
  principalId: string,
  amountStamps: bigint,
): Promise<MovedFunds> {
  const { principal, wallet } = await loadFunds(context, principalId);
  const input = { amountStamps, requestKey: context.requestKey };
  return applyMovement(context, decideReturn(principal, wallet, input, decisionContext(context)));
}

/** Locks the principal, then the human: the lock order of `load_decision_data`. */
async function loadFunds(
  { tx, caller }: MutationContext,
  principalId: string,
): Promise<{ readonly principal: PrincipalData; readonly wallet: WalletData }> {
  const data = await loadDecisionData(tx, { lock: 'update', principal_ids: [principalId] });
  const principal = data?.principals[0];
  if (!principal) throw new Refusal('principal_not_found');
  const { provider, subject } = actingHuman(caller);
  // Checked under the principal's lock, so that an owner removed meanwhile moves nothing.
  await acceptAsOwner({ tx, caller }, principalId);
  const human = await lockHuman(tx, provider, subject);
  if (!human) throw new Refusal('principal_access_denied');
  return { principal, wallet: { humanId: human.humanId, balanceStamps: await walletBalance(tx, human.humanId) } };
}

async function applyMovement({ tx }: MutationContext, decision: FundsDecision): Promise<MovedFunds> {
  await applyEffects(tx, decision.effects);
  const { transferId, walletBalanceStamps } = decision;
  return { transferKey: keyOf('xfr', transferId), walletBalanceStamps };
}
