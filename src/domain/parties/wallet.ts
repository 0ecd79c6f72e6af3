import type { Effects, DecisionContext } from '../effects';
import { movableRemedies } from '../errors/state';
import { tickets, wallet } from '../ledger/accounts';
import { checkMovable, type Movement, movementJournals } from '../ledger/movable';
import type { PrincipalData } from './principal';

/** The wallet of the acting human, read under the lock of the human. */
export interface WalletData {
  readonly humanId: string;
  readonly balanceStamps: bigint;
}

export interface FundsDecision {
  readonly effects: Effects;
  /** The id of the transfer, which is the id of its journal. */
  readonly transferId: string;
  readonly walletBalanceStamps: bigint;
}

type Principal = Pick<PrincipalData, 'principalId' | 'ticketStamps'>;

/** Moves stamps from a wallet to tickets. @throws Refusal 400 `validation_failed`, 402 `wallet_insufficient_balance` */
export function decideFund(from: WalletData, to: Principal, input: Movement, context: DecisionContext): FundsDecision {
  const source = { name: 'wallet balance', available: from.balanceStamps, remedy: movableRemedies.fundPrincipal };
  checkMovable('wallet_insufficient_balance', input.amountStamps, source);
  const transferId = context.newId();
  const accounts = { from: wallet(from.humanId), to: tickets(to.principalId) };
  const journals = movementJournals('wallet_fund', transferId, accounts, input);
  return { effects: { journals }, transferId, walletBalanceStamps: from.balanceStamps - input.amountStamps };
}

/** Moves tickets back to a wallet. @throws Refusal 400 `validation_failed`, 402 `wallet_insufficient_balance` */
export function decideReturn(
  from: Principal,
  to: WalletData,
  input: Movement,
  context: DecisionContext,
): FundsDecision {
  const source = { name: 'ticket balance', available: from.ticketStamps, remedy: movableRemedies.returnFunds };
  checkMovable('wallet_insufficient_balance', input.amountStamps, source);
  const transferId = context.newId();
  const accounts = { from: tickets(from.principalId), to: wallet(to.humanId) };
  const journals = movementJournals('wallet_return', transferId, accounts, input);
  return { effects: { journals }, transferId, walletBalanceStamps: to.balanceStamps + input.amountStamps };
}
