-- What was still to be sent to an endpoint that is disabled ends with it, so many deliveries at a time: one statement for a
-- backlog of a million ran out of its time, and was run again with the next 410 of the endpoint, which went on being sent to.

-- Ends some of what is pending for the agent, who holds its endpoint; whether there may be more.
CREATE FUNCTION webhook_disable_pending(p_agent uuid, p_at timestamptz) RETURNS boolean LANGUAGE sql
SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  WITH first AS MATERIALIZED (
    SELECT delivery_id FROM webhook_delivery WHERE agent_id = p_agent AND state = 'pending' ORDER BY due_at LIMIT 1000
  ), ended AS (
    UPDATE webhook_delivery d SET state = 'disabled', due_at = NULL, ended_at = p_at
    FROM first WHERE d.delivery_id = first.delivery_id AND d.state = 'pending'
  )
  SELECT count(*) = 1000 FROM first
$$;

-- As in 0030, but for what is disabled.
CREATE OR REPLACE FUNCTION webhook_turn(p_at timestamptz, p_endpoints integer, p_each integer, p_lease_seconds double precision,
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
  v_under_way uuid[];
  v_more      boolean := false;
  v_disabled  uuid;
  v_left      uuid[] := '{}';
BEGIN
  IF cardinality(p_deliveries) > 0 THEN
    SELECT coalesce(array_agg(agent_id), '{}'), bool_or(failing_since IS NOT NULL) INTO v_freed, v_failing FROM (
      SELECT agent_id, failing_since FROM webhook_endpoint WHERE agent_id = ANY (p_agents) ORDER BY agent_id FOR NO KEY UPDATE) w;

    -- Of an arrival nothing has to be decided, so nothing has to be read first. The token says whose word counts: where the
    -- claim was followed by another, nothing is found and nothing written.
    WITH n AS (
      SELECT * FROM unnest(p_deliveries, p_tokens, p_attempted, p_status, p_duration_ms, p_key_version, p_response)
        AS n (delivery_id, lease_token, attempted_at, status, duration_ms, key_version, response)
    ), arrived AS (
      UPDATE webhook_delivery d SET state = 'delivered', due_at = NULL, ended_at = coalesce(d.ended_at, p_at),
        tries = d.tries + 1, attempts = d.attempts + 1, first_attempt_at = coalesce(d.first_attempt_at, n.attempted_at),
        leased_until = NULL
      FROM n WHERE d.delivery_id = n.delivery_id AND d.lease_token = n.lease_token AND d.leased_until IS NOT NULL
      RETURNING d.delivery_id, d.tries, d.attempts, n.attempted_at, n.status, n.duration_ms, n.key_version, n.response
    ), logged AS (
      INSERT INTO webhook_attempt (delivery_id, attempt_no, attempted_at, status, duration_ms, key_version, response)
      SELECT delivery_id, attempts, attempted_at, status, duration_ms, key_version, decode(response, 'hex') FROM arrived)
    SELECT coalesce(array_agg(delivery_id), '{}'), array_agg(delivery_id) FILTER (WHERE tries <> attempts)
    INTO v_written, v_repeated FROM arrived;
    IF cardinality(v_written) < cardinality(p_deliveries) THEN
      v_unwritten := ARRAY(SELECT unnest(p_deliveries) EXCEPT SELECT unnest(v_written));
    END IF;

    -- Endpoints that answer again, at the address that was tried and that is theirs still, are held to nothing any more.
    IF v_failing THEN
      UPDATE webhook_endpoint w SET failing_since = NULL
      FROM agent a, unnest(p_deliveries, p_agents, p_urls) AS n (delivery_id, agent_id, url)
      WHERE n.delivery_id = ANY (v_written) AND w.agent_id = n.agent_id AND a.agent_id = n.agent_id
        AND a.notification_url = n.url AND a.notifications_disabled_at IS NULL;
    END IF;
  END IF;

  -- Those that wait longest first; those of which something has just arrived after them. Their locks first, in a statement of
  -- its own: what the next one sees is then what other workers have left. Of the agent nothing is read here: it may be older
  -- than the lock.
  IF p_endpoints > 0 THEN
    v_chosen := ARRAY(SELECT w.agent_id FROM webhook_endpoint w WHERE w.due_at <= p_at AND w.agent_id <> ALL (v_freed)
      ORDER BY w.due_at LIMIT p_endpoints FOR NO KEY UPDATE SKIP LOCKED);
    v_room := p_endpoints - cardinality(v_chosen);
    v_chosen := v_chosen || v_freed[1:v_room];
    v_more := v_room = 0 OR cardinality(v_freed) > v_room;
  END IF;
  IF cardinality(v_freed) > v_room THEN
    UPDATE webhook_endpoint w SET due_at = p_at WHERE w.agent_id = ANY (v_freed[v_room + 1:]);
  END IF;
  IF cardinality(v_chosen) = 0 THEN
    -- Without room for any, it is the end of an attempt that makes some.
    RETURN QUERY SELECT false, v_unwritten, v_repeated, NULL::uuid, NULL::uuid, NULL::uuid, NULL::bigint, NULL::text, NULL::text,
      NULL::double precision, NULL::integer, NULL::bytea, NULL::text;
    RETURN;
  END IF;

  v_under_way := ARRAY(SELECT u.id FROM webhook_endpoint w, unnest(w.under_way) AS u (id) WHERE w.agent_id = ANY (v_chosen)
    EXCEPT SELECT unnest(v_written));
  -- A disabled endpoint is due while some of what it was to be sent is left, and when the relay made a delivery for it in the
  -- moment in which it was disabled.
  FOR v_disabled IN SELECT a.agent_id FROM agent a WHERE a.agent_id = ANY (v_chosen) AND a.notifications_disabled_at IS NOT NULL LOOP
    IF webhook_disable_pending(v_disabled, p_at) THEN v_left := v_left || v_disabled; END IF;
  END LOOP;
  v_more := v_more OR cardinality(v_left) > 0;

  -- An endpoint that fails gets one attempt at a time: it must not take the places of those that work. Within a trade the
  -- first attempt of a delivery waits until that of every earlier one has ended. What is under way is looked at again when it
  -- has ended, or when its lease has. An endpoint that is looked at soon enough anyway stays due when it was: no index has to
  -- be written.
  RETURN QUERY
  WITH held AS (
    SELECT d.agent_id, array_agg(d.delivery_id) AS deliveries, min(d.leased_until) AS leased_until
    FROM webhook_delivery d WHERE d.delivery_id = ANY (v_under_way) AND d.leased_until > p_at GROUP BY d.agent_id
  ), picked AS (
    SELECT w.agent_id, w.failing_since, a.notification_url, coalesce(h.deliveries, '{}') AS under_way, h.leased_until,
      a.notification_url IS NOT NULL AND a.notifications_disabled_at IS NULL AS open
    FROM webhook_endpoint w JOIN agent a USING (agent_id) LEFT JOIN held h USING (agent_id)
    WHERE w.agent_id = ANY (v_chosen)
  ), chosen AS (
    SELECT c.place, p.notification_url FROM picked p CROSS JOIN LATERAL (
      SELECT d.ctid AS place FROM webhook_delivery d
      WHERE d.agent_id = p.agent_id AND d.state = 'pending' AND d.due_at <= p_at
        AND (d.leased_until IS NULL OR d.leased_until <= p_at)
        AND (d.trade_id IS NULL OR d.first_attempt_at IS NOT NULL OR NOT EXISTS (SELECT FROM webhook_delivery b
          WHERE b.agent_id = d.agent_id AND b.trade_id = d.trade_id AND b.sequence < d.sequence
            AND b.state = 'pending' AND b.first_attempt_at IS NULL))
      ORDER BY d.due_at, d.sequence
      LIMIT greatest(CASE WHEN p.failing_since IS NULL THEN p_each ELSE 1 END - cardinality(p.under_way), 0)) c
    WHERE p.open
  ), claimed AS (
    UPDATE webhook_delivery d SET leased_until = p_at + make_interval(secs => p_lease_seconds), lease_token = d.lease_token + 1
    FROM chosen WHERE d.ctid = chosen.place
    RETURNING d.delivery_id, d.event_id, d.agent_id, d.lease_token, d.sequence, d.leased_until, chosen.notification_url
  ), looked AS (
    UPDATE webhook_endpoint w SET under_way = p.under_way || coalesce(n.deliveries, '{}'),
      due_at = CASE WHEN w.due_at > p_at AND w.due_at <= l.due_at THEN w.due_at ELSE l.due_at END
    FROM picked p LEFT JOIN (
      SELECT agent_id, array_agg(delivery_id) AS deliveries, min(leased_until) AS leased_until FROM claimed GROUP BY agent_id) n
      USING (agent_id) CROSS JOIN LATERAL (SELECT CASE WHEN p.open THEN least(p.leased_until, n.leased_until,
        (SELECT min(d.due_at) FROM webhook_delivery d
          WHERE d.agent_id = p.agent_id AND d.state = 'pending' AND d.due_at > p_at))
        WHEN p.agent_id = ANY (v_left) THEN p_at END AS due_at) l
    WHERE w.agent_id = p.agent_id
  )
  SELECT v_more, v_unwritten, v_repeated, f.* FROM (SELECT) AS always LEFT JOIN LATERAL (
    SELECT c.delivery_id, c.event_id, c.agent_id, c.lease_token, c.notification_url, e.payload,
      extract(epoch FROM p_at - e.created_at)::double precision * 1000, k.version, k.secret_ciphertext, k.secret_key_id
    FROM claimed c JOIN event e USING (event_id)
      JOIN webhook_signing_key k ON k.agent_id = c.agent_id AND k.retired_at IS NULL
    ORDER BY c.sequence) f ON true;
END $$;

-- D3, as in 0021, but that what is left to a disabled endpoint is fine while somebody will look at it.
CREATE OR REPLACE VIEW audit_d3_scheduled AS
  SELECT format('delivery %s is pending, and nobody will look at agent %s', d.delivery_id, d.agent_id) AS detail
  FROM webhook_delivery d JOIN agent a USING (agent_id) LEFT JOIN webhook_endpoint w USING (agent_id)
  WHERE d.state = 'pending' AND w.due_at IS NULL AND (a.notifications_disabled_at IS NOT NULL OR a.notification_url IS NOT NULL);
