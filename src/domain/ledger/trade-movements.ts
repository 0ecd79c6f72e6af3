import type { Journal, Line } from '../effects';
import { bondAvailable, journals, line, platformFee, slashPool, tickets, tradeBond, tradeEscrow } from './accounts';
import { min } from './stamps';

/** What a trade moves on the ledger (settlement.md §§1, 3, 4; idem keys: ledger.md §3). */

export interface BondMovement {
  readonly principalId: string;
  readonly bondStamps: bigint;
  readonly bondAvailableStamps: bigint;
}

/** Every participant's bond in one journal: bond-available first, the shortfall from tickets. */
export function bondJournals(tradeId: string, journalId: string, bonds: readonly BondMovement[]): readonly Journal[] {
  const lines = bonds.flatMap(({ principalId, bondStamps, bondAvailableStamps }) => {
    const staged = min(bondStamps, bondAvailableStamps);
    const bond = tradeBond(tradeId, principalId);
    return [line(bondAvailable(principalId), bond, staged), line(tickets(principalId), bond, bondStamps - staged)];
  });
  return journals({ journalId, idemKey: `trade:${tradeId}:reserve`, kind: 'trade_bond', tradeId }, lines);
}

export interface ActivationMovement {
  readonly tradeId: string;
  readonly stepNo: number;
  readonly consumerPrincipalId: string;
  readonly priceStamps: bigint;
  readonly feeStamps: bigint;
}

/** The step's price into its escrow and the fee to the platform, both from the consumer's tickets. */
export function activationJournals(journalId: string, movement: ActivationMovement): readonly Journal[] {
  const { tradeId, stepNo, consumerPrincipalId } = movement;
  const idemKey = `trade:${tradeId}:activate:${String(stepNo)}`;
  return journals({ journalId, idemKey, kind: 'activation', tradeId }, [
    line(tickets(consumerPrincipalId), tradeEscrow(tradeId, stepNo, consumerPrincipalId), movement.priceStamps),
    line(tickets(consumerPrincipalId), platformFee, movement.feeStamps),
  ]);
}

/** Where the escrowed price of one step goes; the two amounts add up to it. */
export interface EscrowSplit {
  readonly stepNo: number;
  readonly providerPrincipalId: string;
  readonly consumerPrincipalId: string;
  readonly toProvider: bigint;
  readonly toConsumer: bigint;
}

/** Where one participant's bond goes; the amounts add up to it. `compensation` names who is made whole. */
export interface BondSplit {
  readonly principalId: string;
  readonly released: bigint;
  readonly compensation: readonly { readonly principalId: string; readonly stamps: bigint }[];
  readonly excess: bigint;
}

/** The lines of a settlement: afterwards every escrow and bond account of the trade is zero. */
export function settlementLines(
  tradeId: string,
  escrows: readonly EscrowSplit[],
  bonds: readonly BondSplit[],
): readonly Line[] {
  const prices = escrows.flatMap((split) => {
    const escrow = tradeEscrow(tradeId, split.stepNo, split.consumerPrincipalId);
    return [
      line(escrow, tickets(split.providerPrincipalId), split.toProvider),
      line(escrow, tickets(split.consumerPrincipalId), split.toConsumer),
    ];
  });
  const returns = bonds.flatMap(({ principalId, released, compensation, excess }) => {
    const bond = tradeBond(tradeId, principalId);
    return [
      ...compensation.map((one) => line(bond, tickets(one.principalId), one.stamps)),
      line(bond, slashPool, excess),
      line(bond, bondAvailable(principalId), released),
    ];
  });
  return [...prices, ...returns].filter((one) => one.amount !== 0n);
}

export function settlementJournals(tradeId: string, journalId: string, lines: readonly Line[]): readonly Journal[] {
  return journals({ journalId, idemKey: `trade:${tradeId}:settle`, kind: 'settlement', tradeId }, lines);
}
