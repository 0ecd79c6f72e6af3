import type { Effects, DecisionContext } from '../effects';
import { movableRemedies } from '../errors/state';
import { bondAvailable, tickets } from '../ledger/accounts';
import { checkMovable, type Movement, movementJournals } from '../ledger/movable';
import type { PrincipalData } from './principal';

/**
 * Moves tickets to bond-available, before a trade needs a bond.
 *
 * @throws Refusal 400 `validation_failed`, 402 `principal_bond_insufficient_balance`
 */
export function decideReserveBond(principal: PrincipalData, input: Movement, context: DecisionContext): Effects {
  const { principalId, ticketStamps } = principal;
  const source = { name: 'ticket balance', available: ticketStamps, remedy: movableRemedies.reserveBond };
  checkMovable('principal_bond_insufficient_balance', input.amountStamps, source);
  const accounts = { from: tickets(principalId), to: bondAvailable(principalId) };
  return { journals: movementJournals('bond_reserve', context.newId(), accounts, input) };
}

/**
 * Moves bond-available back to tickets.
 *
 * The bonds of open trades are in other accounts and stay reserved.
 * @throws Refusal 400 `validation_failed`, 402 `principal_bond_insufficient_balance`
 */
export function decideReleaseBond(principal: PrincipalData, input: Movement, context: DecisionContext): Effects {
  const { principalId, bondAvailableStamps, openBondStamps } = principal;
  const canWait = input.amountStamps <= bondAvailableStamps + openBondStamps;
  const remedy = canWait ? movableRemedies.releaseBond : movableRemedies.releaseAvailable;
  const source = { name: 'bond-available balance', available: bondAvailableStamps, remedy };
  checkMovable('principal_bond_insufficient_balance', input.amountStamps, source);
  const accounts = { from: bondAvailable(principalId), to: tickets(principalId) };
  return { journals: movementJournals('bond_release', context.newId(), accounts, input) };
}
