-- Adds a listing to the match index: its offer, and its tag set if it is new.
-- Callers: market_sync_listing.
-- Locks: the tag set's advisory lock, shared, so that market_remove_listing does not delete the set meanwhile.
CREATE OR REPLACE FUNCTION market_add_listing(p listing) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_set  uuid := market_tag_set(p.tags);
  v_size integer := (SELECT count(DISTINCT t) FROM unnest(p.tags) t);
  v_rank bigint := CASE p.side WHEN 'provide' THEN p.price_stamps ELSE -p.price_stamps END;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(market_lock_of(p.trade_profile, p.side, v_set));
  INSERT INTO market_offer VALUES (p.listing_id, p.principal_id, p.trade_profile, p.side, v_set, v_rank, p.expires_at);
  -- The set cannot be deleted while the lock is held, so existing tags and pairs are not written again.
  IF EXISTS (SELECT FROM market_tag t WHERE t.trade_profile = p.trade_profile AND t.side = p.side AND t.tag_set = v_set) THEN
    RETURN;
  END IF;
  INSERT INTO market_tag
  SELECT p.trade_profile, p.side, t.tag, v_set, v_size FROM (SELECT DISTINCT unnest(p.tags) AS tag) t ORDER BY t.tag
  ON CONFLICT DO NOTHING;
  INSERT INTO market_pair
  SELECT q.pair, v_set, v_size FROM market_pairs(p.trade_profile, p.side, p.tags) q (pair) ORDER BY q.pair
  ON CONFLICT DO NOTHING;
END $$;

REVOKE ALL ON FUNCTION market_add_listing FROM PUBLIC;
