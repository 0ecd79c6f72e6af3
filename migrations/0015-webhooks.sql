-- Webhook deliveries (events.md §2): made by the relay in the transaction that freezes the payload, one for each agent
-- that is told of an event; tried by workers under leases; every attempt is kept for 30 days.

-- A UUIDv7 (RFC 9562) of that instant, for rows that are made by a statement alone.
CREATE FUNCTION uuid_v7(at timestamptz) RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT encode(set_bit(set_bit(
    overlay(uuid_send(gen_random_uuid()) PLACING substring(int8send((extract(epoch FROM at) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
    52, 1), 53, 1), 'hex')::uuid
$$;

CREATE TABLE webhook_delivery (
  delivery_id      uuid        CONSTRAINT webhook_delivery_pkey PRIMARY KEY,
  event_id         uuid        NOT NULL CONSTRAINT webhook_delivery_event REFERENCES event,
  agent_id         uuid        NOT NULL CONSTRAINT webhook_delivery_agent REFERENCES agent,
  trade_id         uuid,
  -- The event's: an agent has one principal, so this is the order of what the agent is told.
  sequence         bigint      NOT NULL,
  state            text        NOT NULL,
  -- Attempts since it was made or redelivered by hand: where it stands in the retry schedule.
  tries            integer     NOT NULL,
  -- Attempts in all.
  attempts         integer     NOT NULL,
  first_attempt_at timestamptz,
  due_at           timestamptz,
  leased_until     timestamptz,
  -- Counts claims. Whoever claimed with another token than this one may write nothing of it.
  lease_token      bigint      NOT NULL,
  created_at       timestamptz NOT NULL,
  ended_at         timestamptz,
  CONSTRAINT webhook_delivery_once UNIQUE (event_id, agent_id),
  CONSTRAINT webhook_delivery_state CHECK (state IN ('pending', 'delivered', 'dead', 'disabled')),
  CONSTRAINT webhook_delivery_pending_is_due CHECK ((state = 'pending') = (due_at IS NOT NULL)),
  CONSTRAINT webhook_delivery_ended CHECK ((state = 'pending') = (ended_at IS NULL)),
  CONSTRAINT webhook_delivery_counts CHECK (tries BETWEEN 0 AND attempts)
);
COMMENT ON CONSTRAINT webhook_delivery_once ON webhook_delivery IS 'events.md §2: one delivery an agent, whatever steps it takes part in';
COMMENT ON CONSTRAINT webhook_delivery_state ON webhook_delivery IS 'contract §7, Delivery';
COMMENT ON CONSTRAINT webhook_delivery_pending_is_due ON webhook_delivery IS 'what nobody will try again must not look as if somebody would, and the other way round';
COMMENT ON CONSTRAINT webhook_delivery_ended ON webhook_delivery IS 'an end has its time: from then on it is kept for 30 days';
COMMENT ON CONSTRAINT webhook_delivery_counts ON webhook_delivery IS 'the tries of this round are some of all attempts';
-- An endpoint's work, in the order in which it falls due.
CREATE INDEX webhook_delivery_due ON webhook_delivery (agent_id, due_at, sequence) WHERE state = 'pending';
CREATE INDEX webhook_delivery_leased ON webhook_delivery (agent_id, leased_until) WHERE leased_until IS NOT NULL;
-- First attempts go in order for each agent and trade: what waits for the ones before.
CREATE INDEX webhook_delivery_unattempted ON webhook_delivery (agent_id, trade_id, sequence) WHERE state = 'pending' AND first_attempt_at IS NULL;
CREATE INDEX webhook_delivery_by_agent ON webhook_delivery (agent_id, delivery_id);
CREATE INDEX webhook_delivery_ended_at ON webhook_delivery (ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE webhook_attempt (
  delivery_id  uuid        NOT NULL CONSTRAINT webhook_attempt_delivery REFERENCES webhook_delivery ON DELETE CASCADE,
  attempt_no   integer     NOT NULL,
  attempted_at timestamptz NOT NULL,
  status       integer,
  error        text,
  duration_ms  integer     NOT NULL,
  key_version  integer     NOT NULL,
  response     bytea,
  CONSTRAINT webhook_attempt_pkey PRIMARY KEY (delivery_id, attempt_no),
  CONSTRAINT webhook_attempt_duration CHECK (duration_ms >= 0),
  CONSTRAINT webhook_attempt_response_size CHECK (length(response) <= 1024)
);
COMMENT ON CONSTRAINT webhook_attempt_duration ON webhook_attempt IS 'measured by a clock that does not go back';
COMMENT ON CONSTRAINT webhook_attempt_response_size ON webhook_attempt IS 'events.md §2: of a response 1 KiB is kept';

-- What an agent's endpoint has to do, and how it has been doing. The row is the lock of its claims: at most four
-- deliveries are under way at a time, however many workers there are.
CREATE TABLE webhook_endpoint (
  agent_id      uuid        CONSTRAINT webhook_endpoint_pkey PRIMARY KEY CONSTRAINT webhook_endpoint_agent REFERENCES agent,
  -- When to look at it again; null: it has nothing to do.
  due_at        timestamptz,
  -- The first failure since the last success.
  failing_since timestamptz
);
CREATE INDEX webhook_endpoint_due ON webhook_endpoint (due_at) WHERE due_at IS NOT NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_delivery TO ats_app;
GRANT SELECT, INSERT, DELETE ON webhook_attempt TO ats_app;
GRANT SELECT, INSERT, UPDATE ON webhook_endpoint TO ats_app;
