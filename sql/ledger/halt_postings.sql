-- Halts the ledger: ledger_post and ledger_fold_deferred then raise AT002.
-- Every role that may post may halt. Only the owner can resume, by deleting the row of ledger_halt.
-- Callers: the invariant check (src/ledger/ledger.ts), when I1 or I5 is broken.
-- Locks: the one row of ledger_halt.
CREATE OR REPLACE FUNCTION ledger_halt_postings(p_reason text) RETURNS void LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO ledger_halt (reason) VALUES (p_reason) ON CONFLICT DO NOTHING
$$;

REVOKE ALL ON FUNCTION ledger_halt_postings FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_halt_postings TO ats_app;
