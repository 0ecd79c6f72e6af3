-- D2: each webhook delivery carries an event of the agent's own principal, trade and proposal
CREATE OR REPLACE VIEW audit_d2_addressed AS
  SELECT format('delivery %s of event %s (%s) to agent %s: %s', d.delivery_id, d.event_id, e.type, d.agent_id, f.finding) AS detail
  FROM audit_delivery d LEFT JOIN event e USING (event_id) LEFT JOIN agent a USING (agent_id)
  CROSS JOIN LATERAL (VALUES
    (e.principal_id IS DISTINCT FROM a.principal_id OR e.event_id IS NULL, 'the event is another principal’s'),
    ((d.sequence, d.trade_id) IS DISTINCT FROM (e.sequence, e.trade_id), 'its number or trade is not that of the event'),
    (e.type = 'webhook.disabled', 'this type is never sent by webhook'),
    (e.type LIKE 'trade.%' AND NOT EXISTS (SELECT FROM trade_step s WHERE s.trade_id = e.trade_id AND d.agent_id IN (s.provider_agent_id, s.consumer_agent_id)),
      'the agent is in none of the trade’s steps'),
    (webhook_is_of_proposal(e.type) AND NOT EXISTS (SELECT FROM proposal_participant p WHERE p.proposal_id = (e.data->>'proposal_id')::uuid AND p.agent_id = d.agent_id),
      'the agent is in none of the proposal’s revisions')
  ) AS f (found, finding)
  WHERE f.found;

GRANT SELECT ON audit_d2_addressed TO ats_app;
