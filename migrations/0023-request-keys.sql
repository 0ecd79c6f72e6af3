-- A request's name is its idempotency scope, a line break and its key: neither may hold a line break after which the other
-- could begin, as either may hold a colon. A scope names provider and subject of a human, 255 characters each.

ALTER TABLE ledger_journal DROP CONSTRAINT ledger_journal_idem_key_length;
ALTER TABLE ledger_journal ADD CONSTRAINT ledger_journal_idem_key_length CHECK (length(idem_key) BETWEEN 1 AND 900);
COMMENT ON CONSTRAINT ledger_journal_idem_key_length ON ledger_journal IS 'a request''s key has at most 255 characters (contract §4); its scope, a provider and a subject of as many each, is put before it';

-- K1 as before; names that were given with a colon are known as well.
CREATE OR REPLACE VIEW audit_k1_effects AS
  SELECT format('journal %s was posted under key %s, which has %s', j.journal_id, k.key,
    CASE WHEN a.key IS NULL THEN 'no answer' ELSE format('a refusal for an answer (%s)', a.status) END) AS detail
  FROM audit_journal j
  CROSS JOIN LATERAL (SELECT substr(j.idem_key, 9, length(j.idem_key) - 45) AS key) k
  LEFT JOIN (SELECT i.*, s.spelled FROM idempotency_answer i
    CROSS JOIN LATERAL (VALUES (i.scope || chr(10) || i.key), (i.scope || ':' || i.key)) s(spelled)
    WHERE i.expires_at >= audit_since() + interval '24 hours') a ON a.spelled = k.key
  WHERE j.idem_key LIKE 'request:%' AND j.created_at >= audit_since() AND CASE
    WHEN a.key IS NULL THEN j.created_at + interval '24 hours' >= (SELECT min(expires_at) FROM idempotency_answer)
    ELSE a.created_at = j.created_at AND (a.status NOT BETWEEN 200 AND 299 OR a.body LIKE '{"errors":%') END
  UNION ALL
  -- In part the whole table of journals is left alone, so only keys used twice since are seen.
  SELECT format('key %s had an effect at %s and another at %s', key, before, created_at)
  FROM (SELECT k.key, j.created_at, lag(j.created_at) OVER (PARTITION BY k.key ORDER BY j.created_at) AS before
    FROM audit_journal j CROSS JOIN LATERAL (SELECT substr(j.idem_key, 9, length(j.idem_key) - 45) AS key) k
    WHERE j.idem_key LIKE 'request:%') t
  WHERE before < created_at AND created_at - before < interval '24 hours';
