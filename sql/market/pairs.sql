-- Returns the names of all pairs of the given tags in one market, each once.
-- Callers: market_add_listing, market_remove_listing, audit_t5_market, src/database/market/match-queries.ts.
-- Locks: none.
CREATE OR REPLACE FUNCTION market_pairs(p_trade_profile text, p_side text, p_tags text[]) RETURNS SETOF uuid LANGUAGE sql IMMUTABLE ROWS 6 AS $$
  SELECT market_pair_of(p_trade_profile, p_side, a.tag, b.tag)
  FROM (SELECT DISTINCT unnest(p_tags) COLLATE "C" AS tag) a JOIN (SELECT DISTINCT unnest(p_tags) COLLATE "C" AS tag) b ON a.tag < b.tag
$$;
