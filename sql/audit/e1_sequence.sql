-- E1: each principal's events are numbered from 1 without a gap
--
-- An event without a number is a finding when it is older than the newest numbered event by over five minutes. The relay
-- numbers events in written order and never returns to one that it passed. If a clock was set back, the newest event may
-- lie in the future. Then log_no tells which of the two was written first.
CREATE OR REPLACE VIEW audit_e1_sequence AS
  SELECT format('principal %s: no event %s before event %s', e.principal_id, e.sequence - 1, e.sequence) AS detail
  FROM audit_event e LEFT JOIN event b ON b.principal_id = e.principal_id AND b.sequence = e.sequence - 1
  WHERE e.sequence IS NOT NULL AND (e.sequence < 1 OR (e.sequence > 1 AND b.event_id IS NULL))
  UNION ALL
  SELECT format('principal %s: the last event is %s, its head says %s', p.principal_id, coalesce(l.sequence, 0), coalesce(h.sequence, 0))
  FROM principal p LEFT JOIN event_head h USING (principal_id)
  LEFT JOIN LATERAL (SELECT e.sequence FROM event e WHERE e.principal_id = p.principal_id AND e.sequence IS NOT NULL ORDER BY e.sequence DESC LIMIT 1) l ON true
  WHERE coalesce(l.sequence, 0) <> coalesce(h.sequence, 0)
  UNION ALL
  SELECT format('principal %s: event %s (%s) of %s has no number, one of %s has', u.principal_id, u.event_id, u.type, u.created_at, n.created_at)
  FROM (SELECT created_at, coalesce(log_no, 0) AS log_no FROM event WHERE sequence IS NOT NULL ORDER BY event_id DESC LIMIT 1) n
  JOIN event u ON u.sequence IS NULL AND u.created_at < n.created_at - interval '5 minutes'
    AND (coalesce(u.log_no, 0) <= n.log_no OR u.created_at < now() - interval '5 minutes');

GRANT SELECT ON audit_e1_sequence TO ats_app;
