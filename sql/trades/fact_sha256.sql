-- Returns the digest of a fact, from the digest of the fact before it. Null: it is the first.
-- Callers: trade_add_fact, authority_add_fact, and the audit.
-- Locks: none.
CREATE OR REPLACE FUNCTION trade_fact_sha256(p_previous bytea, p_body text) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT sha256('ats-fact-v1'::bytea || coalesce(p_previous, '') || convert_to(p_body, 'UTF8'))
$$;
