-- Keeps the match index in step with the listings.
-- Callers: the triggers below.
-- Locks: those of market_remove_listing, then those of market_add_listing.
-- Planner settings: the plans are made once, on the indexes, however small the tables were at the first call.
CREATE OR REPLACE FUNCTION market_sync_listing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM market_remove_listing(OLD.listing_id);
  END IF;
  IF market_is_matchable(NEW) THEN
    PERFORM market_add_listing(NEW);
  END IF;
  RETURN NULL;
END $$;

REVOKE ALL ON FUNCTION market_sync_listing FROM PUBLIC;

CREATE OR REPLACE TRIGGER listing_sync_on_insert AFTER INSERT ON listing
  FOR EACH ROW EXECUTE FUNCTION market_sync_listing();

CREATE OR REPLACE TRIGGER listing_sync_on_update AFTER UPDATE OF state, trade_profile, side, tags, price_stamps, steps, expires_at ON listing
  FOR EACH ROW WHEN ((OLD.state, OLD.trade_profile, OLD.side, OLD.tags, OLD.price_stamps, OLD.steps, OLD.expires_at)
    IS DISTINCT FROM (NEW.state, NEW.trade_profile, NEW.side, NEW.tags, NEW.price_stamps, NEW.steps, NEW.expires_at))
  EXECUTE FUNCTION market_sync_listing();
