-- F3: each trade was created with the last revision of its proposal, and each answer to that is stored as accepted
--
-- Answers have no facts, so it trusts their rows.
-- An imported trade has no such fact.
CREATE OR REPLACE VIEW audit_f3_terms AS
  SELECT format('trade %s, revision %s of proposal %s: %s', f.trade_id, f.body->>'revision_no', f.body->>'proposal_id', x.finding) AS detail
  FROM (SELECT trade_id, trade_fact_json(body) AS body FROM audit_fact WHERE fact_no = 1) f
  LEFT JOIN proposal p ON p.proposal_id = (f.body->>'proposal_id')::uuid
  LEFT JOIN proposal_revision r ON r.proposal_id = p.proposal_id AND r.revision_no = (f.body->>'revision_no')::integer
  CROSS JOIN LATERAL (SELECT jsonb_agg(jsonb_build_object('principal_id', q.principal_id, 'agent_id', q.agent_id, 'bond_stamps', q.bond_stamps)
      ORDER BY q.principal_id) AS parties, bool_and(q.response_state = 'accepted') AS accepted
    FROM proposal_participant q WHERE q.proposal_id = r.proposal_id AND q.revision_no = r.revision_no) q
  CROSS JOIN LATERAL (SELECT jsonb_agg(c ORDER BY c->>'principal_id') AS parties FROM jsonb_array_elements(f.body->'participants') c) c
  CROSS JOIN LATERAL (VALUES
    (r.terms IS NULL OR r.revision_no <> p.current_revision_no, 'it is not the last one'),
    (r.terms <> f.body->'terms', 'its terms are not those of the trade'),
    (q.parties IS DISTINCT FROM c.parties, 'its participants, agents or bonds are not those of the trade'),
    (q.accepted IS NOT TRUE, 'not every participant accepted it')
  ) AS x (found, finding)
  WHERE f.body->>'kind' = 'created' AND x.found;

GRANT SELECT ON audit_f3_terms TO ats_app;
