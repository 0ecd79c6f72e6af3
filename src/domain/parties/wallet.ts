import type { Effects, DecisionContext } from '../effects';
import { movableRemedies } from '../errors/state';
import { journals, line, tickets, wallet } from '../ledger/accounts';
import { checkMovable } from '../ledger/movable';
import type { PrincipalFacts } from './principal';

/** The wallet of the acting human, read under the lock of the human. */
export interface WalletFacts {
  readonly humanId: string;
  readonly balanceStamps: bigint;
}

export interface MoveFunds {
  readonly amountStamps: bigint;
  /** The idempotency key of the request with its scope. */
  readonly requestKey: string;
}

export interface FundsDecision {
  readonly effects: Effects;
  /** The id of the transfer, which is the id of its journal. */
  readonly transferId: string;
  readonly walletBalanceStamps: bigint;
}

type Principal = Pick<PrincipalFacts, 'principalId' | 'ticketStamps'>;

/** Moves stamps from a wallet to tickets. @throws Refusal 400 `validation_failed`, 402 `wallet_insufficient_balance` */
export function decideFund(
  from: WalletFacts,
  to: Principal,
  input: MoveFunds,
  context: DecisionContext,
): FundsDecision {
  const source = { name: 'wallet balance', available: from.balanceStamps, remedy: movableRemedies.fundPrincipal };
  checkMovable('wallet_insufficient_balance', input.amountStamps, source);
  return decision('wallet_fund', from, to, input, context);
}

/** Moves tickets back to a wallet. @throws Refusal 400 `validation_failed`, 402 `wallet_insufficient_balance` */
export function decideReturn(
  from: Principal,
  to: WalletFacts,
  input: MoveFunds,
  context: DecisionContext,
): FundsDecision {
  const source = { name: 'ticket balance', available: from.ticketStamps, remedy: movableRemedies.returnFunds };
  checkMovable('wallet_insufficient_balance', input.amountStamps, source);
  return decision('wallet_return', to, from, input, context);
}

function decision(
  kind: 'wallet_fund' | 'wallet_return',
  { humanId, balanceStamps }: WalletFacts,
  { principalId }: Principal,
  { amountStamps, requestKey }: MoveFunds,
  context: DecisionContext,
): FundsDecision {
  const transferId = context.newId();
  const walletAccount = wallet(humanId);
  const ticketAccount = tickets(principalId);
  const [from, to] = kind === 'wallet_fund' ? [walletAccount, ticketAccount] : [ticketAccount, walletAccount];
  // The key includes the journal id, because one request can move funds several times.
  const head = { journalId: transferId, idemKey: `request:${requestKey}:${transferId}`, kind, tradeId: null };
  return {
    effects: { journals: journals(head, [line(from, to, amountStamps)]) },
    transferId,
    walletBalanceStamps: kind === 'wallet_fund' ? balanceStamps - amountStamps : balanceStamps + amountStamps,
  };
}
