import type { Settlement, TradeParticipant, TradeStep } from '../../domain/types';
import { columnarJson, type PickColumns, type WithTimeText } from '../sql/codec';
import type { Db, Statement } from '../transactions/statement';
import type { PrincipalRow } from './principals';
import type { TradeRow } from './trade-row';

/** Columns of a trade that lists show. */
export const TRADE_LIST_COLUMNS = [
  'trade_id',
  'proposal_id',
  'state',
  'idle_deadline_at',
  'due_at',
  'created_at',
  'settled_at',
  'settlement_error',
] as const;

/** Columns of a step that lists show, without the texts of the parties. */
export const STEP_LIST_COLUMNS = [
  'trade_id',
  'step_no',
  'title',
  'provider_principal_id',
  'provider_agent_id',
  'consumer_principal_id',
  'consumer_agent_id',
  'price_stamps',
  'state',
  'items',
  'not_before_at',
  'activation',
  'activated_at',
  'deadline_at',
  'contract_published_at',
  'checkpoint_status',
  'coverage_bps',
  'checkpoint_submitted_at',
  'rebuttal_filed_at',
  'verdict',
] as const;

/** Columns of a settlement without its evidence. */
export const SETTLEMENT_LIST_COLUMNS = [
  'settlement_id',
  'trade_id',
  'outcome',
  'failure_class',
  'failure_cause',
  'faulted_step_no',
  'fault_principal_id',
  'slash_amount',
  'comp',
  'policy_version',
  'rule_version',
  'evidence_sha256',
  'settled_at',
] as const;

const PARTICIPANT = ['trade_id', 'principal_id', 'agent_id', 'bond_stamps'] as const;
const PARTY = ['principal_id', 'display_name'] as const;

export type TradeListRow = WithTimeText<PickColumns<TradeRow, (typeof TRADE_LIST_COLUMNS)[number]>>;
export type StepListRow = WithTimeText<PickColumns<TradeStep, (typeof STEP_LIST_COLUMNS)[number]>>;
export type SettlementListRow = WithTimeText<PickColumns<Settlement, (typeof SETTLEMENT_LIST_COLUMNS)[number]>>;
export type Party = PickColumns<PrincipalRow, (typeof PARTY)[number]>;

const TRADES = columnarJson<TradeListRow & { readonly pageKey: string }>(['page_key', ...TRADE_LIST_COLUMNS]);
const STEPS = columnarJson<StepListRow>(STEP_LIST_COLUMNS);
const SETTLEMENTS = columnarJson<SettlementListRow>(SETTLEMENT_LIST_COLUMNS);
const PARTICIPANTS = columnarJson<TradeParticipant>(PARTICIPANT);
const PARTIES = columnarJson<Party>(PARTY);

/** A trade with its steps, participants and settlement. */
export interface TradeAggregate {
  /** Its sort key in the list. */
  readonly pageKey: string;
  readonly trade: TradeListRow;
  readonly steps: readonly StepListRow[];
  readonly participants: readonly TradeParticipant[];
  /** Null until the trade is settled. */
  readonly settlement: SettlementListRow | null;
}

type Part = 'trades' | 'steps' | 'participants' | 'settlements' | 'parties';

/**
 * Loads trades with their steps, participants, parties and settlements in one statement instead of five.
 * @param of selects `page_key` and TRADE_LIST_COLUMNS of the trades in their order
 */
export async function loadTradeAggregates(
  db: Db,
  of: Statement,
): Promise<{ readonly aggregates: readonly TradeAggregate[]; readonly parties: readonly Party[] }> {
  const [found] = await db.query<Record<Part, string | null>>({
    ...(of.name !== undefined && { name: `aggregates_${of.name}` }),
    text: `WITH page AS MATERIALIZED (${of.text}),
      step AS MATERIALIZED (SELECT s.* FROM page JOIN trade_step s USING (trade_id))
      SELECT ${TRADES.select('FROM page')} AS trades,
        ${STEPS.select('FROM step ORDER BY trade_id, step_no')} AS steps,
        ${PARTICIPANTS.select('FROM page JOIN trade_participant p USING (trade_id) ORDER BY trade_id, principal_id')} AS participants,
        ${SETTLEMENTS.select('FROM settlement WHERE trade_id IN (SELECT trade_id FROM page WHERE settled_at IS NOT NULL)')} AS settlements,
        ${PARTIES.select(`FROM principal WHERE principal_id IN
          (SELECT provider_principal_id FROM step UNION SELECT consumer_principal_id FROM step)`)} AS parties`,
    values: of.values ?? [],
  });
  const steps = byTrade(STEPS.decode(found?.steps));
  const participants = byTrade(PARTICIPANTS.decode(found?.participants));
  const settlements = new Map(SETTLEMENTS.decode(found?.settlements).map((one) => [one.tradeId, one]));
  const aggregates = TRADES.decode(found?.trades).map((trade): TradeAggregate => {
    const { tradeId } = trade;
    return {
      pageKey: trade.pageKey,
      trade,
      steps: steps.get(tradeId) ?? [],
      participants: participants.get(tradeId) ?? [],
      settlement: settlements.get(tradeId) ?? null,
    };
  });
  return { aggregates, parties: PARTIES.decode(found?.parties) };
}

function byTrade<R extends { readonly tradeId: string }>(all: readonly R[]): Map<string, R[]> {
  const found = new Map<string, R[]>();
  for (const row of all) {
    const rows = found.get(row.tradeId);
    if (rows) rows.push(row);
    else found.set(row.tradeId, [row]);
  }
  return found;
}
