-- Reads the mandates of the participants of a proposal, with their use, their last approval and their denials, for a decision.
-- p_principal: only that participant.
-- A participant whose agent has no mandate is left out: this costs one look-up of the participant and one of its agent.
-- Callers: load_decision_data, which holds the principals' locks when the decision needs them; src/database/repositories/mandates.ts.
-- Locks: none.
-- A commitment from before a revocation of the mandate is left out, so the creation of its trade decides again.
-- Planner settings: the plans are made once, on the indexes, however small the tables were at the first call.
CREATE OR REPLACE FUNCTION mandate_data(p_proposal uuid, p_principal uuid, p_at timestamptz) RETURNS jsonb LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  RETURN (SELECT coalesce(jsonb_agg(to_jsonb(m) || mandate_use(m, p_proposal, p_at) || jsonb_build_object(
    'is_exhaustion_recorded', coalesce(m.exhausted_at >= greatest(m.updated_at, mandate_period_start(m.budget_period, p_at)), false),
    'proposal_profiles', l.proposal_profiles, 'own_profiles', l.own_profiles,
    'matched_steps', (SELECT coalesce(jsonb_agg(s->'step_no'), '[]') FROM proposal_revision r, jsonb_array_elements(r.terms->'steps') s
      WHERE r.proposal_id = p_proposal AND r.revision_no = 1 AND (s->>'provider_principal_id')::uuid = p.principal_id),
    'fewest_settled_trades', (SELECT min(coalesce(s.settled_trades, 0)) FROM proposal_participant o
      LEFT JOIN principal_reputation s ON s.principal_id = o.principal_id
      WHERE o.proposal_id = p_proposal AND o.revision_no = 1 AND o.principal_id <> p.principal_id),
    'committed_stamps', (SELECT c.stamps FROM mandate_commitment c
      WHERE c.proposal_id = p_proposal AND c.principal_id = p.principal_id AND c.committed_at >= m.created_at),
    'approval', (SELECT to_jsonb(a) FROM approval a
      WHERE a.proposal_id = p_proposal AND a.principal_id = p.principal_id ORDER BY a.request_no DESC LIMIT 1),
    'denials', (SELECT coalesce(jsonb_agg(a), '[]') FROM approval a JOIN proposal q USING (proposal_id)
      WHERE a.proposal_id = p_proposal AND a.principal_id = p.principal_id AND a.decision = 'denied'
        AND a.revision_no >= q.current_revision_no))), '[]')
  FROM proposal_participant p JOIN mandate m ON m.agent_id = p.agent_id
  -- The profile of a listing never changes, but its steps do. Each profile of the consumer's steps has a listing of a provider.
  CROSS JOIN LATERAL (SELECT jsonb_agg(DISTINCT l.trade_profile) AS proposal_profiles,
      jsonb_agg(DISTINCT l.trade_profile) FILTER (WHERE l.principal_id = p.principal_id) AS own_profiles
    FROM proposal_pair q JOIN listing l ON l.listing_id IN (q.consumer_listing_id, q.provider_listing_id)
    WHERE q.proposal_id = p_proposal) l
  WHERE p.proposal_id = p_proposal AND p.revision_no = 1 AND (p_principal IS NULL OR p.principal_id = p_principal));
END $$;
