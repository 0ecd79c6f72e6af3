-- Two more views of `ats audit`: what is derived once and read ever after, counted anew. Both in the whole audit alone.

-- T4 (settlement.md §4, contract §7): what each principal's day counts of settled trades and faults is what settled on it. The
-- day is that of the event, written in the settlement's transaction; I8 sees to it that there is one.
CREATE VIEW audit_t4_record AS
  SELECT format('principal %s on %s: %s trades settled, %s of them by its fault; %s and %s counted', coalesce(m.principal_id, r.principal_id),
    coalesce(m.day, r.day), coalesce(m.settled, 0), coalesce(m.faulted, 0), coalesce(r.settled, 0), coalesce(r.faulted, 0)) AS detail
  FROM (
    SELECT p.principal_id, (coalesce(e.at, s.settled_at) AT TIME ZONE 'UTC')::date AS day, count(*) AS settled,
      count(*) FILTER (WHERE s.fault_principal_id = p.principal_id) AS faulted
    FROM settlement s JOIN trade_participant p USING (trade_id)
    LEFT JOIN (SELECT trade_id, principal_id, min(created_at) AS at FROM event WHERE type IN ('trade.completed', 'trade.failed') GROUP BY 1, 2) e
      ON e.trade_id = p.trade_id AND e.principal_id = p.principal_id
    GROUP BY 1, 2) m
  FULL JOIN principal_record r ON r.principal_id = m.principal_id AND r.day = m.day
  WHERE audit_height() = 0 AND (coalesce(m.settled, 0), coalesce(m.faulted, 0)) <> (coalesce(r.settled, 0), coalesce(r.faulted, 0));

-- T5 (0017-market.sql): match runs find the listings that are there to be found, under their prices and tags, and no others.
CREATE VIEW audit_t5_market AS
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
  WHERE audit_height() = 0 AND m.set_size IS DISTINCT FROM (SELECT count(DISTINCT d) FROM unnest(l.tags) d);

GRANT SELECT ON audit_t4_record, audit_t5_market TO ats_app;
