-- Counts the work that is due at a time, and finds the time at which the next work is due.
-- A quarantined trade waits for an operator, so it is not counted. Nor is a delivery that is not sent, because its agent has no
-- address or no push notifications.
-- Callers: sandbox_step, src/sandbox/status.ts.
-- Locks: none.
CREATE OR REPLACE FUNCTION sandbox_due(p_at timestamptz, OUT trades integer, OUT proposals integer, OUT listings integer,
  OUT events integer, OUT webhooks integer, OUT next_at timestamptz) LANGUAGE sql STABLE AS $$
  WITH trade_due AS (SELECT due_at AS at FROM trade WHERE due_at IS NOT NULL AND settlement_error IS NULL),
    proposal_due AS (SELECT expires_at AS at FROM proposal WHERE state <> 'rejected' AND trade_id IS NULL),
    listing_due AS (SELECT expires_at AS at FROM listing WHERE state <> 'closed' AND expires_at IS NOT NULL),
    webhook_due AS (SELECT d.due_at AS at FROM webhook_delivery d JOIN agent a USING (agent_id)
      WHERE d.state = 'pending' AND a.notification_url IS NOT NULL AND a.push_notifications),
    every_due AS (SELECT at FROM trade_due UNION ALL SELECT at FROM proposal_due UNION ALL SELECT at FROM listing_due
      UNION ALL SELECT at FROM webhook_due)
  SELECT (SELECT count(*) FROM trade_due WHERE at <= p_at), (SELECT count(*) FROM proposal_due WHERE at <= p_at),
    (SELECT count(*) FROM listing_due WHERE at <= p_at), (SELECT count(*) FROM event WHERE sequence IS NULL),
    (SELECT count(*) FROM webhook_due WHERE at <= p_at), (SELECT min(at) FROM every_due WHERE at > p_at)
$$;
