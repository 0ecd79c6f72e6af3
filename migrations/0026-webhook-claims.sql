-- How many deliveries of an endpoint are under way was counted by an index on their leases. Each claim and each end left a
-- dead entry there, and every count visited all of the last minutes: two thirds of what a claim cost. The endpoint's row,
-- which every claim locks and writes anyway, names them instead.
ALTER TABLE webhook_endpoint ADD COLUMN under_way uuid[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN webhook_endpoint.under_way IS 'the deliveries whose leases may still run; whether one does, its own row says';
UPDATE webhook_endpoint w SET under_way = l.deliveries FROM (
  SELECT agent_id, array_agg(delivery_id) AS deliveries FROM webhook_delivery WHERE leased_until IS NOT NULL GROUP BY agent_id) l
WHERE w.agent_id = l.agent_id;
DROP INDEX webhook_delivery_leased;
-- No index names what a claim changes: its new version stays in the page of the old one, where there is room.
ALTER TABLE webhook_delivery SET (fillfactor = 60);
