-- Removes a listing from the match index, and its tag set if no other listing has it.
-- Callers: market_sync_listing.
-- Locks: the offer's row, then the tag set's advisory lock, exclusive (try only). A transaction that adds to the set waits for its end.
CREATE OR REPLACE FUNCTION market_remove_listing(p_listing_id uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v      market_offer;
  v_tags text[];
BEGIN
  DELETE FROM market_offer WHERE listing_id = p_listing_id RETURNING * INTO v;
  IF NOT FOUND OR EXISTS (SELECT FROM market_offer o WHERE o.trade_profile = v.trade_profile AND o.side = v.side AND o.tag_set = v.tag_set) THEN
    RETURN;
  END IF;
  -- If another transaction adds or removes under the same tags, the set stays: an empty set costs little.
  IF NOT pg_try_advisory_xact_lock(market_lock_of(v.trade_profile, v.side, v.tag_set)) THEN
    RETURN;
  END IF;
  WITH gone AS (
    DELETE FROM market_tag t WHERE t.trade_profile = v.trade_profile AND t.side = v.side AND t.tag_set = v.tag_set
      AND NOT EXISTS (SELECT FROM market_offer o WHERE o.trade_profile = v.trade_profile AND o.side = v.side AND o.tag_set = v.tag_set)
    RETURNING tag)
  SELECT array_agg(tag) INTO v_tags FROM gone;
  IF cardinality(v_tags) > 1 THEN
    DELETE FROM market_pair q WHERE q.tag_set = v.tag_set AND q.pair = ANY (ARRAY(SELECT market_pairs(v.trade_profile, v.side, v_tags)));
  END IF;
END $$;

REVOKE ALL ON FUNCTION market_remove_listing FROM PUBLIC;
