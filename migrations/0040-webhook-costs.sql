-- What a delivery costs the database. First: leases stand in the endpoint's row, which every claim locks and writes anyway: a claim writes no delivery. It was a new version
-- of each delivery's row, and with the one that ends it two.
ALTER TABLE webhook_endpoint
  -- Counts claims: what one claims has its number.
  ADD COLUMN claims       bigint        NOT NULL DEFAULT 0,
  -- Side by side with under_way: by which claim each is leased, and until when.
  ADD COLUMN lease_tokens bigint[]      NOT NULL DEFAULT '{}',
  ADD COLUMN leased_until timestamptz[] NOT NULL DEFAULT '{}';

-- Of a delivery of which a lease may still run, the claims to come must be others than those there were.
UPDATE webhook_endpoint w SET under_way = l.deliveries, lease_tokens = l.tokens, leased_until = l.until, claims = l.claims
FROM (SELECT agent_id, array_agg(delivery_id ORDER BY delivery_id) AS deliveries, array_agg(lease_token ORDER BY delivery_id) AS tokens,
    array_agg(leased_until ORDER BY delivery_id) AS until, max(lease_token) AS claims
  FROM webhook_delivery WHERE leased_until IS NOT NULL GROUP BY agent_id) l
WHERE w.agent_id = l.agent_id;
UPDATE webhook_endpoint SET under_way = '{}' WHERE cardinality(under_way) > cardinality(lease_tokens);
ALTER TABLE webhook_endpoint ADD CONSTRAINT webhook_endpoint_leases
  CHECK (cardinality(lease_tokens) = cardinality(under_way) AND cardinality(leased_until) = cardinality(under_way));
COMMENT ON COLUMN webhook_endpoint.under_way IS 'the deliveries that are leased';
COMMENT ON CONSTRAINT webhook_endpoint_leases ON webhook_endpoint IS 'a delivery that is under way has its token and its time';

-- Nobody writes these two any more. Processes of the version before, which run beside this schema for a while, name them.
ALTER TABLE webhook_delivery ALTER COLUMN lease_token SET DEFAULT 0;
UPDATE webhook_delivery SET leased_until = NULL WHERE leased_until IS NOT NULL;
COMMENT ON COLUMN webhook_delivery.leased_until IS 'not used any more: webhook_endpoint.leased_until';
COMMENT ON COLUMN webhook_delivery.lease_token IS 'not used any more: webhook_endpoint.lease_tokens';

-- Whether this claim is the last one of the delivery: whose word counts.
CREATE FUNCTION webhook_leased(p_endpoint webhook_endpoint, p_delivery uuid, p_token bigint) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(p_endpoint.lease_tokens[array_position(p_endpoint.under_way, p_delivery)] = p_token, false)
$$;

-- The leases of an endpoint that run beyond p_at, but for those of p_ended.
CREATE FUNCTION webhook_leases(p_endpoint webhook_endpoint, p_ended uuid[], p_at timestamptz)
RETURNS TABLE (under_way uuid[], lease_tokens bigint[], leased_until timestamptz[], first_until timestamptz) LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(id), '{}'), coalesce(array_agg(token), '{}'), coalesce(array_agg(until), '{}'), min(until)
  FROM unnest(p_endpoint.under_way, p_endpoint.lease_tokens, p_endpoint.leased_until) AS l (id, token, until)
  WHERE id <> ALL (p_ended) AND until > p_at
$$;

-- As in 0030 and 0039, but for the leases.
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
  v_more      boolean := false;
  v_disabled  uuid;
  v_left      uuid[] := '{}';
  v_until     timestamptz := p_at + make_interval(secs => p_lease_seconds);
BEGIN
  IF cardinality(p_deliveries) > 0 THEN
    SELECT coalesce(array_agg(agent_id), '{}'), bool_or(failing_since IS NOT NULL) INTO v_freed, v_failing FROM (
      SELECT agent_id, failing_since FROM webhook_endpoint WHERE agent_id = ANY (p_agents) ORDER BY agent_id FOR NO KEY UPDATE) w;

    -- Of an arrival nothing has to be decided, so nothing has to be read first. The token says whose word counts: where the
    -- claim was followed by another, nothing is written.
    WITH n AS (
      SELECT * FROM unnest(p_deliveries, p_tokens, p_agents, p_attempted, p_status, p_duration_ms, p_key_version, p_response)
        AS n (delivery_id, lease_token, agent_id, attempted_at, status, duration_ms, key_version, response)
    ), arrived AS (
      UPDATE webhook_delivery d SET state = 'delivered', due_at = NULL, ended_at = coalesce(d.ended_at, p_at),
        tries = d.tries + 1, attempts = d.attempts + 1, first_attempt_at = coalesce(d.first_attempt_at, n.attempted_at)
      FROM n JOIN webhook_endpoint w USING (agent_id)
      WHERE d.delivery_id = n.delivery_id AND webhook_leased(w, n.delivery_id, n.lease_token)
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
    UPDATE webhook_endpoint w SET due_at = p_at, (under_way, lease_tokens, leased_until) = (
      SELECT l.under_way, l.lease_tokens, l.leased_until FROM webhook_leases(w, v_written, '-infinity') l)
    WHERE w.agent_id = ANY (v_freed[v_room + 1:]);
  END IF;
  IF cardinality(v_chosen) = 0 THEN
    -- Without room for any, it is the end of an attempt that makes some.
    RETURN QUERY SELECT false, v_unwritten, v_repeated, NULL::uuid, NULL::uuid, NULL::uuid, NULL::bigint, NULL::text, NULL::text,
      NULL::double precision, NULL::integer, NULL::bytea, NULL::text;
    RETURN;
  END IF;

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
  WITH picked AS (
    SELECT w.agent_id, w.failing_since, w.claims + 1 AS token, l.*, a.notification_url,
      a.notification_url IS NOT NULL AND a.notifications_disabled_at IS NULL AS open
    FROM webhook_endpoint w JOIN agent a USING (agent_id) CROSS JOIN LATERAL webhook_leases(w, v_written, p_at) l
    WHERE w.agent_id = ANY (v_chosen)
  ), claimed AS (
    SELECT c.*, p.agent_id, p.token, p.notification_url FROM picked p CROSS JOIN LATERAL (
      SELECT d.delivery_id, d.event_id, d.sequence FROM webhook_delivery d
      WHERE d.agent_id = p.agent_id AND d.state = 'pending' AND d.due_at <= p_at AND d.delivery_id <> ALL (p.under_way)
        AND (d.trade_id IS NULL OR d.first_attempt_at IS NOT NULL OR NOT EXISTS (SELECT FROM webhook_delivery b
          WHERE b.agent_id = d.agent_id AND b.trade_id = d.trade_id AND b.sequence < d.sequence
            AND b.state = 'pending' AND b.first_attempt_at IS NULL))
      ORDER BY d.due_at, d.sequence
      LIMIT greatest(CASE WHEN p.failing_since IS NULL THEN p_each ELSE 1 END - cardinality(p.under_way), 0)) c
    WHERE p.open
  ), looked AS (
    UPDATE webhook_endpoint w SET claims = w.claims + (n.agent_id IS NOT NULL)::int,
      under_way = p.under_way || coalesce(n.deliveries, '{}'),
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

-- The foreign key was an eighth of what a delivery costs the database: the row that was written a moment before in the same
-- statement was looked up and locked for each attempt. Attempts are written by those who write their delivery, and go
-- with it; that none is left, the audit says.
ALTER TABLE webhook_attempt DROP CONSTRAINT webhook_attempt_delivery;
CREATE FUNCTION webhook_forget_attempts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM webhook_attempt a USING gone g WHERE a.delivery_id = g.delivery_id;
  RETURN NULL;
END $$;
CREATE TRIGGER webhook_forgotten AFTER DELETE ON webhook_delivery REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION webhook_forget_attempts();

-- D1 (events.md §2): a delivery is where its attempts have brought it; and no attempt is left without one.
CREATE OR REPLACE VIEW audit_d1_attempts AS
  SELECT format('delivery %s (%s): %s', d.delivery_id, d.state, f.fault) AS detail
  FROM audit_delivery d
  CROSS JOIN LATERAL (SELECT count(*) AS n, min(a.attempt_no) AS first, max(a.attempt_no) AS last FROM webhook_attempt a WHERE a.delivery_id = d.delivery_id) a
  LEFT JOIN webhook_attempt l ON l.delivery_id = d.delivery_id AND l.attempt_no = a.last
  CROSS JOIN LATERAL (SELECT l.error IS NULL AND l.status BETWEEN 200 AND 299 AS arrived) w
  CROSS JOIN LATERAL (VALUES
    (a.n <> d.attempts OR (a.n > 0 AND (a.first, a.last) <> (1, d.attempts)), format('%s attempts are logged, %s counted', a.n, d.attempts)),
    ((d.first_attempt_at IS NULL) <> (a.n = 0), 'when it was first tried and its attempts disagree'),
    (d.state = 'delivered' AND w.arrived IS NOT TRUE, 'its last attempt failed'),
    (d.state = 'dead' AND w.arrived IS NOT FALSE, 'its last attempt did not fail'),
    (d.state = 'pending' AND d.tries > 0 AND w.arrived, 'its last attempt arrived')
  ) AS f (found, fault)
  WHERE f.found
  UNION ALL
  SELECT format('attempt %s of delivery %s, which is not there', a.attempt_no, a.delivery_id) FROM webhook_attempt a
  WHERE a.delivery_id >= audit_since_id() AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.delivery_id = a.delivery_id);
