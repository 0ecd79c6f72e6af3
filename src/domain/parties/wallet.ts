import type { Effects, DecisionContext } from '../effects';
import { journals, line, tickets, wallet } from '../ledger/accounts';
import { checkMovable } from '../ledger/movable';
import type { PrincipalFacts } from './principal';

/** A human's wallet and a principal's tickets, one balanced journal each way (specification, Fund and Return). */

/** The acting human's wallet, read under the human's lock. */
export interface WalletFacts {
  readonly humanId: string;
  readonly balanceStamps: bigint;
}

export interface MoveFunds {
  readonly amountStamps: bigint;
  /** The request's idempotency key with its scope. */
  readonly requestKey: string;
}

export interface FundsDecision {
  readonly effects: Effects;
  /** The journal: the transfer's id. */
  readonly transferId: string;
  readonly walletBalanceStamps: bigint;
}

type Principal = Pick<PrincipalFacts, 'principalId' | 'ticketStamps'>;

/** Wallet to tickets. Refuses 400 `validation_failed`, 402 `wallet_insufficient_balance` when the wallet is short. */
export function decideFund(from: WalletFacts, to: Principal, input: MoveFunds, moment: DecisionContext): FundsDecision {
  checkMovable('wallet_insufficient_balance', input.amountStamps, from.balanceStamps, 'The wallet balance');
  return decision('wallet_fund', from, to, input, moment);
}

/** Tickets to wallet; bond and escrow are out of its reach. Refuses as `decideFund`, when the tickets are short. */
export function decideReturn(
  from: Principal,
  to: WalletFacts,
  input: MoveFunds,
  moment: DecisionContext,
): FundsDecision {
  checkMovable('wallet_insufficient_balance', input.amountStamps, from.ticketStamps, 'The ticket balance');
  return decision('wallet_return', to, from, input, moment);
}

function decision(
  kind: 'wallet_fund' | 'wallet_return',
  { humanId, balanceStamps }: WalletFacts,
  { principalId }: Principal,
  { amountStamps, requestKey }: MoveFunds,
  moment: DecisionContext,
): FundsDecision {
  const transferId = moment.newId();
  const [own, principal] = [wallet(humanId), tickets(principalId)];
  const [from, to] = kind === 'wallet_fund' ? [own, principal] : [principal, own];
  // The journal's own id beside the request's key: one request may move funds several times.
  const head = { journalId: transferId, idemKey: `request:${requestKey}:${transferId}`, kind, tradeId: null };
  return {
    effects: { journals: journals(head, [line(from, to, amountStamps)]) },
    transferId,
    walletBalanceStamps: kind === 'wallet_fund' ? balanceStamps - amountStamps : balanceStamps + amountStamps,
  };
}
