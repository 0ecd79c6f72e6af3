-- Returns the last entry of each of the platform's accounts at the checkpoint; see audit_height.
--
-- These accounts are folded after posting, so the block of a posting says nothing about its entry.
-- Callers: the views of this folder, src/ledger/audit.
-- Locks: none.
CREATE OR REPLACE FUNCTION audit_deferred() RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(current_setting('ats.audit_deferred', true), '')::jsonb, '{}')
$$;
