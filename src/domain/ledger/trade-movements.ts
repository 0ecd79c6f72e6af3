import type { Journal, Line } from '../effects';
import { bondAvailable, journals, line, platformFee, slashPool, tickets, tradeBond, tradeEscrow } from './accounts';
import { min } from './stamps';

export interface BondMovement {
  readonly principalId: string;
  readonly bondStamps: bigint;
  readonly bondAvailableStamps: bigint;
}

/** The bonds of all participants: from bond-available first, the rest from tickets. */
export function bondJournals(tradeId: string, journalId: string, bonds: readonly BondMovement[]): readonly Journal[] {
  const lines = bonds.flatMap(({ principalId, bondStamps, bondAvailableStamps }) => {
    const fromBondAvailable = min(bondStamps, bondAvailableStamps);
    const bond = tradeBond(tradeId, principalId);
    return [
      line(bondAvailable(principalId), bond, fromBondAvailable),
      line(tickets(principalId), bond, bondStamps - fromBondAvailable),
    ];
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

/** The price of a step to escrow and the fee to the platform, from the consumer's tickets. */
export function activationJournals(journalId: string, movement: ActivationMovement): readonly Journal[] {
  const { tradeId, stepNo, consumerPrincipalId } = movement;
  const idemKey = `trade:${tradeId}:activate:${String(stepNo)}`;
  return journals({ journalId, idemKey, kind: 'activation', tradeId }, [
    line(tickets(consumerPrincipalId), tradeEscrow(tradeId, stepNo, consumerPrincipalId), movement.priceStamps),
    line(tickets(consumerPrincipalId), platformFee, movement.feeStamps),
  ]);
}

/** The split of the escrowed price of one step. The amounts add up to the price, with `burntBySide` twice. */
export interface EscrowSplit {
  readonly stepNo: number;
  readonly providerPrincipalId: string;
  readonly consumerPrincipalId: string;
  readonly toProvider: bigint;
  readonly toConsumer: bigint;
  /** The stamps that each side loses to the slash pool. */
  readonly burntBySide: bigint;
}

/** The split of the bond of one participant. The amounts add up to the bond. */
export interface BondSplit {
  readonly principalId: string;
  readonly released: bigint;
  readonly compensation: readonly { readonly principalId: string; readonly stamps: bigint }[];
  readonly excess: bigint;
}

/** The lines of a settlement. They leave all escrow and bond accounts of the trade at zero. */
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
      line(escrow, slashPool, 2n * split.burntBySide),
    ];
  });
  const returns = bonds.flatMap(({ principalId, released, compensation, excess }) => {
    const bond = tradeBond(tradeId, principalId);
    return [
      ...compensation.map((award) => line(bond, tickets(award.principalId), award.stamps)),
      line(bond, slashPool, excess),
      line(bond, bondAvailable(principalId), released),
    ];
  });
  return [...prices, ...returns].filter(({ amount }) => amount !== 0n);
}

export function settlementJournals(tradeId: string, journalId: string, lines: readonly Line[]): readonly Journal[] {
  return journals({ journalId, idemKey: `trade:${tradeId}:settle`, kind: 'settlement', tradeId }, lines);
}
