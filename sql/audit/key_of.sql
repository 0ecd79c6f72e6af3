-- Returns the key of an id, such as `crd_…`: a TypeID in Crockford base32.
-- Callers: the views of this folder, webhook_payload.
-- Locks: none.
CREATE OR REPLACE FUNCTION audit_key_of(p_prefix text, p_id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT p_prefix || '_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', substring(b.bits FROM n * 5 + 1 FOR 5)::bit(5)::integer + 1, 1), '' ORDER BY n)
  FROM (SELECT B'00' || ('x' || replace(p_id::text, '-', ''))::bit(128) AS bits) b, generate_series(0, 25) n
$$;
