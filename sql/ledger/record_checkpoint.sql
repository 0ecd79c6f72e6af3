-- Records a clean audit as the checkpoint from which the next audit may start.
-- Callers: src/ledger/audit/checkpoint.ts.
-- Locks: none.
CREATE OR REPLACE FUNCTION ledger_record_checkpoint(p_whole boolean, p_height bigint, p_hash bytea, p_journals bigint, p_deferred jsonb, p_at timestamptz)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO ledger_checkpoint (whole, height, hash, journals, deferred, audited_at)
  VALUES (p_whole, p_height, p_hash, p_journals, p_deferred, p_at)
$$;

REVOKE ALL ON FUNCTION ledger_record_checkpoint FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_record_checkpoint TO ats_app;
