-- D3: each pending webhook delivery has an endpoint that is scheduled
CREATE OR REPLACE VIEW audit_d3_scheduled AS
  SELECT format('delivery %s is pending, but the endpoint of agent %s is not scheduled', d.delivery_id, d.agent_id) AS detail
  FROM webhook_delivery d JOIN agent a USING (agent_id) LEFT JOIN webhook_endpoint w USING (agent_id)
  WHERE d.state = 'pending' AND w.due_at IS NULL AND (a.notifications_disabled_at IS NOT NULL OR a.notification_url IS NOT NULL AND a.push_notifications);

GRANT SELECT ON audit_d3_scheduled TO ats_app;
