-- Writes a decision: the effects of src/domain/effects.ts as one JSON document. The journals follow all other rows,
-- except that the cost of an ended commitment follows the journals.
-- It chains the facts of trades. It derives whether a pair of listings and a participant's trade are open. It also derives
-- the daily record of settled and faulted trades, and the columns and tables by which lists are filtered.
-- A counter deletes the commitments of the replaced revision. So does the end of a proposal without a trade. A settlement ends
-- those of its trade. A new trade needs a commitment of each participant whose agent has a mandate.
-- Returns the result of ledger_post for each journal.
-- Callers: src/database/repositories/decisions.ts, with the locks of load_decision_data.
-- Locks: by triggers of listing and proposal, the tag sets of listings (advisory, shared) and agents (FOR KEY SHARE).
-- Then proposal_pair, by consumer and provider listing for new ones; principal_record by principal; those of count_reputation.
-- Then principal_spend by principal, and those of ledger_post for each journal in document order.
-- The effects of a refusal lock only the approval of its request, or the mandate of its exhaustion.
-- Planner settings: the plans are made once, on the indexes, however small the tables were at the first call.
CREATE OR REPLACE FUNCTION apply_effects(doc jsonb, p_at timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_today date := (p_at AT TIME ZONE 'UTC')::date;
  v_line  jsonb;
  v_posts jsonb := '[]';
  v_agent uuid;
  -- The proposals and settled trades of doc. Reading their rows again takes less time than parsing their JSON again.
  v_proposals uuid[];
  v_settled   uuid[];
BEGIN
  IF doc ? 'listings' THEN
    -- Closed listings come first, so that one decision can replace the active listing of an agent and profile.
    -- A process of the previous release sends no visibility, so a listing keeps its own.
    INSERT INTO listing SELECT l.* FROM jsonb_array_elements(doc->'listings') e (doc)
    LEFT JOIN listing o ON o.listing_id = (e.doc->>'listing_id')::uuid
    CROSS JOIN LATERAL jsonb_populate_record(NULL::listing, jsonb_build_object('visibility', coalesce(o.visibility, 'match_only')) || e.doc) l
    -- Two batches that only add listings cannot deadlock, because they add tag sets to the match index in one order.
    ORDER BY l.state <> 'closed', l.trade_profile, l.side, market_tag_set(l.tags)
    ON CONFLICT (listing_id) DO UPDATE SET
      title = excluded.title, description = excluded.description, tags = excluded.tags, price_stamps = excluded.price_stamps,
      steps = excluded.steps, contract_window_seconds = excluded.contract_window_seconds,
      checkpoint_window_seconds = excluded.checkpoint_window_seconds, coverage_threshold_bps = excluded.coverage_threshold_bps,
      expires_at = excluded.expires_at, visibility = excluded.visibility, state = excluded.state, updated_at = excluded.updated_at;
  END IF;

  IF doc ? 'match_runs' THEN
    INSERT INTO match_run SELECT * FROM jsonb_populate_recordset(NULL::match_run, doc->'match_runs');
  END IF;

  IF doc ? 'proposals' THEN
    v_proposals := ARRAY(SELECT (value->>'proposal_id')::uuid FROM jsonb_array_elements(doc->'proposals'));
    INSERT INTO proposal SELECT * FROM jsonb_populate_recordset(NULL::proposal, doc->'proposals')
    ON CONFLICT (proposal_id) DO UPDATE SET
      state = excluded.state, close_reason = excluded.close_reason, expires_at = excluded.expires_at,
      current_revision_no = excluded.current_revision_no, trade_id = excluded.trade_id;
    -- A party's rejection lets its pairs rest; an expiry does not. Other providers of the proposal may be proposed again.
    UPDATE proposal_pair q SET open = p.state <> 'rejected' AND p.trade_id IS NULL,
      rejected_at = CASE WHEN p.close_reason = 'rejected' AND NOT EXISTS (
        SELECT FROM jsonb_populate_recordset(NULL::proposal_participant, doc->'proposal_participants') r
        WHERE r.proposal_id = p.proposal_id AND r.response_state = 'rejected'
          AND r.principal_id NOT IN (q.initiator_id, q.counterparty_id)) THEN p_at END
    FROM proposal p WHERE p.proposal_id = ANY (v_proposals) AND q.proposal_id = p.proposal_id
      AND q.open IS DISTINCT FROM (p.state <> 'rejected' AND p.trade_id IS NULL);
    -- No trade follows, so nothing stays committed.
    DELETE FROM mandate_commitment c USING proposal p
    WHERE p.proposal_id = ANY (v_proposals) AND c.proposal_id = p.proposal_id AND p.state = 'rejected';
    UPDATE proposal_participant q SET closed_state = p.state
    FROM proposal p WHERE p.proposal_id = ANY (v_proposals) AND q.proposal_id = p.proposal_id
      AND q.revision_no = 1 AND q.closed_state IS NULL AND (p.state = 'rejected' OR p.trade_id IS NOT NULL);
  END IF;
  IF doc ? 'revisions' THEN
    INSERT INTO proposal_revision SELECT * FROM jsonb_populate_recordset(NULL::proposal_revision, doc->'revisions');
    -- A counter ends the acceptances of the revision before.
    DELETE FROM mandate_commitment c USING jsonb_populate_recordset(NULL::proposal_revision, doc->'revisions') r
    WHERE r.revision_no > 1 AND c.proposal_id = r.proposal_id;
  END IF;
  IF doc ? 'commitments' THEN
    -- A process of the previous release knows no approvals.
    SELECT c.agent_id INTO v_agent FROM jsonb_populate_recordset(NULL::mandate_commitment, doc->'commitments') c JOIN mandate m USING (agent_id)
    WHERE c.stamps > m.approval_above_stamps AND NOT EXISTS (SELECT FROM approval a
      WHERE a.proposal_id = c.proposal_id AND a.principal_id = c.principal_id AND a.revision_no = c.revision_no
        AND a.committed_stamps = c.stamps AND a.bond_stamps = c.bond_stamps AND a.decision = 'approved' AND a.expires_at > p_at) LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION 'agent % has a mandate that needs an approval of this commitment', v_agent;
    END IF;
    INSERT INTO mandate_commitment (proposal_id, principal_id, agent_id, revision_no, stamps, bond_stamps, committed_at)
    SELECT c.proposal_id, c.principal_id, c.agent_id, c.revision_no, c.stamps, c.bond_stamps, c.committed_at
    FROM jsonb_populate_recordset(NULL::mandate_commitment, doc->'commitments') c
    ON CONFLICT (proposal_id, principal_id) DO UPDATE SET
      revision_no = excluded.revision_no, stamps = excluded.stamps, bond_stamps = excluded.bond_stamps, committed_at = excluded.committed_at;
  END IF;
  IF doc ? 'approvals' THEN
    PERFORM request_approval(value) FROM jsonb_array_elements(doc->'approvals');
  END IF;
  IF doc ? 'exhaustions' THEN
    PERFORM record_exhaustion(value) FROM jsonb_array_elements(doc->'exhaustions');
  END IF;
  IF doc ? 'proposal_participants' THEN
    INSERT INTO proposal_participant (proposal_id, revision_no, principal_id, agent_id, role, response_state, bond_stamps, listing_id)
    SELECT p.proposal_id, p.revision_no, p.principal_id, p.agent_id, p.role, p.response_state, p.bond_stamps, (
      SELECT l.listing_id FROM jsonb_populate_recordset(NULL::proposal_pair, doc->'pairs') q
      JOIN listing l ON l.listing_id IN (q.consumer_listing_id, q.provider_listing_id)
      WHERE q.proposal_id = p.proposal_id AND l.principal_id = p.principal_id LIMIT 1)
    FROM jsonb_populate_recordset(NULL::proposal_participant, doc->'proposal_participants') p
    ON CONFLICT (proposal_id, revision_no, principal_id) DO UPDATE SET response_state = excluded.response_state;
  END IF;
  IF doc ? 'pairs' THEN
    -- One order, so that concurrent match runs over the same listings cannot deadlock.
    INSERT INTO proposal_pair SELECT * FROM jsonb_populate_recordset(NULL::proposal_pair, doc->'pairs')
    ORDER BY consumer_listing_id, provider_listing_id;
    INSERT INTO proposal_counterparty (principal_id, counterparty_id, proposal_id)
    SELECT a.principal_id, b.principal_id, a.proposal_id
    FROM jsonb_populate_recordset(NULL::proposal_participant, doc->'proposal_participants') a
    JOIN jsonb_populate_recordset(NULL::proposal_participant, doc->'proposal_participants') b USING (proposal_id)
    WHERE a.principal_id <> b.principal_id;
  END IF;

  IF doc ? 'trades' THEN
    INSERT INTO trade SELECT * FROM jsonb_populate_recordset(NULL::trade, doc->'trades')
    ON CONFLICT (trade_id) DO UPDATE SET
      state = excluded.state, idle_deadline_at = excluded.idle_deadline_at, due_at = excluded.due_at,
      withdrawn_at = excluded.withdrawn_at, settled_at = excluded.settled_at;
  END IF;
  IF doc ? 'trade_participants' THEN
    -- A process of the previous release knows no mandates. The locks of its decision order this with a revocation.
    SELECT m.agent_id INTO v_agent FROM jsonb_populate_recordset(NULL::trade_participant, doc->'trade_participants') p
    JOIN trade t USING (trade_id) JOIN mandate m ON m.agent_id = p.agent_id
    WHERE m.revoked_at IS NOT NULL OR m.ends_at <= p_at
      OR NOT EXISTS (SELECT FROM mandate_commitment c WHERE c.proposal_id = t.proposal_id AND c.principal_id = p.principal_id) LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION 'agent % has a mandate that does not allow or count this trade', v_agent;
    END IF;
    WITH party AS (
      INSERT INTO trade_participant (trade_id, principal_id, agent_id, bond_stamps, trade_profile)
      SELECT p.trade_id, p.principal_id, p.agent_id, p.bond_stamps, l.trade_profile
      FROM jsonb_populate_recordset(NULL::trade_participant, doc->'trade_participants') p
      JOIN trade t USING (trade_id) JOIN proposal q USING (proposal_id) JOIN match_run m USING (match_run_id)
      JOIN listing l USING (listing_id)
      RETURNING trade_id, principal_id
    )
    INSERT INTO trade_counterparty (principal_id, counterparty_id, trade_id)
    SELECT a.principal_id, b.principal_id, a.trade_id FROM party a JOIN party b USING (trade_id) WHERE a.principal_id <> b.principal_id;
  END IF;
  IF doc ? 'steps' THEN
    INSERT INTO trade_step SELECT * FROM jsonb_populate_recordset(NULL::trade_step, doc->'steps')
    ON CONFLICT (trade_id, step_no) DO UPDATE SET
      state = excluded.state, fee_stamps = excluded.fee_stamps, activated_at = excluded.activated_at, deadline_at = excluded.deadline_at,
      contract = excluded.contract, contract_published_at = excluded.contract_published_at,
      checkpoint_status = excluded.checkpoint_status, checkpoint_results = excluded.checkpoint_results,
      coverage_bps = excluded.coverage_bps, checkpoint_submitted_at = excluded.checkpoint_submitted_at,
      rebuttal = excluded.rebuttal, rebuttal_filed_at = excluded.rebuttal_filed_at, verdict = excluded.verdict;
  END IF;

  IF doc ? 'facts' THEN
    PERFORM trade_add_fact(f.trade_id, f.body) FROM jsonb_to_recordset(doc->'facts') AS f (trade_id uuid, body text);
  ELSIF doc ? 'trades' THEN
    -- A process of the previous release sends rows without facts.
    PERFORM trade_import_facts(ARRAY(SELECT trade_id FROM jsonb_populate_recordset(NULL::trade, doc->'trades')), p_at);
  END IF;

  IF doc ? 'settlements' THEN
    v_settled := ARRAY(SELECT (value->>'trade_id')::uuid FROM jsonb_array_elements(doc->'settlements'));
    INSERT INTO settlement SELECT * FROM jsonb_populate_recordset(NULL::settlement, doc->'settlements');
    INSERT INTO settlement_party SELECT * FROM jsonb_populate_recordset(NULL::settlement_party, doc->'settlement_parties');
    UPDATE trade_participant p SET open = false, outcome = s.outcome, settled_at = s.settled_at
    FROM settlement s WHERE s.trade_id = ANY (v_settled) AND p.trade_id = s.trade_id;
    INSERT INTO principal_record AS r (principal_id, day, settled, faulted)
    SELECT p.principal_id, v_today, 1, (p.principal_id IS NOT DISTINCT FROM s.fault_principal_id)::int
    FROM settlement s JOIN trade_participant p USING (trade_id) WHERE s.trade_id = ANY (v_settled)
    ORDER BY p.principal_id
    ON CONFLICT (principal_id, day) DO UPDATE SET settled = r.settled + 1, faulted = r.faulted + excluded.faulted;
    PERFORM count_reputation(id) FROM unnest(v_settled) id;
  END IF;

  IF doc ? 'spends' THEN
    INSERT INTO principal_spend AS s (principal_id, day, spent_stamps)
    SELECT (e->>'principal_id')::uuid, v_today, sum((e->>'stamps')::bigint) FROM jsonb_array_elements(doc->'spends') e GROUP BY 1 ORDER BY 1
    ON CONFLICT (principal_id, day) DO UPDATE SET spent_stamps = s.spent_stamps + excluded.spent_stamps;
  END IF;

  IF doc ? 'events' THEN
    INSERT INTO event (event_id, principal_id, type, subject_key, trade_id, data, created_at)
    SELECT event_id, principal_id, type, subject_key, trade_id, data, p_at FROM jsonb_populate_recordset(NULL::event, doc->'events');
  END IF;

  IF doc ? 'journals' THEN
    FOR v_line IN SELECT value FROM jsonb_array_elements(doc->'journals') LOOP
      v_posts := v_posts || ledger_post((v_line->>'journal_id')::uuid, v_line->>'idem_key', v_line->>'kind',
        decode(v_line->>'request_hash', 'hex'), (v_line->>'trade_id')::uuid, v_line->'lines', p_at);
    END LOOP;
  END IF;
  -- After the journals, because the cost of a trade is the sum of its postings.
  IF doc ? 'settlements' THEN
    UPDATE mandate_commitment c SET open = false, stamps = mandate_cost(t.trade_id, c.principal_id)
    FROM trade t WHERE t.trade_id = ANY (v_settled) AND c.proposal_id = t.proposal_id;
  END IF;
  RETURN v_posts;
END $$;
