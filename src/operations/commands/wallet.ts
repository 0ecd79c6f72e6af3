import { assertStillOwner } from '../../domain/parties/binding';
import { actingHuman } from '../../domain/sessions/caller';
import { Refusal } from '../../domain/errors/errors';
import { keyOf } from '../../domain/keys';
import type { PrincipalFacts } from '../../domain/parties/principal';
import { decideFund, decideReturn, type FundsDecision, type WalletFacts } from '../../domain/parties/wallet';
import { allBindingsOf } from '../../database/repositories/parties';
import { walletBalance } from '../../ledger/ledger';
import { applyEffects, loadFacts } from '../../database/repositories/facts';
import { lockHuman } from '../../database/repositories/parties';
import { decisionContext, type MutationContext } from '../context';

export interface MovedFunds {
  /** `xfr_…`: the one journal that moved them; its postings carry it. */
  readonly transferKey: string;
  readonly walletBalanceStamps: bigint;
}

/** Specification, Fund principal from wallet: debits the acting human's wallet, credits the principal's tickets. */
export async function fundPrincipal(
  acting: MutationContext,
  principalId: string,
  amountStamps: bigint,
): Promise<MovedFunds> {
  const { principal, wallet } = await loadFunds(acting, principalId);
  return applyMovement(
    acting,
    decideFund(wallet, principal, { amountStamps, requestKey: acting.requestKey }, decisionContext(acting)),
  );
}

/** Specification, Return principal funds to wallet: the other way; never bond, never what is in escrow. */
export async function returnFunds(
  acting: MutationContext,
  principalId: string,
  amountStamps: bigint,
): Promise<MovedFunds> {
  const { principal, wallet } = await loadFunds(acting, principalId);
  return applyMovement(
    acting,
    decideReturn(principal, wallet, { amountStamps, requestKey: acting.requestKey }, decisionContext(acting)),
  );
}

/** Principal first, then the human: the lock order of sql/trades/load_facts.sql. */
async function loadFunds(
  { tx, caller }: MutationContext,
  principalId: string,
): Promise<{ readonly principal: PrincipalFacts; readonly wallet: WalletFacts }> {
  const facts = await loadFacts(tx, { lock: 'update', principal_ids: [principalId] });
  const principal = facts?.principals[0];
  if (!principal) throw new Refusal('principal_not_found');
  const { provider, subject, humanId } = actingHuman(caller);
  // Money follows the bindings to the last moment: an owner removed meanwhile takes nothing along.
  assertStillOwner(await allBindingsOf(tx, principalId), { humanId });
  const human = await lockHuman(tx, provider, subject);
  if (!human) throw new Refusal('principal_access_denied');
  return { principal, wallet: { humanId: human.humanId, balanceStamps: await walletBalance(tx, human.humanId) } };
}

async function applyMovement({ tx }: MutationContext, decision: FundsDecision): Promise<MovedFunds> {
  await applyEffects(tx, decision.effects);
  const { transferId, walletBalanceStamps } = decision;
  return { transferKey: keyOf('xfr', transferId), walletBalanceStamps };
}
