import { isDeepStrictEqual } from 'node:util';
import { previewSettlement, type Preview, type PreviewEvent } from '../../../src/domain/trades/preview';
import type { Settlement, SettlementParty } from '../../../src/domain/types';
import { readFacts, readFaultRecords } from '../../../src/operations/queries/facts';
import { decode } from '../../../src/operations/queries/rows';
import type { World } from './virtual-service';

/** Compares every settlement of the simulation with what its parties saw just before. It only reads. */

interface Seen {
  readonly tradeId: string;
  readonly principalId: string;
  readonly preview: Preview;
}

/** The previews of all parties of these trades now. */
async function previewsOf({ store, time }: World, tradeIds: readonly string[], of: PreviewEvent): Promise<Seen[]> {
  if (tradeIds.length === 0) return [];
  const now = new Date(time.now);
  const all = await readFacts(
    store,
    tradeIds.map((id) => ({ trade_id: id })),
  );
  const sides = all.flatMap((facts) =>
    facts?.trade ? facts.tradeParticipants.map((party) => ({ facts, party })) : [],
  );
  const records = await readFaultRecords(
    store,
    sides.map(({ party }) => party),
    now,
  );
  return sides.flatMap(({ facts, party: { tradeId, principalId } }, index) => {
    const { trade, steps, tradeParticipants: participants } = facts;
    const record = records[index];
    if (!trade || !record || trade.settledAt !== null) return [];
    const viewer = { principalId, record, hasOwners: true };
    return [{ tradeId, principalId, preview: previewSettlement({ trade, steps, participants }, { of }, viewer, now) }];
  });
}

interface Settled {
  readonly settlement: Settlement;
  readonly party: SettlementParty;
}

async function settledSides({ store }: World, tradeIds: readonly string[]): Promise<Map<string, Settled>> {
  const rows = await store.query<{ settlement: object; party: object }>({
    text: `SELECT to_jsonb(s) AS settlement, to_jsonb(p) AS party FROM settlement s JOIN settlement_party p USING (trade_id)
      WHERE s.trade_id = ANY ($1)`,
    values: [[...tradeIds]],
  });
  const sides = rows.map(({ settlement, party }) => ({
    settlement: decode<Settlement>(settlement),
    party: decode<SettlementParty>(party),
  }));
  return new Map(sides.map((one) => [`${one.party.tradeId} ${one.party.principalId}`, one]));
}

const text = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member));

/** The members of a stored object come back in another order. */
const isSame = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(JSON.parse(text(one)), JSON.parse(text(other)));

function assertEqual({ preview, principalId, tradeId }: Seen, { settlement, party }: Settled): void {
  const isAssumed = preview.assumptions.some((one) => one.startsWith('counterparty_'));
  const own = preview.parties.find((side) => side.principalId === principalId);
  const { failureClass, failureCause, faultedStepNo, faultPrincipalId } = settlement;
  const names = [failureClass, failureCause, faultedStepNo, faultPrincipalId];
  const seen = [preview.failureClass, preview.failureCause, preview.faultedStepNo, preview.faultPrincipalId];
  const amounts = [settlement.outcome, settlement.slashAmount, settlement.comp, party.receivedStamps, party.paidStamps];
  const more = [party.bondReleasedStamps, party.compensationStamps, party.burntStamps, party.feesStamps];
  const seenAmounts = [preview.outcome, preview.slashAmount, preview.comp, own?.receivedStamps, own?.paidStamps];
  const seenMore = [own?.bondReleasedStamps, own?.compensationStamps, own?.burntStamps, own?.feesStamps];
  const isEqual = isSame(names, seen) && (isAssumed || isSame([amounts, more], [seenAmounts, seenMore]));
  if (!isEqual)
    throw new Error(
      `the settlement of ${tradeId} is not as ${principalId} saw it: ${text([seen, seenAmounts, names, amounts])}`,
    );
}

/** Does an act that settles trades, and compares their records with the previews. */
export async function asPreviewed<T>(
  world: World,
  tradeIds: readonly string[],
  of: PreviewEvent,
  act: () => Promise<T>,
): Promise<T> {
  const previews = await previewsOf(world, tradeIds, of);
  const result = await act();
  const settled = tradeIds.length === 0 ? new Map<string, Settled>() : await settledSides(world, tradeIds);
  for (const seen of previews) {
    const side = settled.get(`${seen.tradeId} ${seen.principalId}`);
    if (side) assertEqual(seen, side);
  }
  return result;
}

/**
 * The trades that the next sweep settles.
 *
 * Trades that share a party are left out: a settlement changes the record for the next one of the same sweep.
 */
export async function dueTrades({ store, time }: World): Promise<string[]> {
  const rows = await store.query<{ trade_id: string }>({
    text: `WITH due AS (SELECT trade_id FROM trade WHERE due_at <= $1 AND settlement_error IS NULL)
      SELECT trade_id FROM due JOIN trade_participant p USING (trade_id) GROUP BY trade_id
      HAVING NOT bool_or(EXISTS (SELECT FROM trade_participant o JOIN due d USING (trade_id)
        WHERE o.principal_id = p.principal_id AND o.trade_id <> p.trade_id))`,
    values: [new Date(time.now)],
  });
  return rows.map((row) => row.trade_id);
}
