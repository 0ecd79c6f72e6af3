-- Finds the account of an owner, if it exists. The planner inlines this function.
-- Callers: ledger_post.
-- Locks: none.
CREATE OR REPLACE FUNCTION ledger_find(p_kind text, p_principal_id uuid, p_human_id uuid, p_trade_id uuid, p_step_no integer)
RETURNS TABLE (account_id bigint, mode text) LANGUAGE sql STABLE AS $$
  SELECT a.account_id, a.mode FROM ledger_account a
  WHERE coalesce(a.trade_id, '00000000-0000-0000-0000-000000000000') = coalesce(p_trade_id, '00000000-0000-0000-0000-000000000000')
    AND coalesce(a.principal_id, a.human_id, '00000000-0000-0000-0000-000000000000') = coalesce(p_principal_id, p_human_id, '00000000-0000-0000-0000-000000000000')
    AND a.kind = p_kind AND coalesce(a.step_no, 0) = coalesce(p_step_no, 0)
    -- The index key does not tell a human from a principal, so both columns are compared here.
    AND a.principal_id IS NOT DISTINCT FROM p_principal_id AND a.human_id IS NOT DISTINCT FROM p_human_id
$$;

REVOKE ALL ON FUNCTION ledger_find FROM PUBLIC;
