-- Names a set of tags: the first half of the SHA-256 of its sorted, distinct tags.
-- Callers: market_add_listing, apply_effects, and the audit.
-- Locks: none.
CREATE OR REPLACE FUNCTION market_tag_set(p_tags text[]) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT encode(substring(sha256(convert_to(ARRAY(SELECT DISTINCT t COLLATE "C" FROM unnest(p_tags) t ORDER BY 1)::text, 'UTF8')) FOR 16), 'hex')::uuid
$$;
