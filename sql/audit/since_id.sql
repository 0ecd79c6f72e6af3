-- Returns the least UUIDv7 of the checkpoint's time; see audit_height.
--
-- It reads the setting itself: PostgreSQL 18 keeps a function's plan, with the results of other immutable functions, for
-- the whole session.
-- Callers: the views of this folder, src/ledger/audit.
-- Locks: none.
CREATE OR REPLACE FUNCTION audit_since_id() RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN since IS NULL THEN '00000000-0000-0000-0000-000000000000'
    ELSE (lpad(to_hex((extract(epoch FROM since) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid END
  FROM (SELECT nullif(current_setting('ats.audit_since', true), '')::timestamptz AS since) s
$$;
