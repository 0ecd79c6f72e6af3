-- What one asks for is looked up by itself, however much there is beside it.

-- As in 0027, but for the reserved bond: where many of a principal's trades are open, the plan read every bond account that it
-- ever had, and compared each with each open trade. OFFSET 0 keeps the look-up of one trade's account a look-up.
CREATE OR REPLACE FUNCTION principal_balances(p_principals uuid[])
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
      CROSS JOIN LATERAL (SELECT l.balance FROM ledger_account a JOIN ledger_balance l USING (account_id)
        WHERE a.kind = 'trade_bond' AND a.principal_id = o.principal_id AND a.human_id IS NULL
          AND a.trade_id = o.trade_id AND a.step_no IS NULL OFFSET 0) b
      WHERE o.principal_id = p.id AND o.open)
  FROM unnest(p_principals) WITH ORDINALITY AS p (id, n) ORDER BY p.n;
END $$;

-- A principal's live credentials, beside all that it has revoked.
CREATE INDEX credential_live ON credential (principal_id, credential_id) WHERE revoked_at IS NULL;

-- The oldest of many principals that a human owns.
CREATE INDEX binding_owned ON binding (human_id, binding_id) WHERE role = 'owner';

-- In the order in which operators are shown it (src/database/repositories/operator-trades.ts): a page is read, not the whole queue.
DROP INDEX trade_step_to_judge;
CREATE INDEX trade_step_to_judge ON trade_step (((rebuttal_filed_at IS NOT NULL)::int::text || trade_id::text))
  WHERE state = 'active' AND checkpoint_status IS NOT NULL AND verdict IS NULL;
