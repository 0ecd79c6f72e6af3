-- D4: each event has a webhook delivery for each agent that subscribed to it
--
-- Present subscriptions are applied to events from five minutes after agent.event_types_since, because an event numbered
-- during the change may follow either state. Deliveries are deleted 30 days after their end, so older events are skipped.
CREATE OR REPLACE VIEW audit_d4_made AS
  WITH wanted AS MATERIALIZED (
    SELECT e.event_id, e.principal_id, e.type, e.sequence, e.created_at, e.trade_id,
      CASE WHEN webhook_is_of_proposal(e.type) THEN (e.data->>'proposal_id')::uuid END AS proposal_id,
      CASE WHEN webhook_is_of_proposal(e.type) THEN (e.data->>'revision_no')::integer END AS revision_no
    FROM audit_event e
    WHERE e.sequence IS NOT NULL AND e.type <> 'webhook.disabled'
      AND e.created_at > greatest(now(), (SELECT newest_event_at())) - interval '29 days'
      AND (e.principal_id, e.type) IN (SELECT a.principal_id, unnest(a.event_types) FROM agent a WHERE a.push_notifications)
  ), concerned AS (
    SELECT w.*, unnest(ARRAY[s.provider_agent_id, s.consumer_agent_id]) AS agent_id
    FROM wanted w JOIN trade_step s USING (trade_id) WHERE w.type LIKE 'trade.%'
    UNION ALL
    SELECT w.*, p.agent_id FROM wanted w JOIN proposal_participant p USING (proposal_id, principal_id)
    WHERE p.revision_no <= w.revision_no
    UNION ALL
    SELECT w.*, a.agent_id FROM wanted w JOIN agent a USING (principal_id)
    WHERE a.push_notifications AND w.type NOT LIKE 'trade.%' AND w.proposal_id IS NULL
  )
  SELECT DISTINCT format('event %s (%s), number %s of principal %s: no delivery to agent %s', c.event_id, c.type, c.sequence, c.principal_id, a.agent_id) AS detail
  -- IS NOT DISTINCT FROM keeps the planner from joining by principal, which may have thousands of agents.
  FROM concerned c JOIN agent a ON a.agent_id = c.agent_id AND a.principal_id IS NOT DISTINCT FROM c.principal_id
    AND a.push_notifications AND a.notification_url IS NOT NULL AND c.type = ANY (a.event_types)
    AND c.created_at > a.event_types_since + interval '5 minutes'
  LEFT JOIN webhook_delivery d ON d.event_id = c.event_id AND d.agent_id = c.agent_id
  WHERE d.event_id IS NULL;

GRANT SELECT ON audit_d4_made TO ats_app;
