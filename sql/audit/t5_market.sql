-- T5: the match index holds exactly the listings that can be matched
--
-- Full audits only.
CREATE OR REPLACE VIEW audit_t5_market AS
  SELECT format('listing %s: %s', coalesce(l.listing_id, o.listing_id), CASE WHEN o.listing_id IS NULL THEN 'no match run can find it'
    WHEN l.listing_id IS NULL THEN 'match runs find it' ELSE 'match runs find it under another price, party, expiry or set of tags' END) AS detail
  FROM (SELECT l.*, CASE l.side WHEN 'provide' THEN l.price_stamps ELSE -l.price_stamps END AS price_rank, market_tag_set(l.tags) AS tag_set
    FROM listing l WHERE market_is_matchable(l)) l
  FULL JOIN market_offer o USING (listing_id)
  WHERE audit_height() = 0 AND (o.principal_id, o.trade_profile, o.side, o.tag_set, o.price_rank, o.expires_at)
    IS DISTINCT FROM (l.principal_id, l.trade_profile, l.side, l.tag_set, l.price_rank, l.expires_at)
  UNION ALL
  SELECT format('tag %s of %s listings of %s: it is not where match runs look for it', t.tag, l.side, l.trade_profile)
  FROM listing l JOIN market_offer o USING (listing_id) CROSS JOIN LATERAL unnest(l.tags) t (tag)
  LEFT JOIN market_tag m ON m.trade_profile = o.trade_profile AND m.side = o.side AND m.tag_set = o.tag_set AND m.tag = t.tag
  WHERE audit_height() = 0 AND m.set_size IS DISTINCT FROM (SELECT count(DISTINCT d) FROM unnest(l.tags) d)
  UNION ALL
  SELECT format('two tags of a set of %s listings of %s: they are not where match runs look for them', s.side, s.trade_profile)
  FROM (SELECT DISTINCT o.trade_profile, o.side, o.tag_set, l.tags FROM market_offer o JOIN listing l USING (listing_id) WHERE cardinality(l.tags) > 1) s
  CROSS JOIN LATERAL market_pairs(s.trade_profile, s.side, s.tags) q (pair)
  LEFT JOIN market_pair m ON m.pair = q.pair AND m.tag_set = s.tag_set
  WHERE audit_height() = 0 AND m.set_size IS DISTINCT FROM (SELECT count(DISTINCT d) FROM unnest(s.tags) d);

GRANT SELECT ON audit_t5_market TO ats_app;
