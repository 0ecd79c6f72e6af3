-- Sets of tags by pairs of tags: where many listings have tags of their own, those with two or more in common with another's
-- are few, and those with one are many (docs/decisions/0019-match-run-search.md).

-- Whoever is changing a listing ends before, and whoever comes waits: nobody enters a market by the functions as they were
-- after the pairs of what is there were written.
LOCK TABLE listing IN SHARE ROW EXCLUSIVE MODE;

CREATE TABLE market_pair (
  pair     uuid    NOT NULL,
  tag_set  uuid    NOT NULL,
  set_size integer NOT NULL,
  CONSTRAINT market_pair_pkey PRIMARY KEY (pair, tag_set) INCLUDE (set_size)
);
COMMENT ON TABLE market_pair IS 'each two tags of each set of tags that an offer of a market has';
COMMENT ON COLUMN market_pair.pair IS 'names trade profile, side and two tags';

CREATE FUNCTION market_pair_of(p_trade_profile text, p_side text, p_one text, p_other text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(substring(sha256(convert_to(ARRAY[p_trade_profile, p_side, least(p_one COLLATE "C", p_other), greatest(p_one COLLATE "C", p_other)]::text, 'UTF8')) FOR 16), 'hex')::uuid
$$;

-- All of some tags of a market, each once.
CREATE FUNCTION market_pairs(p_trade_profile text, p_side text, p_tags text[]) RETURNS SETOF uuid LANGUAGE sql IMMUTABLE ROWS 6 AS $$
  SELECT market_pair_of(p_trade_profile, p_side, a.tag, b.tag)
  FROM (SELECT DISTINCT unnest(p_tags) COLLATE "C" AS tag) a JOIN (SELECT DISTINCT unnest(p_tags) COLLATE "C" AS tag) b ON a.tag < b.tag
$$;

-- Also by size: of those with one tag in common the smallest sets fit best.
DROP INDEX market_tag_by_tag;
CREATE INDEX market_tag_by_tag ON market_tag (trade_profile, side, tag, set_size, tag_set);
ALTER TABLE market_tag DROP CONSTRAINT market_tag_pkey,
  ADD CONSTRAINT market_tag_pkey PRIMARY KEY (trade_profile, side, tag_set, tag) INCLUDE (set_size);

CREATE OR REPLACE FUNCTION market_enter(p listing) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_set  uuid := market_tag_set(p.tags);
  v_size integer := (SELECT count(DISTINCT t) FROM unnest(p.tags) t);
  v_rank bigint := CASE p.side WHEN 'provide' THEN p.price_stamps ELSE -p.price_stamps END;
BEGIN
  -- Shared among all who enter under these tags; whoever wants to forget the set must have it alone.
  PERFORM pg_advisory_xact_lock_shared(market_lock_of(p.trade_profile, p.side, v_set));
  INSERT INTO market_offer VALUES (p.listing_id, p.principal_id, p.trade_profile, p.side, v_set, v_rank, p.expires_at);
  -- What is there stays as long as the lock is held: its tags and pairs are not written again.
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

CREATE OR REPLACE FUNCTION market_leave(p_listing_id uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v      market_offer;
  v_tags text[];
BEGIN
  DELETE FROM market_offer WHERE listing_id = p_listing_id RETURNING * INTO v;
  IF NOT FOUND OR EXISTS (SELECT FROM market_offer o WHERE o.trade_profile = v.trade_profile AND o.side = v.side AND o.tag_set = v.tag_set) THEN
    RETURN;
  END IF;
  -- Where somebody is entering under these tags, or the last two leave at once, the set stays: an empty one costs little.
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

INSERT INTO market_pair
SELECT market_pair_of(a.trade_profile, a.side, a.tag, b.tag), a.tag_set, a.set_size
FROM market_tag a JOIN market_tag b USING (trade_profile, side, tag_set) WHERE a.tag COLLATE "C" < b.tag;

CREATE OR REPLACE VIEW audit_t5_market AS
  SELECT format('listing %s: %s', coalesce(l.listing_id, o.listing_id), CASE WHEN o.listing_id IS NULL THEN 'no match run can find it'
    WHEN l.listing_id IS NULL THEN 'match runs find it' ELSE 'match runs find it under another price, party, expiry or set of tags' END) AS detail
  FROM (SELECT l.*, CASE l.side WHEN 'provide' THEN l.price_stamps ELSE -l.price_stamps END AS price_rank, market_tag_set(l.tags) AS tag_set
    FROM listing l WHERE market_shows(l)) l
  FULL JOIN market_offer o USING (listing_id)
  WHERE audit_height() = 0 AND (o.principal_id, o.trade_profile, o.side, o.tag_set, o.price_rank, o.expires_at)
    IS DISTINCT FROM (l.principal_id, l.trade_profile, l.side, l.tag_set, l.price_rank, l.expires_at)
  UNION ALL
  SELECT format('tag %s of %s listings of %s: not where match runs look for it', t.tag, l.side, l.trade_profile)
  FROM listing l JOIN market_offer o USING (listing_id) CROSS JOIN LATERAL unnest(l.tags) t (tag)
  LEFT JOIN market_tag m ON m.trade_profile = o.trade_profile AND m.side = o.side AND m.tag_set = o.tag_set AND m.tag = t.tag
  WHERE audit_height() = 0 AND m.set_size IS DISTINCT FROM (SELECT count(DISTINCT d) FROM unnest(l.tags) d)
  UNION ALL
  SELECT format('two tags of a set of %s listings of %s: not where match runs look for them', s.side, s.trade_profile)
  FROM (SELECT DISTINCT o.trade_profile, o.side, o.tag_set, l.tags FROM market_offer o JOIN listing l USING (listing_id) WHERE cardinality(l.tags) > 1) s
  CROSS JOIN LATERAL market_pairs(s.trade_profile, s.side, s.tags) q (pair)
  LEFT JOIN market_pair m ON m.pair = q.pair AND m.tag_set = s.tag_set
  WHERE audit_height() = 0 AND m.set_size IS DISTINCT FROM (SELECT count(DISTINCT d) FROM unnest(s.tags) d);

REVOKE ALL ON FUNCTION market_enter, market_leave FROM PUBLIC;
GRANT SELECT ON market_pair TO ats_app;
