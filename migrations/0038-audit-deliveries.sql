-- D4 of `ats audit`: webhook deliveries that nobody ever made. Which agents wanted an event is asked when it is numbered and
-- written nowhere; what they want now they have wanted for some time, and since when is told here.

-- As in 0020, with the setting read here: PostgreSQL 18 keeps the plan of a function for the session, and with it what other
-- immutable functions answered. A worker's second audit looked from where its first one had.
CREATE OR REPLACE FUNCTION audit_since_id() RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN since IS NULL THEN '00000000-0000-0000-0000-000000000000'
    ELSE (lpad(to_hex((extract(epoch FROM since) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid END
  FROM (SELECT nullif(current_setting('ats.audit_since', true), '')::timestamptz AS since) s
$$;

-- Ids begin with their time: the greatest is the newest.
CREATE FUNCTION newest_event_at() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT created_at FROM event ORDER BY event_id DESC LIMIT 1
$$;

-- Without a rewrite of the table. What agents wanted before no row says.
ALTER TABLE agent ADD COLUMN event_types_since timestamptz NOT NULL DEFAULT now();
COMMENT ON COLUMN agent.event_types_since IS 'since when it is told of these types; what was written before may have been numbered while it was not';

-- By the events as well: where a clock was set back, they are of a time to come.
UPDATE agent SET event_types_since = (SELECT newest_event_at()) WHERE event_types_since < (SELECT newest_event_at());

-- Whoever changes it, be it a process of the version before this one. An address that moves and an endpoint that is disabled
-- change nothing: deliveries are made all the same.
CREATE FUNCTION agent_wants_since() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN NEW.event_types_since := now(); END IF;
  NEW.event_types_since := greatest(NEW.event_types_since, newest_event_at());
  RETURN NEW;
END $$;
CREATE TRIGGER agent_wants BEFORE INSERT ON agent FOR EACH ROW EXECUTE FUNCTION agent_wants_since();
CREATE TRIGGER agent_wants_other BEFORE UPDATE OF event_types, push_notifications ON agent FOR EACH ROW
WHEN ((OLD.event_types, OLD.push_notifications) IS DISTINCT FROM (NEW.event_types, NEW.push_notifications))
EXECUTE FUNCTION agent_wants_since();

-- D4 (events.md §2): an event that was written while an agent wanted its type, and in whose trade or proposal it had a part
-- by then, has its delivery to it. What was numbered while the change of an agent was on its way may be by either state of it;
-- no transaction of the service takes five minutes. Deliveries are forgotten 30 days after their end.
CREATE VIEW audit_d4_made AS
  WITH wanted AS MATERIALIZED (
    SELECT e.event_id, e.principal_id, e.type, e.sequence, e.created_at, e.trade_id,
      CASE WHEN e.type LIKE 'proposal.%' THEN (e.data->>'proposal_id')::uuid END AS proposal_id,
      CASE WHEN e.type LIKE 'proposal.%' THEN (e.data->>'revision_no')::integer END AS revision_no
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
    WHERE a.push_notifications AND w.type NOT LIKE 'trade.%' AND w.type NOT LIKE 'proposal.%'
  )
  SELECT DISTINCT format('event %s (%s), number %s of principal %s: no delivery to agent %s', c.event_id, c.type, c.sequence, c.principal_id, a.agent_id) AS detail
  -- Whose agents they are, is asked in a way that no join can be planned by: a principal may have thousands, and a trade has few.
  FROM concerned c JOIN agent a ON a.agent_id = c.agent_id AND a.principal_id IS NOT DISTINCT FROM c.principal_id
    AND a.push_notifications AND a.notification_url IS NOT NULL AND c.type = ANY (a.event_types)
    AND c.created_at > a.event_types_since + interval '5 minutes'
  LEFT JOIN webhook_delivery d ON d.event_id = c.event_id AND d.agent_id = c.agent_id
  WHERE d.event_id IS NULL;

GRANT SELECT ON audit_d4_made TO ats_app;
