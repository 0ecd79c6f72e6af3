-- Names an account in the hashed encoding by its owner, so that the hash does not depend on account ids.
-- Callers: ledger_post, src/ledger/proofs/seals.ts, src/ledger/audit/settlements.ts, and the audit.
-- Locks: none.
CREATE OR REPLACE FUNCTION ledger_account_name(kind text, principal_id uuid, human_id uuid, trade_id uuid, step_no integer) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT concat_ws(':', kind, trade_id, step_no, principal_id, human_id)
$$;
