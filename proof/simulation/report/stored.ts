import { idOf, keyOf } from '../../../src/domain/keys';
import type { Chain, SimulationState } from '../agents/state';
import { keptBy, stampsOf, type Kept } from '../model/utility';
import type { EvidenceByTrade, Gain } from './gains';

/** The settlements that the gains need, from the database. */
export interface Stored {
  readonly evidence: EvidenceByTrade;
  readonly sides: readonly StoredSide[];
}

/** The amounts of a participant of a chain, in stamps. */
export interface StoredSide {
  readonly tradeKey: string;
  readonly principalId: string;
  readonly change: number;
}

export async function loadStored({ world, deals, chains }: SimulationState): Promise<Stored> {
  const idsOf = (keys: readonly (string | null)[]): string[] =>
    keys.flatMap((key) => (key === null ? [] : [idOf('trd', key) ?? '']));
  const disputed = deals.filter(({ dispute }) => dispute !== null).map(({ tradeKey }) => tradeKey);
  const evidence = await world.store.query<{ trade_id: string; evidence: string }>({
    text: 'SELECT trade_id, evidence FROM settlement WHERE trade_id = ANY($1)',
    values: [idsOf(disputed)],
  });
  const sides = await world.store.query<{ trade_id: string; principal_id: string } & Record<Amount, bigint>>({
    text: `SELECT trade_id, principal_id, ${amounts.join(', ')} FROM settlement_party WHERE trade_id = ANY($1)`,
    values: [idsOf(chains.map(({ tradeKey }) => tradeKey))],
  });
  return {
    evidence: new Map(evidence.map((row) => [keyOf('trd', row.trade_id), row.evidence])),
    sides: sides.map((row) => ({
      tradeKey: keyOf('trd', row.trade_id),
      principalId: row.principal_id,
      change: stampsOf({
        paid: Number(row.paid_stamps),
        received: Number(row.received_stamps),
        fees: Number(row.fees_stamps),
        slashed: Number(row.bond_slashed_stamps),
        compensation: Number(row.compensation_stamps),
        burnt: Number(row.burnt_stamps),
      }),
    })),
  };
}

const amounts = [
  'paid_stamps',
  'received_stamps',
  'fees_stamps',
  'bond_slashed_stamps',
  'compensation_stamps',
  'burnt_stamps',
] as const;
type Amount = (typeof amounts)[number];

/** The gain of the person behind both providers of a chain, compared with both steps done. */
export function gainOfChain(
  { world }: SimulationState,
  { steps }: Chain,
  sides: readonly StoredSide[],
  own: ReadonlySet<string>,
): Gain {
  const { coverageThresholdBps: thresholdBps, activationFeeBps: feeBps } = world.services.settings;
  const change = sides.filter((side) => own.has(side.principalId)).reduce((sum, side) => sum + side.change, 0);
  const nothing = { paid: 0, received: 0, fees: 0, slashed: 0, compensation: 0, burnt: 0 };
  const ended = { steps, own: nothing, thresholdBps, feeBps, otherBroke: false };
  const over = (way: Kept): number => change - keptBy('provider', ended, way);
  return { overWord: over('least'), overAll: over('all') };
}
