import { groupBy } from '../../domain/group-by';
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

/** Columns of a step that most lists of trades show. */
const STEP_BRIEF_COLUMNS = [
  'trade_id',
  'step_no',
  'title',
  'provider_principal_id',
  'consumer_principal_id',
  'price_stamps',
  'state',
  'activated_at',
  'deadline_at',
  'checkpoint_status',
  'coverage_bps',
] as const;

/** Further columns of a step, without the texts of the parties. They are half of the bytes of a page. */
const STEP_DETAIL_COLUMNS = [
  'provider_agent_id',
  'consumer_agent_id',
  'items',
  'not_before_at',
  'activation',
  'contract_published_at',
  'checkpoint_submitted_at',
  'rebuttal_filed_at',
  'verdict',
] as const;

export const STEP_LIST_COLUMNS = [...STEP_BRIEF_COLUMNS, ...STEP_DETAIL_COLUMNS] as const;

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

const PARTICIPANT_BRIEF_COLUMNS = ['trade_id', 'principal_id', 'bond_stamps'] as const;
const PARTICIPANT_DETAIL_COLUMNS = ['agent_id'] as const;
const PARTY = ['principal_id', 'display_name'] as const;

export type TradeListRow = WithTimeText<PickColumns<TradeRow, (typeof TRADE_LIST_COLUMNS)[number]>>;
export type StepListRow = WithTimeText<PickColumns<TradeStep, (typeof STEP_LIST_COLUMNS)[number]>>;
export type SettlementListRow = WithTimeText<PickColumns<Settlement, (typeof SETTLEMENT_LIST_COLUMNS)[number]>>;
export type Party = PickColumns<PrincipalRow, (typeof PARTY)[number]>;

const TRADES = columnarJson<TradeListRow & { readonly pageKey: string }>(['page_key', ...TRADE_LIST_COLUMNS]);
const SETTLEMENTS = columnarJson<SettlementListRow>(SETTLEMENT_LIST_COLUMNS);
const PARTIES = columnarJson<Party>(PARTY);

/** The rows of steps and participants: with what most lists show, or with all columns. */
const ROWS = {
  brief: {
    steps: columnarJson<StepListRow>(STEP_BRIEF_COLUMNS, STEP_DETAIL_COLUMNS),
    participants: columnarJson<TradeParticipant>(PARTICIPANT_BRIEF_COLUMNS, PARTICIPANT_DETAIL_COLUMNS),
  },
  whole: {
    steps: columnarJson<StepListRow>(STEP_LIST_COLUMNS),
    participants: columnarJson<TradeParticipant>([...PARTICIPANT_BRIEF_COLUMNS, ...PARTICIPANT_DETAIL_COLUMNS]),
  },
};

export type AggregateColumns = keyof typeof ROWS;

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

function textOf(page: string, { steps, participants }: (typeof ROWS)[AggregateColumns]): string {
  return `WITH page AS MATERIALIZED (${page}),
      step AS MATERIALIZED (SELECT s.* FROM page JOIN trade_step s USING (trade_id))
      SELECT ${TRADES.select('FROM page')} AS trades,
        ${steps.select('FROM step ORDER BY trade_id, step_no')} AS steps,
        ${participants.select('FROM page JOIN trade_participant p USING (trade_id) ORDER BY trade_id, principal_id')} AS participants,
        ${SETTLEMENTS.select('FROM settlement WHERE trade_id IN (SELECT trade_id FROM page WHERE settled_at IS NOT NULL)')} AS settlements,
        ${PARTIES.select(`FROM principal WHERE principal_id IN
          (SELECT provider_principal_id FROM step UNION SELECT consumer_principal_id FROM step)`)} AS parties`;
}

// The texts of prepared statements, by name. pg compares them at each call, which is fast for the same string.
const texts = new Map<string, string>();

function statementOf({ name: page, text: pageText, values = [] }: Statement, columns: AggregateColumns): Statement {
  if (page === undefined) return { text: textOf(pageText, ROWS[columns]), values };
  const name = `aggregates_${columns}_${page}`;
  const text = texts.get(name) ?? textOf(pageText, ROWS[columns]);
  texts.set(name, text);
  return { name, text, values };
}

/**
 * Loads trades with their steps, participants, parties and settlements in one statement instead of five.
 * @param of selects `page_key` and TRADE_LIST_COLUMNS of the trades in their order
 */
export async function loadTradeAggregates(
  db: Db,
  of: Statement,
  columns: AggregateColumns,
): Promise<{ readonly aggregates: readonly TradeAggregate[]; readonly parties: readonly Party[] }> {
  const [found] = await db.query<Record<Part, string | null>>(statementOf(of, columns));
  const steps = groupBy(ROWS[columns].steps.decode(found?.steps), ({ tradeId }) => tradeId);
  const participants = groupBy(ROWS[columns].participants.decode(found?.participants), ({ tradeId }) => tradeId);
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
