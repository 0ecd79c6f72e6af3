-- What match runs read (contract §7, Match run): narrow rows of the listings that can be found, in the orders in which a run
-- stops early (docs/decisions/0019-match-run-search.md). They follow `listing` by trigger, so that nobody forgets them.

CREATE TABLE market_offer (
  listing_id    uuid   CONSTRAINT market_offer_pkey PRIMARY KEY CONSTRAINT market_offer_listing REFERENCES listing,
  principal_id  uuid   NOT NULL,
  trade_profile text   NOT NULL,
  side          text   NOT NULL,
  tag_set       uuid   NOT NULL,
  price_rank    bigint NOT NULL,
  expires_at    timestamptz
);
COMMENT ON TABLE market_offer IS 'a row for each active listing that a match run may find';
COMMENT ON COLUMN market_offer.tag_set IS 'names the set of its tags: equal sets have equal names';
COMMENT ON COLUMN market_offer.price_rank IS 'the price of an ask, minus the price of a bid: the better comes first';
-- Each holds all that a run reads, so that no row is fetched but the winners' listings.
CREATE INDEX market_offer_by_price ON market_offer (trade_profile, side, price_rank, listing_id) INCLUDE (principal_id, tag_set, expires_at);
CREATE INDEX market_offer_by_key ON market_offer (trade_profile, side, listing_id) INCLUDE (price_rank, principal_id, tag_set, expires_at);
CREATE INDEX market_offer_by_tags ON market_offer (tag_set, trade_profile, side, price_rank, listing_id) INCLUDE (principal_id, expires_at);
CREATE INDEX market_offer_by_tags_and_key ON market_offer (tag_set, trade_profile, side, listing_id) INCLUDE (price_rank, principal_id, expires_at);

-- Which sets of tags there are in a market: however many listings have the same tags, a run looks at their set once.
CREATE TABLE market_tag (
  trade_profile text    NOT NULL,
  side          text    NOT NULL,
  tag           text    NOT NULL,
  tag_set       uuid    NOT NULL,
  set_size      integer NOT NULL,
  CONSTRAINT market_tag_pkey PRIMARY KEY (trade_profile, side, tag_set, tag)
);
COMMENT ON TABLE market_tag IS 'each tag of each set of tags that an offer of the market has';
CREATE INDEX market_tag_by_tag ON market_tag (trade_profile, side, tag, tag_set) INCLUDE (set_size);

-- A fault is rare: whoever has none in 180 days is known by an index that does not name it.
CREATE INDEX principal_record_faulted ON principal_record (principal_id, day) WHERE faulted > 0;

-- The first half of a digest: two sets with one name take 2^64 tries.
CREATE FUNCTION market_tag_set(p_tags text[]) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT encode(substring(sha256(convert_to(ARRAY(SELECT DISTINCT t COLLATE "C" FROM unnest(p_tags) t ORDER BY 1)::text, 'UTF8')) FOR 16), 'hex')::uuid
$$;

CREATE FUNCTION market_lock_of(p_trade_profile text, p_side text, p_tag_set uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended(p_trade_profile || ' ' || p_side || ' ' || p_tag_set::text, 17)
$$;

CREATE FUNCTION market_enter(p listing) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_set  uuid := market_tag_set(p.tags);
  v_rank bigint := CASE p.side WHEN 'provide' THEN p.price_stamps ELSE -p.price_stamps END;
BEGIN
  -- Shared among all who enter under these tags; whoever wants to forget the set must have it alone.
  PERFORM pg_advisory_xact_lock_shared(market_lock_of(p.trade_profile, p.side, v_set));
  INSERT INTO market_offer VALUES (p.listing_id, p.principal_id, p.trade_profile, p.side, v_set, v_rank, p.expires_at);
  INSERT INTO market_tag
  SELECT p.trade_profile, p.side, t.tag, v_set, count(*) OVER () FROM (SELECT DISTINCT unnest(p.tags) AS tag) t ORDER BY t.tag
  ON CONFLICT DO NOTHING;
END $$;

CREATE FUNCTION market_leave(p_listing_id uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v market_offer;
BEGIN
  DELETE FROM market_offer WHERE listing_id = p_listing_id RETURNING * INTO v;
  IF NOT FOUND OR EXISTS (SELECT FROM market_offer o WHERE o.trade_profile = v.trade_profile AND o.side = v.side AND o.tag_set = v.tag_set) THEN
    RETURN;
  END IF;
  -- Where somebody is entering under these tags, or the last two leave at once, the set stays: an empty one costs little.
  IF pg_try_advisory_xact_lock(market_lock_of(v.trade_profile, v.side, v.tag_set)) THEN
    DELETE FROM market_tag t WHERE t.trade_profile = v.trade_profile AND t.side = v.side AND t.tag_set = v.tag_set
      AND NOT EXISTS (SELECT FROM market_offer o WHERE o.trade_profile = v.trade_profile AND o.side = v.side AND o.tag_set = v.tag_set);
  END IF;
END $$;

-- Active, and not a consumer's listing that seeks several trade profiles: that one is nobody's candidate.
CREATE FUNCTION market_shows(p listing) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT p.state = 'active' AND NOT EXISTS (SELECT FROM jsonb_array_elements(p.steps) s WHERE s->>'trade_profile' <> p.trade_profile)
$$;

CREATE FUNCTION market_follow() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM market_leave(OLD.listing_id);
  END IF;
  IF market_shows(NEW) THEN
    PERFORM market_enter(NEW);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER listing_enters_market AFTER INSERT ON listing FOR EACH ROW EXECUTE FUNCTION market_follow();
CREATE TRIGGER listing_moves_in_market AFTER UPDATE OF state, trade_profile, side, tags, price_stamps, steps, expires_at ON listing FOR EACH ROW
WHEN ((OLD.state, OLD.trade_profile, OLD.side, OLD.tags, OLD.price_stamps, OLD.steps, OLD.expires_at)
  IS DISTINCT FROM (NEW.state, NEW.trade_profile, NEW.side, NEW.tags, NEW.price_stamps, NEW.steps, NEW.expires_at))
EXECUTE FUNCTION market_follow();

REVOKE ALL ON FUNCTION market_enter, market_leave, market_follow FROM PUBLIC;
GRANT SELECT ON market_offer, market_tag TO ats_app;

INSERT INTO market_offer
SELECT l.listing_id, l.principal_id, l.trade_profile, l.side, market_tag_set(l.tags),
  CASE l.side WHEN 'provide' THEN l.price_stamps ELSE -l.price_stamps END, l.expires_at
FROM listing l WHERE market_shows(l);
INSERT INTO market_tag
SELECT DISTINCT l.trade_profile, l.side, t.tag, o.tag_set, t.set_size
FROM market_offer o JOIN listing l USING (listing_id)
CROSS JOIN LATERAL (SELECT tag, (count(*) OVER ())::integer AS set_size FROM (SELECT DISTINCT unnest(l.tags) AS tag) d) t;

-- Nothing reads it any more.
DROP INDEX listing_market;
