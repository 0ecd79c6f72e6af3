import type { Effects, Journal, DecisionContext } from '../effects';
import { bondAvailable, journals, line, tickets } from '../ledger/accounts';
import { checkMovable } from '../ledger/movable';
import type { PrincipalFacts } from './principal';

/** Bond set aside before a trade asks for it, and back (specification, Reserve bond and Release bond). */

export interface MoveBond {
  readonly amountStamps: bigint;
  /** The request's idempotency key with its scope. */
  readonly requestKey: string;
}

/**
 * Moves tickets to bond-available. Refuses 400 `validation_failed`, 402 `principal_bond_insufficient_balance`
 * (`required_stamps`, `available_stamps`).
 */
export function decideReserveBond(principal: PrincipalFacts, input: MoveBond, moment: DecisionContext): Effects {
  const { principalId, ticketStamps } = principal;
  checkMovable('principal_bond_insufficient_balance', input.amountStamps, ticketStamps, 'The ticket balance');
  return { journals: journal('bond_reserve', principalId, input, moment) };
}

/**
 * Moves bond-available back to tickets. What an open trade reserved is in the trade's own account, out of reach of
 * this. Refuses as `decideReserveBond`.
 */
export function decideReleaseBond(principal: PrincipalFacts, input: MoveBond, moment: DecisionContext): Effects {
  const { principalId, bondAvailableStamps } = principal;
  checkMovable(
    'principal_bond_insufficient_balance',
    input.amountStamps,
    bondAvailableStamps,
    'The bond-available balance',
  );
  return { journals: journal('bond_release', principalId, input, moment) };
}

function journal(
  kind: 'bond_reserve' | 'bond_release',
  principalId: string,
  { amountStamps, requestKey }: MoveBond,
  moment: DecisionContext,
): readonly Journal[] {
  const journalId = moment.newId();
  const free = tickets(principalId);
  const staged = bondAvailable(principalId);
  const [from, to] = kind === 'bond_reserve' ? [free, staged] : [staged, free];
  // The journal's own id beside the request's key: one request may move bond several times.
  const idemKey = `request:${requestKey}:${journalId}`;
  return journals({ journalId, idemKey, kind, tradeId: null }, [line(from, to, amountStamps)]);
}
