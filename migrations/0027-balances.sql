-- What principals have, which almost every answer of a mutation that moves stamps asks for. A function for its plan, which
-- is made once: as a statement with an array it was planned at every call, and, as long as statistics said that there are
-- few accounts, joined over those of all principals.
--
-- Not joined but looked up, one account after the other, by the index that ledger_find uses.
CREATE FUNCTION principal_balances(p_principals uuid[])
RETURNS TABLE (principal_id uuid, ticket bigint, available bigint, reserved bigint) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  RETURN QUERY SELECT p.id,
    coalesce((SELECT b.balance FROM ledger_account a JOIN ledger_balance b USING (account_id) WHERE a.kind = 'ticket'
      AND a.principal_id = p.id AND a.human_id IS NULL AND a.trade_id IS NULL AND a.step_no IS NULL), 0),
    coalesce((SELECT b.balance FROM ledger_account a JOIN ledger_balance b USING (account_id) WHERE a.kind = 'bond_available'
      AND a.principal_id = p.id AND a.human_id IS NULL AND a.trade_id IS NULL AND a.step_no IS NULL), 0),
    -- In open trades; a settled trade's bond account is empty (I5).
    (SELECT coalesce(sum(b.balance), 0)::bigint FROM trade_participant o
      JOIN ledger_account a ON a.kind = 'trade_bond' AND a.principal_id = o.principal_id AND a.human_id IS NULL
        AND a.trade_id = o.trade_id AND a.step_no IS NULL
      JOIN ledger_balance b USING (account_id)
      WHERE o.principal_id = p.id AND o.open)
  FROM unnest(p_principals) WITH ORDINALITY AS p (id, n) ORDER BY p.n;
END $$;
