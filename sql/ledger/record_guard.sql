-- Records what the ledger guard found in its last run.
-- Callers: src/ledger/audit/guard.ts.
-- Locks: the one row of ledger_guard.
CREATE OR REPLACE FUNCTION ledger_record_guard(p_violations integer) RETURNS void LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO ledger_guard (violations, looked_at) VALUES (p_violations, now())
  ON CONFLICT (one) DO UPDATE SET violations = excluded.violations, looked_at = excluded.looked_at
$$;

REVOKE ALL ON FUNCTION ledger_record_guard FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_record_guard TO ats_app;
