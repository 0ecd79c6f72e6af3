-- Returns the key of an id, such as `crd_…`: a TypeID in Crockford base32.
-- Callers: the views of this folder.
-- Locks: none.
CREATE OR REPLACE FUNCTION audit_key_of(p_prefix text, p_id uuid) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT p_prefix || '_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', substr(b.bits, n * 5 + 1, 5)::bit(5)::integer + 1, 1), '' ORDER BY n)
  FROM (SELECT '00' || string_agg(('x' || substr(replace(p_id::text, '-', ''), i, 1))::bit(4)::text, '' ORDER BY i) AS bits FROM generate_series(1, 32) i) b,
    generate_series(0, 25) n
$$;
