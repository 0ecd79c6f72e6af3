-- Counts all payment events by type, outcome and reason, for the metrics.
-- Callers: src/database/repositories/database-stats.ts.
CREATE OR REPLACE VIEW payment_count AS
  SELECT type, outcome, reason, count(*) AS events FROM stripe_event GROUP BY type, outcome, reason;

GRANT SELECT ON payment_count TO ats_app;
