-- Names the advisory lock of a tag set in one market (trade profile and side).
-- Callers: market_add_listing, market_remove_listing.
-- Locks: none; it only computes the key.
CREATE OR REPLACE FUNCTION market_lock_of(p_trade_profile text, p_side text, p_tag_set uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended(p_trade_profile || ' ' || p_side || ' ' || p_tag_set::text, 17)
$$;
