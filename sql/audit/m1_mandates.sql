-- M1: what counts as the use of a mandate equals the reservations and postings of its agent
CREATE OR REPLACE VIEW audit_m1_mandates AS
  SELECT format('agent %s, proposal %s: %s', c.agent_id, c.proposal_id, CASE
    WHEN s.trade_id IS NOT NULL THEN format('%s stamps counted, but the trade has cost %s', c.stamps, mandate_cost(t.trade_id, c.principal_id))
    WHEN t.trade_id IS NOT NULL THEN format('%s stamps counted, but the trade reserves %s', c.stamps, r.stamps)
    ELSE 'it is counted, but the agent has not accepted the current revision of an open proposal' END) AS detail
  FROM mandate_commitment c JOIN proposal p USING (proposal_id) LEFT JOIN trade t ON t.trade_id = p.trade_id
  LEFT JOIN settlement s ON s.trade_id = t.trade_id
  CROSS JOIN LATERAL (SELECT coalesce((SELECT x.bond_stamps FROM trade_participant x
      WHERE x.trade_id = t.trade_id AND x.principal_id = c.principal_id AND x.agent_id = c.agent_id), 0)
    + coalesce((SELECT sum(d.price_stamps + ceil(d.price_stamps * t.activation_fee_bps / 10000.0)) FROM trade_step d
      WHERE d.trade_id = t.trade_id AND d.consumer_principal_id = c.principal_id), 0) AS stamps) r
  WHERE CASE
    WHEN s.trade_id IS NOT NULL THEN c.open OR c.stamps <> mandate_cost(t.trade_id, c.principal_id)
    WHEN t.trade_id IS NOT NULL THEN NOT c.open OR c.stamps <> r.stamps
    ELSE NOT c.open OR p.state = 'rejected' OR p.current_revision_no <> c.revision_no OR NOT EXISTS (SELECT FROM proposal_participant a
      WHERE a.proposal_id = c.proposal_id AND a.revision_no = c.revision_no AND a.principal_id = c.principal_id
        AND a.agent_id = c.agent_id AND a.response_state = 'accepted') END
  UNION ALL
  SELECT format('agent %s, proposal %s: trade %s began under its mandate, but is not counted', m.agent_id, t.proposal_id, t.trade_id)
  FROM mandate m JOIN trade_participant x USING (principal_id, agent_id) JOIN trade t ON t.trade_id = x.trade_id
  WHERE t.created_at > m.created_at
    AND NOT EXISTS (SELECT FROM mandate_commitment c WHERE c.proposal_id = t.proposal_id AND c.principal_id = x.principal_id);

GRANT SELECT ON audit_m1_mandates TO ats_app;
