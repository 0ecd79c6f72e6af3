-- The rest of `ats audit` as views (0020 has the ledger's): settled trades, events, deliveries, idempotency, credentials.
-- Each answers a row, `detail`, for everything that is not as it must be; in part as the scope of 0020 says.

-- In part: what was made since, and what is not settled yet.
CREATE VIEW audit_event AS
  SELECT e.* FROM event e WHERE audit_height() = 0
  UNION ALL SELECT e.* FROM event e WHERE audit_height() > 0 AND e.event_id >= audit_since_id();

CREATE VIEW audit_delivery AS
  SELECT d.* FROM webhook_delivery d WHERE audit_height() = 0
  UNION ALL SELECT d.* FROM webhook_delivery d WHERE audit_height() > 0 AND d.state = 'pending'
  UNION ALL SELECT d.* FROM webhook_delivery d WHERE audit_height() > 0 AND d.ended_at >= audit_since();

-- T1: a trade, its steps, its participants, its proposal and its settlement tell one story.
CREATE VIEW audit_t1_ends AS
  SELECT format('trade %s (%s): %s', t.trade_id, t.state, f.fault) AS detail
  FROM audit_trade t
  LEFT JOIN settlement s USING (trade_id)
  LEFT JOIN proposal p ON p.proposal_id = t.proposal_id
  CROSS JOIN LATERAL (SELECT count(*) AS n, count(*) FILTER (WHERE x.state = 'active') AS active, count(*) FILTER (WHERE x.state = 'passed') AS passed,
      count(*) FILTER (WHERE x.state IN ('pending', 'active')) AS unended, count(x.activated_at) AS activated, max(x.step_no) AS last
    FROM trade_step x WHERE x.trade_id = t.trade_id) x
  CROSS JOIN LATERAL (SELECT bool_or(o.open) AS open, bool_and(o.open) AS all_open FROM trade_participant o WHERE o.trade_id = t.trade_id) o
  CROSS JOIN LATERAL (VALUES
    (t.settled_at IS NOT NULL AND (t.state, t.settled_at, t.policy_version, t.rule_version) IS DISTINCT FROM (s.outcome, s.settled_at, s.policy_version, s.rule_version),
      'its settlement says otherwise'),
    (t.settled_at IS NOT NULL AND x.unended > 0, format('%s of its steps have not ended', x.unended)),
    (t.state = 'completed' AND x.passed <> x.n, format('%s of its %s steps passed', x.passed, x.n)),
    (t.state = 'bond_reserved' AND x.activated > 0, 'a step was activated'),
    (t.state = 'executing' AND x.active <> 1, format('%s steps are active', x.active)),
    (x.n = 0 OR x.last <> x.n, format('%s steps, the last is number %s', x.n, x.last)),
    (CASE WHEN t.settled_at IS NULL THEN o.all_open IS NOT TRUE ELSE o.open IS NOT FALSE END, 'its participants are not counted as they should'),
    ((p.state, p.trade_id) IS DISTINCT FROM ('accepted', t.trade_id), 'its proposal is not accepted, or another trade’s')
  ) AS f (found, fault)
  WHERE f.found;

-- T2 (contract §7, Settlement record): what a principal has more since before the trade = received + compensation − paid −
-- fees − slashed. Added up from the postings of the trade's journals, by nobody who settled it.
CREATE VIEW audit_t2_sides AS
  SELECT format('trade %s, principal %s: its record says %s, its tickets and bond changed by %s', t.trade_id, p.principal_id, r.change, coalesce(m.change, 0)) AS detail
  FROM audit_trade t JOIN settlement_party p USING (trade_id)
  CROSS JOIN LATERAL (SELECT p.received_stamps + p.compensation_stamps - p.paid_stamps - p.fees_stamps - p.bond_slashed_stamps AS change) r
  LEFT JOIN (
    SELECT k.trade_id, a.principal_id, sum(CASE a.account_id WHEN o.credit_account_id THEN o.amount ELSE -o.amount END) AS change
    FROM (
      SELECT trade_id, 'trade:' || trade_id || ':reserve' AS key FROM audit_trade WHERE settled_at IS NOT NULL
      UNION ALL SELECT trade_id, 'trade:' || trade_id || ':settle' FROM audit_trade WHERE settled_at IS NOT NULL
      UNION ALL SELECT s.trade_id, 'trade:' || s.trade_id || ':activate:' || s.step_no FROM audit_trade t JOIN trade_step s USING (trade_id) WHERE t.settled_at IS NOT NULL) k
    JOIN ledger_journal j ON j.idem_key = k.key JOIN ledger_posting o USING (journal_id)
    CROSS JOIN LATERAL (VALUES (o.debit_account_id), (o.credit_account_id)) AS side (account_id)
    JOIN ledger_account a ON a.account_id = side.account_id
    WHERE a.kind IN ('ticket', 'bond_available') GROUP BY k.trade_id, a.principal_id) m
  ON m.trade_id = t.trade_id AND m.principal_id = p.principal_id
  WHERE t.settled_at IS NOT NULL AND r.change <> coalesce(m.change, 0);

-- T3 (contract §7, Limits), whole only: what left a principal's tickets for escrow and fees on each UTC day.
CREATE VIEW audit_t3_spend AS
  SELECT format('principal %s on %s: %s spent, %s counted', coalesce(m.principal_id, s.principal_id), coalesce(m.day, s.day), coalesce(m.stamps, 0), coalesce(s.spent_stamps, 0)) AS detail
  FROM (
    SELECT a.principal_id, (j.created_at AT TIME ZONE 'UTC')::date AS day, sum(p.amount) AS stamps
    FROM ledger_journal j JOIN ledger_posting p USING (journal_id) JOIN ledger_account a ON a.account_id = p.debit_account_id
    WHERE j.kind IN ('activation', 'listing_fee') AND a.kind = 'ticket' GROUP BY 1, 2) m
  FULL JOIN principal_spend s ON s.principal_id = m.principal_id AND s.day = m.day
  WHERE audit_height() = 0 AND coalesce(m.stamps, 0) <> coalesce(s.spent_stamps, 0);

-- E1 (events.md §1): each principal's sequence begins at 1 and has no gap, and its head is the last.
CREATE VIEW audit_e1_sequence AS
  SELECT format('principal %s: no event %s before event %s', e.principal_id, e.sequence - 1, e.sequence) AS detail
  FROM audit_event e LEFT JOIN event b ON b.principal_id = e.principal_id AND b.sequence = e.sequence - 1
  WHERE e.sequence IS NOT NULL AND (e.sequence < 1 OR (e.sequence > 1 AND b.event_id IS NULL))
  UNION ALL
  SELECT format('principal %s: the last event is %s, its head says %s', p.principal_id, coalesce(l.sequence, 0), coalesce(h.sequence, 0))
  FROM principal p LEFT JOIN event_head h USING (principal_id)
  LEFT JOIN LATERAL (SELECT e.sequence FROM event e WHERE e.principal_id = p.principal_id AND e.sequence IS NOT NULL ORDER BY e.sequence DESC LIMIT 1) l ON true
  WHERE coalesce(l.sequence, 0) <> coalesce(h.sequence, 0);

-- E2: nothing a participant would react to happened without its event (events.md §1); I8 has the ends of trades.
CREATE VIEW audit_e2_told AS
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
  GROUP BY p.session_id, p.principal_id HAVING count(e.event_id) <> 1;

-- E3: the frozen payload is the event's row.
CREATE VIEW audit_e3_frozen AS
  SELECT format('event %s (%s %s): its payload is not its row', e.event_id, e.principal_id, e.sequence) AS detail
  FROM audit_event e CROSS JOIN LATERAL (SELECT e.payload::jsonb AS p) j
  WHERE e.payload IS NOT NULL AND (j.p->'data', j.p->>'type', j.p->>'sequence', (j.p->>'timestamp')::timestamptz)
    IS DISTINCT FROM (e.data, e.type, e.sequence::text, date_trunc('milliseconds', e.created_at));

-- E4: nobody is told of a trade or proposal without a part in it, and no trade's event is of another trade.
CREATE VIEW audit_e4_addressed AS
  SELECT format('event %s (%s) of principal %s is about a trade or proposal it has no part in', e.event_id, e.type, e.principal_id) AS detail
  FROM audit_event e
  LEFT JOIN trade_participant t ON t.trade_id = e.trade_id AND t.principal_id = e.principal_id AND e.data->>'trade_id' = e.trade_id::text
  LEFT JOIN proposal_participant p ON e.type LIKE 'proposal.%' AND p.proposal_id = (e.data->>'proposal_id')::uuid
    AND p.revision_no = 1 AND p.principal_id = e.principal_id
  WHERE CASE WHEN e.type LIKE 'trade.%' THEN t.trade_id IS NULL
    ELSE e.trade_id IS NOT NULL OR (e.type LIKE 'proposal.%' AND p.proposal_id IS NULL) END;

-- D1 (events.md §2): a delivery is where its attempts have brought it.
CREATE VIEW audit_d1_attempts AS
  SELECT format('delivery %s (%s): %s', d.delivery_id, d.state, f.fault) AS detail
  FROM audit_delivery d
  CROSS JOIN LATERAL (SELECT count(*) AS n, min(a.attempt_no) AS first, max(a.attempt_no) AS last FROM webhook_attempt a WHERE a.delivery_id = d.delivery_id) a
  LEFT JOIN webhook_attempt l ON l.delivery_id = d.delivery_id AND l.attempt_no = a.last
  CROSS JOIN LATERAL (SELECT l.error IS NULL AND l.status BETWEEN 200 AND 299 AS arrived) w
  CROSS JOIN LATERAL (VALUES
    (a.n <> d.attempts OR (a.n > 0 AND (a.first, a.last) <> (1, d.attempts)), format('%s attempts are logged, %s counted', a.n, d.attempts)),
    ((d.first_attempt_at IS NULL) <> (a.n = 0), 'when it was first tried and its attempts disagree'),
    (d.state = 'delivered' AND w.arrived IS NOT TRUE, 'its last attempt failed'),
    (d.state = 'dead' AND w.arrived IS NOT FALSE, 'its last attempt did not fail'),
    (d.state = 'pending' AND d.tries > 0 AND w.arrived, 'its last attempt arrived')
  ) AS f (found, fault)
  WHERE f.found;

-- D2: an agent is told of its own principal's events, of trades and proposals it takes part in, and of nothing by a row of
-- another event.
CREATE VIEW audit_d2_addressed AS
  SELECT format('delivery %s of event %s (%s) to agent %s: %s', d.delivery_id, d.event_id, e.type, d.agent_id, f.fault) AS detail
  FROM audit_delivery d LEFT JOIN event e USING (event_id) LEFT JOIN agent a USING (agent_id)
  CROSS JOIN LATERAL (VALUES
    (e.principal_id IS DISTINCT FROM a.principal_id OR e.event_id IS NULL, 'the event is another principal’s'),
    ((d.sequence, d.trade_id) IS DISTINCT FROM (e.sequence, e.trade_id), 'it is filed under another event’s place or trade'),
    (e.type = 'webhook.disabled', 'never by webhook'),
    (e.type LIKE 'trade.%' AND NOT EXISTS (SELECT FROM trade_step s WHERE s.trade_id = e.trade_id AND d.agent_id IN (s.provider_agent_id, s.consumer_agent_id)),
      'the agent is in none of the trade’s steps'),
    (e.type LIKE 'proposal.%' AND NOT EXISTS (SELECT FROM proposal_participant p WHERE p.proposal_id = (e.data->>'proposal_id')::uuid AND p.agent_id = d.agent_id),
      'the agent is in none of the proposal’s revisions')
  ) AS f (found, fault)
  WHERE f.found;

-- D3: what is pending will be looked at again.
CREATE VIEW audit_d3_scheduled AS
  SELECT format('delivery %s is pending, and nobody will look at agent %s', d.delivery_id, d.agent_id) AS detail
  FROM webhook_delivery d JOIN agent a USING (agent_id) LEFT JOIN webhook_endpoint w USING (agent_id)
  WHERE d.state = 'pending' AND (a.notifications_disabled_at IS NOT NULL OR (a.notification_url IS NOT NULL AND w.due_at IS NULL));

-- K1 (contract §4): what a request did and the answer kept for its key came together. The answers go in the order of their
-- ends, so while one that ends no later is still there, this one's must be; what nobody keeps answers for asks for none.
CREATE VIEW audit_k1_effects AS
  SELECT format('journal %s was posted under key %s, which has %s', j.journal_id, k.key,
    CASE WHEN a.key IS NULL THEN 'no answer' ELSE format('a refusal for an answer (%s)', a.status) END) AS detail
  FROM audit_journal j
  CROSS JOIN LATERAL (SELECT substr(j.idem_key, 9, length(j.idem_key) - 45) AS key) k
  LEFT JOIN (SELECT * FROM idempotency_answer WHERE expires_at >= audit_since() + interval '24 hours') a ON a.scope || ':' || a.key = k.key
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

-- K2 (contract §4): only answers that are final are kept, for 72 hours, and for 24 where they bear a secret.
CREATE VIEW audit_k2_answers AS
  SELECT format('scope %s, key %s: status %s, kept for %s', scope, key, status, expires_at - created_at) AS detail
  FROM idempotency_answer
  WHERE expires_at >= audit_since() AND (status NOT BETWEEN 200 AND 499 OR status IN (401, 429) OR octet_length(fingerprint) <> 32
    OR expires_at - created_at <> make_interval(hours => CASE WHEN body_ciphertext IS NULL THEN 72 ELSE 24 END));

-- C1 (events.md §2): an agent has one signing key that lives; its versions are numbered from 1, each retired when the next came.
CREATE VIEW audit_c1_signing_keys AS
  SELECT format('agent %s: %s signing keys live, versions %s to %s of %s', a.agent_id, count(k.version) FILTER (WHERE k.retired_at IS NULL),
    min(k.version), max(k.version), count(k.version)) AS detail
  FROM agent a LEFT JOIN webhook_signing_key k USING (agent_id) GROUP BY a.agent_id
  HAVING count(k.version) FILTER (WHERE k.retired_at IS NULL) <> 1 OR min(k.version) <> 1 OR max(k.version) <> count(k.version)
  UNION ALL
  SELECT format('agent %s: signing key %s was retired at %s, the next made at %s', k.agent_id, k.version, k.retired_at, n.created_at)
  FROM webhook_signing_key k JOIN webhook_signing_key n ON n.agent_id = k.agent_id AND n.version = k.version + 1
  WHERE k.retired_at IS DISTINCT FROM n.created_at;

-- C2 (contract §3): nothing was signed with a credential after its end, and no two credentials share a secret. The time of use
-- is that of the host which saw it; clocks may be minutes off, so a quarter of an hour is no finding. What an operator did is
-- by the database's clock, read when a transaction begins.
CREATE VIEW audit_c2_credentials AS
  SELECT format('credential %s was revoked at %s and used at %s', credential_id, revoked_at, last_used_at) AS detail
  FROM credential WHERE last_used_at > revoked_at + interval '15 minutes'
  UNION ALL
  SELECT format('%s credentials have one secret: %s', count(*), string_agg(credential_id::text, ', '))
  FROM credential GROUP BY secret_ciphertext HAVING count(*) > 1
  UNION ALL
  SELECT format('operator act %s at %s is by credential %s (%s, revoked at %s)', o.act_id, o.acted_at, o.credential_id, coalesce(c.platform_role, 'not the platform’s'), c.revoked_at)
  FROM operator_act o LEFT JOIN credential c USING (credential_id)
  WHERE c.platform_role IS DISTINCT FROM 'operator' OR o.acted_at > c.revoked_at + interval '1 minute';

-- C3 (docs/sign-in.md): a sign-in session has one refresh token that may be used next.
CREATE VIEW audit_c3_sessions AS
  SELECT format('session %s: %s refresh tokens are current', s.session_id, count(t.token_hash)) AS detail
  FROM refresh_session s LEFT JOIN refresh_token t ON t.session_id = s.session_id AND t.rotated_at IS NULL
  GROUP BY s.session_id HAVING count(t.token_hash) <> 1;

GRANT SELECT ON audit_event, audit_delivery, audit_t1_ends, audit_t2_sides, audit_t3_spend, audit_e1_sequence, audit_e2_told,
  audit_e3_frozen, audit_e4_addressed, audit_d1_attempts, audit_d2_addressed, audit_d3_scheduled, audit_k1_effects, audit_k2_answers,
  audit_c1_signing_keys, audit_c2_credentials, audit_c3_sessions TO ats_app;
