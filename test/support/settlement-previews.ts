import { isDeepStrictEqual } from 'node:util';
import { Client } from 'pg';
import { decode, decodeAll } from '../../src/database/sql/codec';
import { type Evidence, parseEvidence } from '../../src/domain/trades/evidence';
import { type Preview, previewSettlement } from '../../src/domain/trades/preview';
import type { Settlement, SettlementParty, Trade, TradeParticipant, TradeStep } from '../../src/domain/types';

/**
 * Every settlement in a test database is compared with what each party would have seen just before.
 *
 * A trigger keeps the rows of a trade as they are when its settlement begins. The rows are read before the database is
 * dropped. Then a preview of the same event, computed from the kept rows, must be the record.
 */

// The rows of steps and participants change after the row of the trade.
const WATCH = `CREATE SCHEMA seen;
  CREATE TABLE seen.settling (trade_id uuid PRIMARY KEY, trade jsonb NOT NULL, is_withdrawal boolean NOT NULL, steps jsonb NOT NULL, participants jsonb NOT NULL);
  CREATE FUNCTION seen.keep() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  BEGIN
    INSERT INTO seen.settling SELECT OLD.trade_id, to_jsonb(OLD), OLD.withdrawn_at IS NULL AND NEW.withdrawn_at IS NOT NULL,
      (SELECT jsonb_agg(to_jsonb(s) ORDER BY s.step_no) FROM trade_step s WHERE s.trade_id = OLD.trade_id),
      (SELECT jsonb_agg(to_jsonb(p) ORDER BY p.principal_id) FROM trade_participant p WHERE p.trade_id = OLD.trade_id)
    ON CONFLICT DO NOTHING;
    RETURN NEW;
  END $$;
  CREATE TRIGGER seen_settling BEFORE UPDATE ON trade FOR EACH ROW
    WHEN (OLD.settled_at IS NULL AND NEW.settled_at IS NOT NULL) EXECUTE FUNCTION seen.keep()`;

/** Adds the trigger to a database. */
export async function watchSettlements(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, (client) => client.query(WATCH));
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

interface Row {
  readonly trade: object;
  readonly is_withdrawal: boolean;
  readonly steps: readonly object[];
  readonly participants: readonly object[];
  readonly settlement: object;
  readonly parties: readonly object[];
}

const SETTLED = `SELECT k.trade, k.is_withdrawal, k.steps, k.participants, to_jsonb(s) AS settlement,
    (SELECT jsonb_agg(to_jsonb(p)) FROM settlement_party p WHERE p.trade_id = s.trade_id) AS parties
  FROM seen.settling k JOIN settlement s USING (trade_id)`;

const text = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member));

/** The members of a stored object come back in another order. */
const isSame = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(JSON.parse(text(one)), JSON.parse(text(other)));

/**
 * Compares a preview with the record, as one party sees both.
 *
 * @throws Error if they differ; with an assumed record of another party only the fault is compared
 */
export function assertAsPreviewed(preview: Preview, settlement: Settlement, party: SettlementParty): void {
  const isAssumed = preview.assumptions.some((one) => one.startsWith('counterparty_'));
  const own = preview.parties.find(({ principalId }) => principalId === party.principalId);
  const faultOf = ({ failureClass, failureCause, faultedStepNo, faultPrincipalId }: Preview | Settlement) => [
    failureClass,
    failureCause,
    faultedStepNo,
    faultPrincipalId,
  ];
  const amountsOf = (record: Preview | Settlement, side: SettlementParty | undefined) => [
    record.outcome,
    record.slashAmount,
    record.comp,
    side?.receivedStamps,
    side?.paidStamps,
    side?.bondReleasedStamps,
    side?.bondSlashedStamps,
    side?.compensationStamps,
    side?.burntStamps,
    side?.feesStamps,
  ];
  const [seen, seenAmounts] = [faultOf(preview), amountsOf(preview, own)];
  const [stored, storedAmounts] = [faultOf(settlement), amountsOf(settlement, party)];
  if (isSame(seen, stored) && (isAssumed || isSame(seenAmounts, storedAmounts))) return;
  const all = text({ seen, seenAmounts, stored, storedAmounts });
  throw new Error(`the settlement of ${party.tradeId} is not as ${party.principalId} saw it: ${all}`);
}

/** Returns what the party would have seen at the instant of the settlement. */
function previewOf(row: Row, settlement: Settlement, { principalId }: SettlementParty): Preview {
  const data = {
    trade: decode<Trade>(row.trade),
    steps: decodeAll<TradeStep>(row.steps),
    participants: decodeAll<TradeParticipant>(row.participants),
  };
  const { record } = parseEvidence(JSON.parse(settlement.evidence) as Evidence);
  const own = record?.principalId === principalId ? record : { faults: 0, completed: 0, counterpartyOwners: 0 };
  const viewer = { principalId, record: { sameOwner: [], ...own }, hasOwners: true };
  return previewSettlement(data, { of: row.is_withdrawal ? 'withdraw' : 'lapse' }, viewer, settlement.settledAt);
}

/** Compares all settlements of a database with their previews. Returns how many sides were compared. */
export async function compareSettlements(ownerUrl: string): Promise<number> {
  const { rows } = await withClient(ownerUrl, (client) => client.query<Row>(SETTLED));
  let compared = 0;
  for (const row of rows) {
    const settlement = decode<Settlement>(row.settlement);
    for (const party of decodeAll<SettlementParty>(row.parties)) {
      assertAsPreviewed(previewOf(row, settlement, party), settlement, party);
      compared += 1;
    }
  }
  return compared;
}

/** Compares them, also if the rows of a settlement were not kept. @throws Error */
export async function compareEverySettlement(ownerUrl: string): Promise<void> {
  const { rows } = await withClient(ownerUrl, (client) =>
    client.query<{ sides: number }>('SELECT count(*)::int AS sides FROM settlement_party'),
  );
  const compared = await compareSettlements(ownerUrl);
  const sides = rows[0]?.sides;
  if (compared !== sides) throw new Error(`${String(compared)} of ${String(sides)} sides of settlements were compared`);
}
