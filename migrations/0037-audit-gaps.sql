-- Views of `ats audit` that looked at less than their titles say. As before in what else they find, and in their scope (0020).

-- E1: the relay numbers events in the order in which they were written, so what waits is newer than what has its number, but
-- for the length of a transaction; what it has passed over it never finds again. Event ids begin with their time: the greatest
-- is the newest. Where a clock was set back the newest is of a time to come, and what waits is younger all the same: written
-- after it and just now. In full either way: what waits has an index of its own.
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

-- I7: a purchase is credited to its principal's tickets, not to another of its accounts, or to its human's wallet.
CREATE OR REPLACE VIEW audit_i7_credited AS
  SELECT format('session %s (%s): %s stamps to the %s of %s posted, %s to the %s of %s expected', substr(j.idem_key, 16), coalesce(p.status, 'unknown'),
    l.amount, c.kind, coalesce(c.principal_id, c.human_id), p.tickets_stamps, x.kind, coalesce(p.principal_id, p.human_id)) AS detail
  FROM audit_journal j JOIN ledger_posting l USING (journal_id) JOIN ledger_account c ON c.account_id = l.credit_account_id
  LEFT JOIN ticket_purchase p ON p.session_id = substr(j.idem_key, 16)
  CROSS JOIN LATERAL (SELECT CASE WHEN p.principal_id IS NOT NULL THEN 'ticket' WHEN p.human_id IS NOT NULL THEN 'wallet' END AS kind) x
  WHERE j.kind = 'ticket_purchase' AND (j.idem_key NOT LIKE 'stripe:session:%' OR p.status IS DISTINCT FROM 'credited'
    OR (l.line_no, l.amount, c.kind, coalesce(c.principal_id, c.human_id)) IS DISTINCT FROM (1, p.tickets_stamps, x.kind, coalesce(p.principal_id, p.human_id)))
  UNION ALL
  SELECT format('session %s is credited, and nothing is posted for it', p.session_id)
  FROM ticket_purchase p LEFT JOIN ledger_journal j ON j.idem_key = 'stripe:session:' || p.session_id
  WHERE p.status = 'credited' AND p.credited_at >= audit_since() AND j.kind IS DISTINCT FROM 'ticket_purchase';

-- When secrets were made, and shown once: the answer of a request of that time may bear one.
CREATE VIEW audit_secret AS
  SELECT created_at FROM credential UNION ALL SELECT created_at FROM webhook_signing_key;

-- K1 over the time for which an answer is kept (contract §4): 72 hours, 24 where it bears a secret. What it was is not known
-- any more when it is gone; a request that made no secret had none to show.
CREATE OR REPLACE VIEW audit_k1_effects AS
  SELECT format('journal %s was posted under key %s, which has %s', j.journal_id, k.key,
    CASE WHEN a.key IS NULL THEN 'no answer' ELSE format('a refusal for an answer (%s)', a.status) END) AS detail
  FROM audit_journal j
  CROSS JOIN LATERAL (SELECT substr(j.idem_key, 9, length(j.idem_key) - 45) AS key) k
  LEFT JOIN (SELECT i.*, s.spelled FROM idempotency_answer i
    CROSS JOIN LATERAL (VALUES (i.scope || chr(10) || i.key), (i.scope || ':' || i.key)) s(spelled)
    WHERE i.expires_at >= audit_since() + interval '24 hours') a ON a.spelled = k.key
  WHERE j.idem_key LIKE 'request:%' AND j.created_at >= audit_since() AND CASE
    -- Answers go in the order of their ends: while one that ends earlier is there, this one's must be.
    WHEN a.key IS NULL THEN j.created_at + interval '72 hours' > (SELECT min(expires_at) FROM idempotency_answer)
      AND (j.created_at + interval '24 hours' > (SELECT min(expires_at) FROM idempotency_answer)
        OR NOT EXISTS (SELECT FROM audit_secret s WHERE s.created_at = j.created_at))
    ELSE a.created_at = j.created_at AND (a.status NOT BETWEEN 200 AND 299 OR a.body LIKE '{"errors":%') END
  UNION ALL
  -- In part the whole table of journals is left alone, so only keys used twice since are seen.
  SELECT format('key %s had an effect at %s and another at %s', key, before, created_at)
  FROM (SELECT k.key, j.created_at, lag(j.created_at) OVER (PARTITION BY k.key ORDER BY j.created_at) AS before
    FROM audit_journal j CROSS JOIN LATERAL (SELECT substr(j.idem_key, 9, length(j.idem_key) - 45) AS key) k
    WHERE j.idem_key LIKE 'request:%') t
  WHERE before < created_at AND created_at - before < interval '72 hours'
    AND (created_at - before < interval '24 hours' OR NOT EXISTS (SELECT FROM audit_secret s WHERE s.created_at = t.before));

-- E2: what a principal is told of its agents as well. Two agents may be disabled at once; one that was given an address since is
-- enabled, and its row says nothing of it.
CREATE OR REPLACE VIEW audit_e2_told AS
  SELECT format('trade %s, step %s, principal %s: %s events %s', w.trade_id, coalesce(w.step_no::text, '–'), p.principal_id, count(e.event_id), w.type) AS detail
  FROM (
    SELECT trade_id, 'trade.created' AS type, NULL::integer AS step_no FROM audit_trade
    UNION ALL SELECT s.trade_id, h.type, s.step_no FROM audit_trade t JOIN trade_step s USING (trade_id)
      CROSS JOIN LATERAL (VALUES ('trade.step_activated', s.activated_at), ('trade.contract_published', s.contract_published_at),
        ('trade.checkpoint_submitted', s.checkpoint_submitted_at), ('trade.rebuttal_filed', s.rebuttal_filed_at)) AS h (type, at)
      WHERE h.at IS NOT NULL) w
  JOIN trade_participant p USING (trade_id)
  LEFT JOIN event e ON e.trade_id = w.trade_id AND e.principal_id = p.principal_id AND e.type = w.type
    AND (w.step_no IS NULL OR e.data->>'step_no' = w.step_no::text)
  GROUP BY w.trade_id, w.type, w.step_no, p.principal_id HAVING count(e.event_id) <> 1
  UNION ALL
  SELECT format('session %s is credited, and principal %s has %s events tickets.credited of it', p.session_id, p.principal_id, count(e.event_id))
  FROM ticket_purchase p LEFT JOIN audit_event e ON e.principal_id = p.principal_id AND e.type = 'tickets.credited' AND e.data->>'session_id' = p.session_id
  WHERE p.status = 'credited' AND p.principal_id IS NOT NULL AND p.credited_at >= audit_since()
  GROUP BY p.session_id, p.principal_id HAVING count(e.event_id) <> 1
  UNION ALL
  SELECT format('principal %s: %s of its agents were disabled at %s, and it has %s events webhook.disabled of then', d.principal_id, d.agents, d.at, coalesce(e.n, 0))
  FROM (SELECT principal_id, notifications_disabled_at AS at, count(*) AS agents FROM agent
    WHERE notifications_disabled_at >= audit_since() GROUP BY 1, 2) d
  LEFT JOIN (SELECT principal_id, created_at AS at, count(*) AS n FROM audit_event WHERE type = 'webhook.disabled' GROUP BY 1, 2) e USING (principal_id, at)
  WHERE coalesce(e.n, 0) < d.agents;

-- In part: proposals that were made since, of which somebody was told since, that are open with a counter, or whose trade is
-- looked at.
CREATE VIEW audit_proposal AS
  SELECT p.* FROM proposal p WHERE audit_height() = 0
  UNION ALL SELECT p.* FROM (
    SELECT proposal_id FROM proposal WHERE proposal_id >= audit_since_id()
    UNION SELECT (data->>'proposal_id')::uuid FROM audit_event WHERE type LIKE 'proposal.%'
    UNION SELECT proposal_id FROM proposal WHERE state <> 'rejected' AND trade_id IS NULL AND current_revision_no > 1
    UNION SELECT proposal_id FROM audit_trade) live
  JOIN proposal p USING (proposal_id) WHERE audit_height() > 0;

-- E2 of proposals: each revision was told to everyone in it when it was made, and how the last one ended. A proposal that
-- everyone accepted and that expired without a trade has both ends. No row says when a revision was answered: in part the
-- answer counts where it must have come since, as the revision or the expiry did, or where one party was told since.
CREATE VIEW audit_e2_proposals AS
  WITH told AS MATERIALIZED (
    SELECT type, data->>'proposal_id' AS proposal, data->>'revision_no' AS revision, principal_id, count(*) AS n
    FROM audit_event WHERE type LIKE 'proposal.%' GROUP BY 1, 2, 3, 4
  ), due AS (
    SELECT p.proposal_id, r.revision_no, r.created_at, CASE p.close_reason WHEN 'expired' THEN p.expires_at END AS expired_at,
      unnest(ARRAY[CASE r.revision_no WHEN 1 THEN 'proposal.created' ELSE 'proposal.countered' END,
        CASE WHEN r.revision_no = p.current_revision_no AND (p.state = 'accepted' OR (p.close_reason = 'expired' AND (
          SELECT bool_and(o.response_state = 'accepted') FROM proposal_participant o WHERE o.proposal_id = r.proposal_id AND o.revision_no = r.revision_no)))
          THEN 'proposal.accepted' END,
        CASE WHEN r.revision_no = p.current_revision_no AND p.state = 'rejected' THEN 'proposal.rejected' END]) AS type
    FROM audit_proposal p JOIN proposal_revision r USING (proposal_id)
  )
  SELECT format('proposal %s, revision %s, principal %s: %s events %s', d.proposal_id, d.revision_no, q.principal_id, coalesce(e.n, 0), d.type) AS detail
  FROM due d JOIN proposal_participant q USING (proposal_id, revision_no)
  LEFT JOIN told e ON e.type = d.type AND e.proposal = d.proposal_id::text AND e.revision = d.revision_no::text AND e.principal_id = q.principal_id
  WHERE d.type IS NOT NULL AND coalesce(e.n, 0) <> 1
    AND (d.created_at >= audit_since() OR (d.type = 'proposal.rejected' AND d.expired_at >= audit_since())
      OR (d.type, d.proposal_id::text, d.revision_no::text) IN (SELECT type, proposal, revision FROM told));

GRANT SELECT ON audit_secret, audit_proposal, audit_e2_proposals TO ats_app;
