-- Runs one round of a webhook worker: acknowledges delivered attempts, then claims due deliveries.
--
-- In: p_deliveries were answered with 2xx in time, under the leases p_tokens. Up to p_endpoints endpoints are claimed
-- from, each with up to p_each attempts under way.
-- Out: one row for each claimed delivery, or one row without a delivery. `unwritten`: deliveries whose lease was replaced,
-- so that their result is dropped. `repeated`: acknowledged deliveries that an operator had redelivered. `more`: another
-- claim at once may find more.
--
-- Callers: src/database/repositories/webhook-batch.ts.
-- Locks, in this order: the endpoints of the acknowledged deliveries by agent_id (FOR NO KEY UPDATE, waits), their
-- deliveries; then due endpoints by due_at (FOR NO KEY UPDATE SKIP LOCKED, so no deadlock). Agents are not locked.
-- Planner settings: the plans are made once, on the indexes, however small the tables were at the first call.
CREATE OR REPLACE FUNCTION webhook_ack_and_claim(p_at timestamptz, p_endpoints integer, p_each integer, p_lease_seconds double precision,
  p_deliveries uuid[], p_tokens bigint[], p_agents uuid[], p_urls text[], p_attempted timestamptz[], p_status integer[],
  p_duration_ms integer[], p_key_version integer[], p_response text[])
RETURNS TABLE (more boolean, unwritten uuid[], repeated uuid[], delivery_id uuid, event_id uuid, agent_id uuid,
  lease_token bigint, notification_url text, payload text, waited_ms double precision, key_version integer,
  secret_ciphertext bytea, secret_key_id text)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  v_freed     uuid[] := '{}';
  v_failing   boolean;
  v_written   uuid[] := '{}';
  v_unwritten uuid[];
  v_repeated  uuid[];
  v_chosen    uuid[] := '{}';
  v_room      integer := p_endpoints;
  v_more      boolean := false;
  v_disabled  uuid;
  v_left      uuid[] := '{}';
  v_until     timestamptz := p_at + make_interval(secs => p_lease_seconds);
BEGIN
  IF cardinality(p_deliveries) > 0 THEN
    SELECT coalesce(array_agg(agent_id), '{}'), bool_or(failing_since IS NOT NULL) INTO v_freed, v_failing FROM (
      SELECT agent_id, failing_since FROM webhook_endpoint WHERE agent_id = ANY (p_agents) ORDER BY agent_id FOR NO KEY UPDATE) w;

    -- A success needs no decision, so nothing is read first. A replaced lease writes nothing.
    WITH n AS (
      SELECT * FROM unnest(p_deliveries, p_tokens, p_agents, p_attempted, p_status, p_duration_ms, p_key_version, p_response)
        AS n (delivery_id, lease_token, agent_id, attempted_at, status, duration_ms, key_version, response)
    ), arrived AS (
      UPDATE webhook_delivery d SET state = 'delivered', due_at = NULL, ended_at = coalesce(d.ended_at, p_at),
        tries = d.tries + 1, attempts = d.attempts + 1, first_attempt_at = coalesce(d.first_attempt_at, n.attempted_at)
      FROM n JOIN webhook_endpoint w USING (agent_id)
      WHERE d.delivery_id = n.delivery_id AND webhook_lease_held(w, n.delivery_id, n.lease_token)
      RETURNING d.delivery_id, d.tries, d.attempts, n.attempted_at, n.status, n.duration_ms, n.key_version, n.response
    ), logged AS (
      INSERT INTO webhook_attempt (delivery_id, attempt_no, attempted_at, status, duration_ms, key_version, response)
      SELECT delivery_id, attempts, attempted_at, status, duration_ms, key_version, decode(response, 'hex') FROM arrived)
    SELECT coalesce(array_agg(delivery_id), '{}'), array_agg(delivery_id) FILTER (WHERE tries <> attempts)
    INTO v_written, v_repeated FROM arrived;
    IF cardinality(v_written) < cardinality(p_deliveries) THEN
      v_unwritten := ARRAY(SELECT unnest(p_deliveries) EXCEPT SELECT unnest(v_written));
    END IF;

    -- An endpoint that answers again at its present address counts as healthy.
    IF v_failing THEN
      UPDATE webhook_endpoint w SET failing_since = NULL
      FROM agent a, unnest(p_deliveries, p_agents, p_urls) AS n (delivery_id, agent_id, url)
      WHERE n.delivery_id = ANY (v_written) AND w.agent_id = n.agent_id AND a.agent_id = n.agent_id
        AND a.notification_url = n.url AND a.notifications_disabled_at IS NULL;
    END IF;
  END IF;

  -- Endpoints that wait longest come first, then those that were just acknowledged. The locks are taken in a statement of
  -- their own, so that the next statement sees what other workers committed. The agent is read later, after the lock.
  IF p_endpoints > 0 THEN
    v_chosen := ARRAY(SELECT w.agent_id FROM webhook_endpoint w WHERE w.due_at <= p_at AND w.agent_id <> ALL (v_freed)
      ORDER BY w.due_at LIMIT p_endpoints FOR NO KEY UPDATE SKIP LOCKED);
    v_room := p_endpoints - cardinality(v_chosen);
    v_chosen := v_chosen || v_freed[1:v_room];
    v_more := v_room = 0 OR cardinality(v_freed) > v_room;
  END IF;
  IF cardinality(v_freed) > v_room THEN
    UPDATE webhook_endpoint w SET due_at = p_at, (leased_delivery_ids, lease_tokens, leased_until) = (
      SELECT l.leased_delivery_ids, l.lease_tokens, l.leased_until FROM webhook_active_leases(w, v_written, '-infinity') l)
    WHERE w.agent_id = ANY (v_freed[v_room + 1:]);
  END IF;
  IF cardinality(v_chosen) = 0 THEN
    -- No endpoint can be claimed from: the end of an attempt makes room.
    RETURN QUERY SELECT false, v_unwritten, v_repeated, NULL::uuid, NULL::uuid, NULL::uuid, NULL::bigint, NULL::text, NULL::text,
      NULL::double precision, NULL::integer, NULL::bytea, NULL::text;
    RETURN;
  END IF;

  -- A disabled endpoint stays due while it has pending deliveries. The relay may add one at the moment of disabling.
  FOR v_disabled IN SELECT a.agent_id FROM agent a WHERE a.agent_id = ANY (v_chosen) AND a.notifications_disabled_at IS NOT NULL LOOP
    IF webhook_disable_pending(v_disabled, p_at) THEN v_left := v_left || v_disabled; END IF;
  END LOOP;
  v_more := v_more OR cardinality(v_left) > 0;

  -- A failing endpoint gets one attempt at a time, so that it does not take capacity from working ones. Within a trade,
  -- a delivery's first attempt waits for the first attempts of all earlier ones. The endpoint is due again when an attempt
  -- or its lease ends. If it is already due early enough, due_at stays, so that no index is written.
  RETURN QUERY
  WITH picked AS (
    SELECT w.agent_id, w.failing_since, w.claims + 1 AS token, l.*, a.notification_url,
      a.notification_url IS NOT NULL AND a.notifications_disabled_at IS NULL AS open
    FROM webhook_endpoint w JOIN agent a USING (agent_id) CROSS JOIN LATERAL webhook_active_leases(w, v_written, p_at) l
    WHERE w.agent_id = ANY (v_chosen)
  ), claimed AS (
    SELECT c.*, p.agent_id, p.token, p.notification_url FROM picked p CROSS JOIN LATERAL (
      SELECT d.delivery_id, d.event_id, d.sequence FROM webhook_delivery d
      WHERE d.agent_id = p.agent_id AND d.state = 'pending' AND d.due_at <= p_at AND d.delivery_id <> ALL (p.leased_delivery_ids)
        AND (d.trade_id IS NULL OR d.first_attempt_at IS NOT NULL OR NOT EXISTS (SELECT FROM webhook_delivery b
          WHERE b.agent_id = d.agent_id AND b.trade_id = d.trade_id AND b.sequence < d.sequence
            AND b.state = 'pending' AND b.first_attempt_at IS NULL))
      ORDER BY d.due_at, d.sequence
      LIMIT greatest(CASE WHEN p.failing_since IS NULL THEN p_each ELSE 1 END - cardinality(p.leased_delivery_ids), 0)) c
    WHERE p.open
  ), looked AS (
    UPDATE webhook_endpoint w SET claims = w.claims + (n.agent_id IS NOT NULL)::int,
      leased_delivery_ids = p.leased_delivery_ids || coalesce(n.deliveries, '{}'),
      lease_tokens = p.lease_tokens || array_fill(p.token, ARRAY[coalesce(cardinality(n.deliveries), 0)]),
      leased_until = p.leased_until || array_fill(v_until, ARRAY[coalesce(cardinality(n.deliveries), 0)]),
      due_at = CASE WHEN w.due_at > p_at AND w.due_at <= l.due_at THEN w.due_at ELSE l.due_at END
    FROM picked p LEFT JOIN (SELECT agent_id, array_agg(delivery_id) AS deliveries FROM claimed GROUP BY agent_id) n
      USING (agent_id) CROSS JOIN LATERAL (SELECT CASE
        WHEN p.open THEN least(p.first_until, CASE WHEN n.agent_id IS NOT NULL THEN v_until END,
          (SELECT min(d.due_at) FROM webhook_delivery d
            WHERE d.agent_id = p.agent_id AND d.state = 'pending' AND d.due_at > p_at))
        WHEN p.agent_id = ANY (v_left) THEN p_at END AS due_at) l
    WHERE w.agent_id = p.agent_id
  )
  SELECT v_more, v_unwritten, v_repeated, f.* FROM (SELECT) AS always LEFT JOIN LATERAL (
    SELECT c.delivery_id, c.event_id, c.agent_id, c.token, c.notification_url, e.payload,
      extract(epoch FROM p_at - e.created_at)::double precision * 1000, k.version, k.secret_ciphertext, k.secret_key_id
    FROM claimed c JOIN event e USING (event_id)
      JOIN webhook_signing_key k ON k.agent_id = c.agent_id AND k.retired_at IS NULL
    ORDER BY c.sequence) f ON true;
END $$;
