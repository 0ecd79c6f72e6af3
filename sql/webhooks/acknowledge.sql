-- Records attempts that were answered with 2xx in time: the first half of a webhook worker's batch.
--
-- The arrays are side by side, one element for each attempt. A delivery is written only if its token is still its lease.
-- Out (null means none):
-- - endpoints: endpoints that this call has locked. Others have locked the rest, so the caller tries their attempts again.
--   The TypeScript names are held_agents for these, and busyAgents for the rest.
-- - written: written deliveries
-- - unwritten: deliveries that another worker has claimed since (staleClaims in TypeScript)
-- - repeated: written deliveries that were manual redeliveries (manualRedeliveries in TypeScript)
--
-- The leases of the written deliveries are removed by webhook_claim, which writes the endpoint's row anyway.
--
-- Callers: src/database/repositories/webhook-batch.ts, in one statement with webhook_claim.
-- Locks, in this order: the endpoints (FOR NO KEY UPDATE SKIP LOCKED), then their deliveries. No agents. A request locks
-- endpoints in the order of its fields, so a wait for one endpoint while others are locked could be a deadlock.
-- Planner settings: the plans are made once, as nested loops on indexes, however small the tables were at the first call.
CREATE OR REPLACE FUNCTION webhook_acknowledge(p_at timestamptz, p_deliveries uuid[], p_tokens bigint[], p_agents uuid[], p_urls text[],
  p_attempted timestamptz[], p_status integer[], p_duration_ms integer[], p_key_version integer[], p_response text[],
  OUT endpoints uuid[], OUT written uuid[], OUT unwritten uuid[], OUT repeated uuid[])
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_failing boolean;
BEGIN
  endpoints := '{}';
  written := '{}';
  IF cardinality(p_deliveries) = 0 THEN
    RETURN;
  END IF;

  SELECT coalesce(array_agg(agent_id), '{}'), bool_or(failing_since IS NOT NULL) INTO endpoints, v_failing FROM (
    SELECT agent_id, failing_since FROM webhook_endpoint WHERE agent_id = ANY (p_agents) FOR NO KEY UPDATE SKIP LOCKED) w;

  -- A success needs no decision, so nothing is read first. A replaced lease writes nothing.
  WITH n AS (
    SELECT * FROM unnest(p_deliveries, p_tokens, p_agents, p_attempted, p_status, p_duration_ms, p_key_version, p_response)
      AS n (delivery_id, lease_token, agent_id, attempted_at, status, duration_ms, key_version, response)
  ), delivered AS (
    UPDATE webhook_delivery d SET state = 'delivered', due_at = NULL, ended_at = coalesce(d.ended_at, p_at),
      tries = d.tries + 1, attempts = d.attempts + 1, first_attempt_at = coalesce(d.first_attempt_at, n.attempted_at)
    FROM n JOIN webhook_endpoint w USING (agent_id)
    WHERE n.agent_id = ANY (endpoints) AND d.delivery_id = n.delivery_id AND webhook_lease_held(w, n.delivery_id, n.lease_token)
    RETURNING d.delivery_id, d.tries, d.attempts, n.attempted_at, n.status, n.duration_ms, n.key_version, n.response
  ), logged AS (
    INSERT INTO webhook_attempt (delivery_id, attempt_no, attempted_at, status, duration_ms, key_version, response)
    SELECT delivery_id, attempts, attempted_at, status, duration_ms, key_version, decode(response, 'hex') FROM delivered)
  SELECT coalesce(array_agg(delivery_id), '{}'), array_agg(delivery_id) FILTER (WHERE tries <> attempts)
  INTO written, repeated FROM delivered;
  IF cardinality(written) < cardinality(p_deliveries) THEN
    unwritten := ARRAY(SELECT n.delivery_id FROM unnest(p_deliveries, p_agents) AS n (delivery_id, agent_id)
      WHERE n.agent_id = ANY (endpoints) EXCEPT SELECT unnest(written));
  END IF;

  -- An endpoint that answers again at its present address counts as healthy.
  IF v_failing THEN
    UPDATE webhook_endpoint w SET failing_since = NULL
    FROM agent a, unnest(p_deliveries, p_agents, p_urls) AS n (delivery_id, agent_id, url)
    WHERE n.delivery_id = ANY (written) AND w.agent_id = n.agent_id AND a.agent_id = n.agent_id
      AND a.notification_url = n.url AND a.notifications_disabled_at IS NULL;
  END IF;
END $$;
