-- K1: each request's effects match the answer stored for its key, once per key
--
-- Answers are stored for 72 hours, and for 24 hours if they contain a secret. A deleted answer no longer shows which it was;
-- a request that made no secret had none to show.
CREATE OR REPLACE VIEW audit_k1_effects AS
  -- The latest time that the service has reached, and the minutes in which an answer may already be deleted.
  WITH clock AS MATERIALIZED (
    SELECT greatest(now() + coalesce((SELECT advanced_ms FROM sandbox_clock), 0) * interval '1 millisecond', newest_event_at(),
      (SELECT max(expires_at) FROM idempotency_answer) - interval '72 hours') + interval '5 minutes' AS at
  )
  SELECT format('journal %s was posted under key %s, which has %s', j.journal_id, k.key,
    CASE WHEN a.key IS NULL THEN 'no answer' ELSE format('a refusal as its answer (%s)', a.status) END) AS detail
  FROM audit_journal j
  CROSS JOIN LATERAL (SELECT substr(j.idem_key, 9, length(j.idem_key) - 45) AS key) k
  LEFT JOIN (SELECT i.*, s.spelled FROM idempotency_answer i
    CROSS JOIN LATERAL (VALUES (i.scope || chr(10) || i.key), (i.scope || ':' || i.key)) s(spelled)
    WHERE i.expires_at >= audit_since() + interval '24 hours') a ON a.spelled = k.key
  WHERE j.idem_key LIKE 'request:%' AND j.created_at >= audit_since() AND CASE
    -- Housekeeping deletes an answer when its time is over, by the clock of the service. A test clock runs ahead.
    WHEN a.key IS NULL THEN j.created_at + interval '72 hours' > (SELECT at FROM clock)
      AND (j.created_at + interval '24 hours' > (SELECT at FROM clock)
        OR NOT EXISTS (SELECT FROM audit_secret s WHERE s.created_at = j.created_at))
    ELSE a.created_at = j.created_at AND (a.status NOT BETWEEN 200 AND 299 OR a.body LIKE '{"errors":%') END
  UNION ALL
  -- From a checkpoint, only keys that were used twice since are found.
  SELECT format('key %s had an effect at %s and another at %s', key, before, created_at)
  FROM (SELECT k.key, j.created_at, lag(j.created_at) OVER (PARTITION BY k.key ORDER BY j.created_at) AS before
    FROM audit_journal j CROSS JOIN LATERAL (SELECT substr(j.idem_key, 9, length(j.idem_key) - 45) AS key) k
    WHERE j.idem_key LIKE 'request:%') t
  WHERE before < created_at AND created_at - before < interval '72 hours'
    AND (created_at - before < interval '24 hours' OR NOT EXISTS (SELECT FROM audit_secret s WHERE s.created_at = t.before));

GRANT SELECT ON audit_k1_effects TO ats_app;
