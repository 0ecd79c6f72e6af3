-- Claims due deliveries for a webhook worker: the second half of its batch.
--
-- Up to p_endpoints endpoints are claimed from, each with up to p_each attempts under way. p_acknowledged are the
-- endpoints that webhook_acknowledge has locked, p_ended the deliveries that it has written: their leases end here.
-- A principal gets up to p_places attempts, or p_left if it is in p_busy. Its other endpoints wait for a second, so that
-- the endpoints of one principal do not take the whole capacity of a worker.
-- Out: one row for each claimed delivery, or one row without a delivery. `more`: another claim at once may find more.
--
-- Callers: src/database/repositories/webhook-batch.ts, in one statement after webhook_acknowledge.
-- Locks: the due endpoints by due_at (FOR NO KEY UPDATE SKIP LOCKED, so no deadlock). No agents, no deliveries but those
-- that webhook_disable_pending ends.
-- Planner settings: the plans are made once, as nested loops on indexes, however small the tables were at the first call.
CREATE OR REPLACE FUNCTION webhook_claim(p_at timestamptz, p_endpoints integer, p_each integer, p_lease_seconds double precision,
  p_acknowledged uuid[], p_ended uuid[], p_places integer, p_busy uuid[], p_left integer[])
RETURNS TABLE (more boolean, delivery_id uuid, event_id uuid, agent_id uuid, principal_id uuid, lease_token bigint, notification_url text,
  payload text, waited_ms double precision, key_version integer, secret_ciphertext bytea, secret_key_id text)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off AS $$
#variable_conflict use_column
DECLARE
  v_chosen     uuid[] := '{}';
  v_room       integer := p_endpoints;
  v_more       boolean := false;
  v_disabled   uuid;
  v_backlogged uuid[] := '{}';
  v_postponed  uuid[] := '{}';
  v_until      timestamptz := p_at + make_interval(secs => p_lease_seconds);
BEGIN
  -- Endpoints that wait longest come first, then those that were just acknowledged. The locks are taken in a statement of
  -- their own, so that the next statement sees what other workers committed. The agent is read later, after the lock.
  IF p_endpoints > 0 THEN
    v_chosen := ARRAY(SELECT w.agent_id FROM webhook_endpoint w WHERE w.due_at <= p_at AND w.agent_id <> ALL (p_acknowledged)
      ORDER BY w.due_at LIMIT p_endpoints FOR NO KEY UPDATE SKIP LOCKED);
    v_room := p_endpoints - cardinality(v_chosen);
    v_chosen := v_chosen || p_acknowledged[1:v_room];
    v_more := v_room = 0 OR cardinality(p_acknowledged) > v_room;
  END IF;
  IF cardinality(p_acknowledged) > v_room THEN
    UPDATE webhook_endpoint w SET due_at = p_at, (leased_delivery_ids, lease_tokens, leased_until) = (
      SELECT l.leased_delivery_ids, l.lease_tokens, l.leased_until FROM webhook_active_leases(w, p_ended, '-infinity') l)
    WHERE w.agent_id = ANY (p_acknowledged[v_room + 1:]);
  END IF;
  IF cardinality(p_busy) > 0 OR cardinality(v_chosen) * p_each > p_places THEN
    v_postponed := ARRAY(SELECT s.agent_id FROM (
      SELECT w.agent_id, a.principal_id, sum(greatest(CASE WHEN w.failing_since IS NULL THEN p_each ELSE 1 END
        - cardinality(l.leased_delivery_ids), 0)) OVER (PARTITION BY a.principal_id ORDER BY c.no) AS attempts
      FROM unnest(v_chosen) WITH ORDINALITY AS c (agent_id, no) JOIN webhook_endpoint w USING (agent_id) JOIN agent a USING (agent_id)
        CROSS JOIN LATERAL webhook_active_leases(w, p_ended, p_at) l) s
      WHERE s.attempts > coalesce(p_left[array_position(p_busy, s.principal_id)], p_places));
    v_chosen := ARRAY(SELECT unnest(v_chosen) EXCEPT SELECT unnest(v_postponed));
    -- They leave the head of the queue, so that the next claim sees the endpoints behind them.
    UPDATE webhook_endpoint w SET due_at = p_at + interval '1 second', (leased_delivery_ids, lease_tokens, leased_until) = (
      SELECT l.leased_delivery_ids, l.lease_tokens, l.leased_until FROM webhook_active_leases(w, p_ended, '-infinity') l)
    WHERE w.agent_id = ANY (v_postponed);
  END IF;
  IF cardinality(v_chosen) = 0 THEN
    -- No endpoint can be claimed from: the end of an attempt makes room.
    RETURN QUERY SELECT v_more, NULL::uuid, NULL::uuid, NULL::uuid, NULL::uuid, NULL::bigint, NULL::text, NULL::text,
      NULL::double precision, NULL::integer, NULL::bytea, NULL::text;
    RETURN;
  END IF;

  -- A disabled endpoint stays due while it has pending deliveries. The relay may add one at the moment of disabling.
  FOR v_disabled IN SELECT a.agent_id FROM agent a WHERE a.agent_id = ANY (v_chosen) AND a.notifications_disabled_at IS NOT NULL LOOP
    IF webhook_disable_pending(v_disabled, p_at) THEN v_backlogged := v_backlogged || v_disabled; END IF;
  END LOOP;
  v_more := v_more OR cardinality(v_backlogged) > 0;

  -- A failing endpoint gets one attempt at a time, so that it does not take capacity from working ones. Within a trade,
  -- a delivery's first attempt waits for the first attempts of all earlier ones. The endpoint is due again when an attempt
  -- or its lease ends. If it is already due early enough, due_at stays, so that no index is written.
  RETURN QUERY
  WITH picked AS (
    SELECT w.agent_id, w.failing_since, w.claims + 1 AS token, l.*, a.principal_id, a.notification_url,
      a.notification_url IS NOT NULL AND a.notifications_disabled_at IS NULL AND a.push_notifications AS open
    FROM webhook_endpoint w JOIN agent a USING (agent_id) CROSS JOIN LATERAL webhook_active_leases(w, p_ended, p_at) l
    WHERE w.agent_id = ANY (v_chosen)
  ), claimed AS (
    SELECT c.*, p.agent_id, p.principal_id, p.token, p.notification_url FROM picked p CROSS JOIN LATERAL (
      SELECT d.delivery_id, d.event_id, d.sequence FROM webhook_delivery d
      WHERE d.agent_id = p.agent_id AND d.state = 'pending' AND d.due_at <= p_at AND d.delivery_id <> ALL (p.leased_delivery_ids)
        AND (d.trade_id IS NULL OR d.first_attempt_at IS NOT NULL OR NOT EXISTS (SELECT FROM webhook_delivery b
          WHERE b.agent_id = d.agent_id AND b.trade_id = d.trade_id AND b.sequence < d.sequence
            AND b.state = 'pending' AND b.first_attempt_at IS NULL))
      ORDER BY d.due_at, d.sequence
      LIMIT greatest(CASE WHEN p.failing_since IS NULL THEN p_each ELSE 1 END - cardinality(p.leased_delivery_ids), 0)) c
    WHERE p.open
  ), updated AS (
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
        WHEN p.agent_id = ANY (v_backlogged) THEN p_at END AS due_at) l
    WHERE w.agent_id = p.agent_id
  )
  SELECT v_more, f.* FROM (SELECT) AS always LEFT JOIN LATERAL (
    SELECT c.delivery_id, c.event_id, c.agent_id, c.principal_id, c.token, c.notification_url, webhook_payload(e),
      extract(epoch FROM p_at - e.created_at)::double precision * 1000, k.version, k.secret_ciphertext, k.secret_key_id
    FROM claimed c JOIN event e USING (event_id)
      JOIN webhook_signing_key k ON k.agent_id = c.agent_id AND k.retired_at IS NULL
    ORDER BY c.sequence) f ON true;
END $$;
