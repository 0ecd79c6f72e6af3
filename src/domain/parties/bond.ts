import type { Effects, Journal, DecisionContext } from '../effects';
import { movableRemedies } from '../errors/state';
import { bondAvailable, journals, line, tickets } from '../ledger/accounts';
import { checkMovable } from '../ledger/movable';
import type { PrincipalFacts } from './principal';

export interface MoveBond {
  readonly amountStamps: bigint;
  /** The idempotency key of the request with its scope. */
  readonly requestKey: string;
}

/**
 * Moves tickets to bond-available, before a trade needs a bond.
 *
 * @throws Refusal 400 `validation_failed`, 402 `principal_bond_insufficient_balance`
 */
export function decideReserveBond(principal: PrincipalFacts, input: MoveBond, context: DecisionContext): Effects {
  const { principalId, ticketStamps } = principal;
  const source = { name: 'ticket balance', available: ticketStamps, remedy: movableRemedies.reserveBond };
  checkMovable('principal_bond_insufficient_balance', input.amountStamps, source);
  return { journals: journal('bond_reserve', principalId, input, context) };
}

/**
 * Moves bond-available back to tickets.
 *
 * The bonds of open trades are in other accounts and stay reserved.
 * @throws Refusal 400 `validation_failed`, 402 `principal_bond_insufficient_balance`
 */
export function decideReleaseBond(principal: PrincipalFacts, input: MoveBond, context: DecisionContext): Effects {
  const { principalId, bondAvailableStamps, openBondStamps } = principal;
  const canWait = input.amountStamps <= bondAvailableStamps + openBondStamps;
  const remedy = canWait ? movableRemedies.releaseBond : movableRemedies.releaseAvailable;
  const source = { name: 'bond-available balance', available: bondAvailableStamps, remedy };
  checkMovable('principal_bond_insufficient_balance', input.amountStamps, source);
  return { journals: journal('bond_release', principalId, input, context) };
}

function journal(
  kind: 'bond_reserve' | 'bond_release',
  principalId: string,
  { amountStamps, requestKey }: MoveBond,
  context: DecisionContext,
): readonly Journal[] {
  const journalId = context.newId();
  const ticketAccount = tickets(principalId);
  const bondAccount = bondAvailable(principalId);
  const [from, to] = kind === 'bond_reserve' ? [ticketAccount, bondAccount] : [bondAccount, ticketAccount];
  // The key includes the journal id, because one request can move bonds several times.
  const idemKey = `request:${requestKey}:${journalId}`;
  return journals({ journalId, idemKey, kind, tradeId: null }, [line(from, to, amountStamps)]);
}
