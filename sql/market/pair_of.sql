-- Names a pair of tags in one market: the first half of the SHA-256 of profile, side and both tags in order.
-- Callers: market_pairs.
-- Locks: none.
CREATE OR REPLACE FUNCTION market_pair_of(p_trade_profile text, p_side text, p_one text, p_other text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(substring(sha256(convert_to(ARRAY[p_trade_profile, p_side, least(p_one COLLATE "C", p_other), greatest(p_one COLLATE "C", p_other)]::text, 'UTF8')) FOR 16), 'hex')::uuid
$$;
