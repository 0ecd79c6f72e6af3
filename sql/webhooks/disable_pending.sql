-- Ends up to 1,000 pending deliveries of a disabled endpoint; returns whether there may be more.
-- One statement for a backlog of a million deliveries would exceed the statement timeout.
-- Callers: webhook_claim, src/database/repositories/webhooks.ts.
-- Locks: the deliveries; the caller holds the endpoint's row.
-- Planner settings: the plans are made once, on the indexes, however small the tables were at the first call.
CREATE OR REPLACE FUNCTION webhook_disable_pending(p_agent uuid, p_at timestamptz) RETURNS boolean LANGUAGE sql
SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  WITH first AS MATERIALIZED (
    SELECT delivery_id FROM webhook_delivery WHERE agent_id = p_agent AND state = 'pending' ORDER BY due_at LIMIT 1000
  ), ended AS (
    UPDATE webhook_delivery d SET state = 'disabled', due_at = NULL, ended_at = p_at
    FROM first WHERE d.delivery_id = first.delivery_id AND d.state = 'pending'
  )
  SELECT count(*) = 1000 FROM first
$$;
