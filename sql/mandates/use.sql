-- Reads what an agent has committed under its mandate: in the budget period, and in open commitments.
-- p_except is the proposal that a decision is about. Its commitment, if there is one, is not counted.
-- The commitment of an expired proposal is not counted either, although it stays until a worker ends the proposal.
-- `expired_proposal_ids` names these proposals: a decision ends them first, because one can still come back. The other
-- `expired_…` members are what their commitments add to the use.
-- Callers: mandate_data, src/database/repositories/mandates.ts.
-- Locks: none.
CREATE OR REPLACE FUNCTION mandate_use(m mandate, p_except uuid, p_at timestamptz) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'used_stamps', (SELECT coalesce(sum(c.stamps), 0) FROM mandate_commitment c WHERE c.agent_id = m.agent_id
        AND c.committed_at >= p.start AND c.proposal_id IS DISTINCT FROM p_except)
      - coalesce(sum(o.stamps) FILTER (WHERE o.expired AND o.committed_at >= p.start), 0),
    'open_trades', count(*) FILTER (WHERE NOT o.expired),
    'open_bond_stamps', coalesce(sum(o.bond_stamps) FILTER (WHERE NOT o.expired), 0),
    'expired_used_stamps', coalesce(sum(o.stamps) FILTER (WHERE o.expired AND o.committed_at >= p.start), 0),
    'expired_bond_stamps', coalesce(sum(o.bond_stamps) FILTER (WHERE o.expired), 0),
    'expired_proposal_ids', coalesce(jsonb_agg(o.proposal_id) FILTER (WHERE o.expired), '[]'))
  FROM (SELECT mandate_period_start(m.budget_period, p_at) AS start) p
  LEFT JOIN LATERAL (SELECT c.proposal_id, c.stamps, c.bond_stamps, c.committed_at, q.trade_id IS NULL AND q.expires_at <= p_at AS expired
    FROM mandate_commitment c JOIN proposal q USING (proposal_id)
    WHERE c.agent_id = m.agent_id AND c.open AND c.proposal_id IS DISTINCT FROM p_except) o ON true
  GROUP BY p.start
$$;
