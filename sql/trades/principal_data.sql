-- Reads what a decision needs about principals: limits, balances, open trades, today's spend, recent faults.
-- Callers: load_decision_data, which holds the principals' locks when the decision needs them, and src/database/repositories/decisions.ts.
-- Locks: none.
CREATE OR REPLACE FUNCTION principal_data(p_ids uuid[], p_at timestamptz) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT coalesce(jsonb_agg(jsonb_build_object(
    'principal_id', p.principal_id,
    'display_name', p.display_name,
    'max_open_trades', p.max_open_trades,
    'bond_limit_stamps', p.bond_limit_stamps,
    'daily_spend_limit_stamps', p.daily_spend_limit_stamps,
    'ticket_stamps', coalesce((SELECT b.balance FROM ledger_account a JOIN ledger_balance b USING (account_id)
      WHERE a.kind = 'ticket' AND a.principal_id = p.principal_id AND a.human_id IS NULL AND a.trade_id IS NULL AND a.step_no IS NULL), 0),
    'bond_available_stamps', coalesce((SELECT b.balance FROM ledger_account a JOIN ledger_balance b USING (account_id)
      WHERE a.kind = 'bond_available' AND a.principal_id = p.principal_id AND a.human_id IS NULL AND a.trade_id IS NULL AND a.step_no IS NULL), 0),
    'open_trades', o.trades,
    'open_bond_stamps', o.bond,
    'spent_today_stamps', coalesce((SELECT s.spent_stamps FROM principal_spend s
      WHERE s.principal_id = p.principal_id AND s.day = (p_at AT TIME ZONE 'UTC')::date), 0),
    -- No upper bound: a transaction takes its time before its locks. A fault that was settled while it waited is dated
    -- later and still counts. Otherwise two faults at once would both get the first-time discount.
    'faults_180_days', (SELECT count(*) FROM settlement f
      WHERE f.fault_principal_id = p.principal_id AND f.settled_at > p_at - interval '180 days')
  ) ORDER BY p.principal_id), '[]')
  FROM principal p
  CROSS JOIN LATERAL (SELECT count(*) AS trades, coalesce(sum(bond_stamps), 0) AS bond
    FROM trade_participant t WHERE t.principal_id = p.principal_id AND t.open) o
  WHERE p.principal_id = ANY (p_ids));
END $$;
