-- F6: each fault history in evidence counts the settlements with this principal at fault
--
-- A settlement may be dated a moment before another that it waited for, so faults within a minute may be counted or not.
CREATE OR REPLACE VIEW audit_f6_history AS
  SELECT format('settlement %s of trade %s: %s faults of principal %s in %s days, %s to %s settled', s.settlement_id, s.trade_id, h.faults, s.fault_principal_id,
    h.days, c.least, c.most) AS detail
  FROM settlement s
  -- By a pattern, because evidence that was changed may be no JSON.
  CROSS JOIN LATERAL regexp_match(s.evidence, '"fault_history":\{[^{}]*"faults":(\d{1,9})[^{}]*"window_days":(\d{1,4})\}') e
  CROSS JOIN LATERAL (SELECT e[1]::bigint AS faults, e[2]::integer AS days) h
  CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE f.settled_at < s.settled_at - interval '1 minute' AND f.settled_at > w.since) AS least,
      count(*) AS most
    FROM (SELECT s.settled_at - make_interval(days => h.days) AS since) w
    JOIN settlement f ON f.fault_principal_id = s.fault_principal_id AND f.settlement_id <> s.settlement_id
      AND f.settled_at > w.since - interval '1 minute' AND f.settled_at < s.settled_at + interval '1 minute') c
  WHERE s.fault_principal_id IS NOT NULL AND s.settlement_id >= audit_since_id()
    AND h.faults NOT BETWEEN c.least AND c.most;

GRANT SELECT ON audit_f6_history TO ats_app;
