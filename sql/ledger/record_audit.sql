-- Records what the worker's last audit found, by check.
-- Callers: src/ledger/audit/last-audit.ts.
-- Locks: the one row of ledger_audit.
CREATE OR REPLACE FUNCTION ledger_record_audit(p_findings jsonb, p_at timestamptz) RETURNS void LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO ledger_audit (findings, audited_at) VALUES (p_findings, p_at)
  ON CONFLICT (one) DO UPDATE SET findings = excluded.findings, audited_at = excluded.audited_at
$$;

REVOKE ALL ON FUNCTION ledger_record_audit FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_record_audit TO ats_app;
