-- Reads the balances of principals: tickets, available bond, bond reserved in open trades.
-- Each account is looked up by the index of ledger_find. OFFSET 0 keeps the look-up of a trade's bond account from being
-- joined with all bond accounts that the principal ever had.
-- Callers: src/ledger/ledger.ts.
-- Locks: none.
-- Planner settings: the plans are made once, on the indexes, however small the tables were at the first call.
CREATE OR REPLACE FUNCTION principal_balances(p_principals uuid[])
RETURNS TABLE (principal_id uuid, ticket bigint, available bigint, reserved bigint) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  RETURN QUERY SELECT p.id,
    coalesce((SELECT b.balance FROM ledger_account a JOIN ledger_balance b USING (account_id) WHERE a.kind = 'ticket'
      AND a.principal_id = p.id AND a.human_id IS NULL AND a.trade_id IS NULL AND a.step_no IS NULL), 0),
    coalesce((SELECT b.balance FROM ledger_account a JOIN ledger_balance b USING (account_id) WHERE a.kind = 'bond_available'
      AND a.principal_id = p.id AND a.human_id IS NULL AND a.trade_id IS NULL AND a.step_no IS NULL), 0),
    -- Open trades only: the bond account of a settled trade is empty (audit I5).
    (SELECT coalesce(sum(b.balance), 0)::bigint FROM trade_participant o
      CROSS JOIN LATERAL (SELECT l.balance FROM ledger_account a JOIN ledger_balance l USING (account_id)
        WHERE a.kind = 'trade_bond' AND a.principal_id = o.principal_id AND a.human_id IS NULL
          AND a.trade_id = o.trade_id AND a.step_no IS NULL OFFSET 0) b
      WHERE o.principal_id = p.id AND o.open)
  FROM unnest(p_principals) WITH ORDINALITY AS p (id, n) ORDER BY p.n;
END $$;
