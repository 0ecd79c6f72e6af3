-- Records what the worker's last audit found, by check.
-- Callers: src/ledger/audit/last-audit.ts. A process of the previous release passes the first two arguments only.
-- Locks: the one row of ledger_audit.
CREATE OR REPLACE FUNCTION ledger_record_audit(p_findings jsonb, p_at timestamptz, p_examples jsonb DEFAULT '{}',
  p_is_whole boolean DEFAULT false) RETURNS void LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO ledger_audit (findings, audited_at, examples, is_whole) VALUES (p_findings, p_at, p_examples, p_is_whole)
  ON CONFLICT (one) DO UPDATE SET findings = excluded.findings, audited_at = excluded.audited_at, examples = excluded.examples,
    is_whole = excluded.is_whole
$$;

REVOKE ALL ON FUNCTION ledger_record_audit FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_record_audit TO ats_app;
