-- What the worker's last audit found (ledger.md §4), for whoever watches the service: every check, where `ledger_guard` has
-- I1 and I5 alone. It is also what says when the next is due, whichever process makes it.

-- findings: how many, by check; every check that was made is there, with 0 in health.
CREATE TABLE ledger_audit (
  one        boolean     NOT NULL DEFAULT true CONSTRAINT ledger_audit_pkey PRIMARY KEY,
  findings   jsonb       NOT NULL,
  audited_at timestamptz NOT NULL,
  CONSTRAINT ledger_audit_one CHECK (one)
);
COMMENT ON CONSTRAINT ledger_audit_one ON ledger_audit IS 'the last audit, and no other';
REVOKE ALL ON ledger_audit FROM PUBLIC;
GRANT SELECT ON ledger_audit TO ats_app;

CREATE FUNCTION ledger_audited(p_findings jsonb, p_at timestamptz) RETURNS void LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO ledger_audit (findings, audited_at) VALUES (p_findings, p_at)
  ON CONFLICT (one) DO UPDATE SET findings = excluded.findings, audited_at = excluded.audited_at
$$;
REVOKE ALL ON FUNCTION ledger_audited FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_audited TO ats_app;
