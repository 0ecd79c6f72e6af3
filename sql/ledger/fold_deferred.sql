-- Folds the oldest deferred sides into the platform's balances, at most p_limit; returns how many.
-- It skips an account that another worker holds, so 0 means that nothing is left for this worker.
-- Callers: the ledger worker (src/ledger/ledger.ts).
-- Locks: the balances of the platform's accounts, in account_id order (FOR NO KEY UPDATE SKIP LOCKED).
CREATE OR REPLACE FUNCTION ledger_fold_deferred(p_limit integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_mine   bigint[];
  v_folded integer;
BEGIN
  IF EXISTS (SELECT FROM ledger_halt) THEN
    RAISE EXCEPTION 'the ledger is halted' USING ERRCODE = 'AT002';
  END IF;
  SELECT array_agg(account_id) INTO v_mine FROM (
    SELECT b.account_id FROM ledger_balance b
    WHERE b.account_id IN (SELECT a.account_id FROM ledger_account a
      WHERE a.kind IN ('platform_fee', 'slash_pool', 'stripe_clearing') AND a.principal_id IS NULL AND a.human_id IS NULL)
    ORDER BY b.account_id FOR NO KEY UPDATE SKIP LOCKED) held;

  WITH taken AS (
    DELETE FROM ledger_deferred u USING (
      SELECT posting_id, account_id FROM ledger_deferred
      WHERE account_id = ANY (v_mine) ORDER BY posting_id, account_id LIMIT p_limit) oldest
    WHERE u.posting_id = oldest.posting_id AND u.account_id = oldest.account_id
    RETURNING u.posting_id, u.account_id, u.amount
  ), entry AS (
    INSERT INTO ledger_entry (account_id, seq, posting_id, amount, balance_before, balance_after)
    SELECT b.account_id, coalesce(b.entry_seq, 0) + row_number() OVER running, t.posting_id, t.amount,
      b.balance + (sum(t.amount) OVER running)::bigint - t.amount, b.balance + (sum(t.amount) OVER running)::bigint
    FROM taken t JOIN ledger_balance b USING (account_id)
    WINDOW running AS (PARTITION BY b.account_id ORDER BY t.posting_id)
    RETURNING account_id, seq, balance_after
  ), moved AS (
    UPDATE ledger_balance b SET balance = last.balance_after, entry_seq = last.seq
    FROM (SELECT DISTINCT ON (account_id) account_id, seq, balance_after FROM entry ORDER BY account_id, seq DESC) last
    WHERE b.account_id = last.account_id
  )
  SELECT count(*) INTO v_folded FROM taken;
  RETURN v_folded;
END $$;

REVOKE ALL ON FUNCTION ledger_fold_deferred FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_fold_deferred TO ats_app;
