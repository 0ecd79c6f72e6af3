-- D1: each webhook delivery matches its logged attempts
CREATE OR REPLACE VIEW audit_d1_attempts AS
  SELECT format('delivery %s (%s): %s', d.delivery_id, d.state, f.finding) AS detail
  FROM audit_delivery d
  CROSS JOIN LATERAL (SELECT count(*) AS n, min(a.attempt_no) AS first, max(a.attempt_no) AS last FROM webhook_attempt a WHERE a.delivery_id = d.delivery_id) a
  LEFT JOIN webhook_attempt l ON l.delivery_id = d.delivery_id AND l.attempt_no = a.last
  CROSS JOIN LATERAL (SELECT l.error IS NULL AND l.status BETWEEN 200 AND 299 AS arrived) w
  CROSS JOIN LATERAL (VALUES
    (a.n <> d.attempts OR (a.n > 0 AND (a.first, a.last) <> (1, d.attempts)), format('%s attempts are logged, %s counted', a.n, d.attempts)),
    ((d.first_attempt_at IS NULL) <> (a.n = 0), 'the time of its first attempt does not match its attempts'),
    (d.state = 'delivered' AND w.arrived IS NOT TRUE, 'its last attempt failed'),
    (d.state = 'dead' AND w.arrived IS NOT FALSE, 'its last attempt did not fail'),
    (d.state = 'pending' AND d.tries > 0 AND w.arrived, 'its last attempt succeeded')
  ) AS f (found, finding)
  WHERE f.found
  UNION ALL
  SELECT format('attempt %s of delivery %s, which does not exist', a.attempt_no, a.delivery_id) FROM webhook_attempt a
  WHERE a.delivery_id >= audit_since_id() AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.delivery_id = a.delivery_id);

GRANT SELECT ON audit_d1_attempts TO ats_app;
