-- Encodes a journal without its lines for hashing; created_at in milliseconds since 1970.
-- Callers: ledger_post, audit_i4_hashes.
-- Locks: none.
CREATE OR REPLACE FUNCTION ledger_journal_head(journal_id uuid, idem_key text, kind text, trade_id uuid, created_at timestamptz) RETURNS bytea
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT ledger_field('ats-journal-v1') || ledger_field(journal_id::text) || ledger_field(idem_key) || ledger_field(kind)
    || ledger_field(trade_id::text) || ledger_field((extract(epoch FROM created_at) * 1000)::bigint::text)
$$;
