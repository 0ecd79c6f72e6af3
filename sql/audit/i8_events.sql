-- I8: each participant of a settled trade has one settlement record and one terminal event
CREATE OR REPLACE VIEW audit_i8_events AS
  SELECT format('trade %s (%s), principal %s: %s records, %s terminal events, %s of the right type', t.trade_id, t.state, p.principal_id, r.n, e.n, e.fitting) AS detail
  FROM audit_trade t JOIN trade_participant p USING (trade_id)
  CROSS JOIN LATERAL (SELECT count(*) AS n FROM settlement_party s WHERE s.trade_id = t.trade_id AND s.principal_id = p.principal_id) r
  CROSS JOIN LATERAL (SELECT count(*) AS n,
      count(*) FILTER (WHERE v.type = CASE t.state WHEN 'completed' THEN 'trade.completed' ELSE 'trade.failed' END) AS fitting
    FROM event v WHERE v.trade_id = t.trade_id AND v.principal_id = p.principal_id AND v.type IN ('trade.completed', 'trade.failed')) e
  WHERE (r.n, e.n, e.fitting) <> CASE WHEN t.state IN ('completed', 'failed', 'compensated') THEN ROW (1::bigint, 1::bigint, 1::bigint) ELSE ROW (0::bigint, 0::bigint, 0::bigint) END
  UNION ALL SELECT format('trade %s, principal %s: it has a record or a terminal event, but is no participant', recipient.trade_id, recipient.principal_id)
  FROM (SELECT s.trade_id, s.principal_id FROM audit_trade t JOIN settlement_party s USING (trade_id)
    UNION SELECT v.trade_id, v.principal_id FROM audit_trade t JOIN event v USING (trade_id) WHERE v.type IN ('trade.completed', 'trade.failed')) recipient
  WHERE NOT EXISTS (SELECT FROM trade_participant p WHERE p.trade_id = recipient.trade_id AND p.principal_id = recipient.principal_id);

GRANT SELECT ON audit_i8_events TO ats_app;
