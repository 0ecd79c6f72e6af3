-- Returns whether match runs can find a listing: it is active, and it seeks no second trade profile.
-- Callers: market_sync_listing, audit_t5_market.
-- Locks: none.
CREATE OR REPLACE FUNCTION market_is_matchable(p listing) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT p.state = 'active' AND NOT EXISTS (SELECT FROM jsonb_array_elements(p.steps) s WHERE s->>'trade_profile' <> p.trade_profile)
$$;
