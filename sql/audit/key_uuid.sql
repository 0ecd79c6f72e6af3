-- Returns the id of a key such as `trd_…`: a TypeID in Crockford base32. Null: it is not a key of this prefix.
-- Callers: the views of this folder.
-- Locks: none.
CREATE OR REPLACE FUNCTION audit_key_uuid(p_prefix text, p_key text) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN p_key ~ ('^' || p_prefix || '_[0-7][0-9a-hjkmnp-tv-z]{25}$') THEN (
    SELECT string_agg(to_hex(substr(b.bits, n * 4 + 3, 4)::bit(4)::integer), '' ORDER BY n)::uuid
    FROM (SELECT string_agg((strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(p_key, length(p_prefix) + 1 + i, 1)) - 1)::bit(5)::text, '' ORDER BY i) AS bits
      FROM generate_series(1, 26) i) b, generate_series(0, 31) n GROUP BY b.bits) END
$$;
