-- Records what the invariant check of the ledger found in its last run. Guard is an older name of the check.
-- Callers: src/ledger/audit/invariant-check.ts.
-- Locks: the one row of ledger_guard.
CREATE OR REPLACE FUNCTION ledger_record_guard(p_violations integer) RETURNS void LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO ledger_guard (violations, looked_at) VALUES (p_violations, now())
  ON CONFLICT (one) DO UPDATE SET violations = excluded.violations, looked_at = excluded.looked_at
$$;

REVOKE ALL ON FUNCTION ledger_record_guard FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_record_guard TO ats_app;
