import { rowDifferences } from '../../domain/trades/facts';
import type { TradeRows } from '../../domain/trades/fact-types';
import { factBytes } from '../../database/repositories/trade-queue';
import { decode, decodeAll } from '../../database/sql/codec';
import { BrokenChain, projectionOf, type StoredFact } from '../../database/sql/fact-json';
import { factsOf, rowCheck } from './trade-pages';

/** Check F2: computes the rows of every trade from its facts. */

const IDS = `SELECT t.trade_id AS id, ${factBytes('t')} AS bytes FROM audit_trade t`;
const ROWS = `
  SELECT t.trade_id, to_jsonb(t) AS trade, ${factsOf('t')} AS facts,
    (SELECT jsonb_agg(to_jsonb(p) ORDER BY p.principal_id) FROM trade_participant p WHERE p.trade_id = t.trade_id) AS participants,
    (SELECT jsonb_agg(to_jsonb(p) ORDER BY p.step_no) FROM trade_step p WHERE p.trade_id = t.trade_id) AS steps
  FROM trade t WHERE t.trade_id = ANY ($1)`;

interface PageRow {
  readonly trade_id: string;
  readonly trade: object;
  readonly facts: StoredFact[] | null;
  readonly participants: object[] | null;
  readonly steps: object[] | null;
}

function findingsOf({ trade_id: tradeId, trade, facts, participants, steps }: PageRow): string[] {
  const projected = projectionOf(tradeId, facts);
  // A broken chain is a finding of F1.
  if (projected instanceof BrokenChain) return [];
  if (projected instanceof Error) return [projected.message];
  const stored: TradeRows = { trade: decode(trade), steps: decodeAll(steps), participants: decodeAll(participants) };
  return rowDifferences(stored, projected).map((name) => `${name} is not what its facts say`);
}

export const tradesProjected = rowCheck<PageRow>(
  { id: 'F2', title: 'each trade’s rows are those of its facts' },
  { ids: IDS, rows: ROWS },
  (row) => findingsOf(row).map((finding) => `trade ${row.trade_id}: ${finding}`),
);
