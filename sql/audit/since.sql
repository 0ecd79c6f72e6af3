-- Returns the time of the checkpoint from which the audit starts; see audit_height.
--
-- Callers: the views of this folder, src/ledger/audit.
-- Locks: none.
CREATE OR REPLACE FUNCTION audit_since() RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(current_setting('ats.audit_since', true), '')::timestamptz, '-infinity')
$$;
