-- Reads what an agent has committed under its mandate: in the budget period, and in open commitments.
-- p_except is the proposal that a decision is about. Its commitment, if there is one, is not counted.
-- Callers: mandate_facts, src/database/repositories/mandates.ts.
-- Locks: none.
CREATE OR REPLACE FUNCTION mandate_use(m mandate, p_except uuid, p_at timestamptz) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'used_stamps', (SELECT coalesce(sum(c.stamps), 0) FROM mandate_commitment c WHERE c.agent_id = m.agent_id
      AND c.committed_at >= mandate_period_start(m.budget_period, p_at) AND c.proposal_id IS DISTINCT FROM p_except),
    'open_trades', count(*), 'open_bond_stamps', coalesce(sum(o.bond_stamps), 0))
  FROM mandate_commitment o WHERE o.agent_id = m.agent_id AND o.open AND o.proposal_id IS DISTINCT FROM p_except
$$;
