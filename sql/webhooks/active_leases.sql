-- Returns the leases of an endpoint that run beyond p_at, without those of p_ended.
-- Callers: webhook_claim, src/database/repositories/webhooks.ts.
-- Locks: none; the caller holds the endpoint's row.
CREATE OR REPLACE FUNCTION webhook_active_leases(p_endpoint webhook_endpoint, p_ended uuid[], p_at timestamptz)
RETURNS TABLE (leased_delivery_ids uuid[], lease_tokens bigint[], leased_until timestamptz[], first_until timestamptz) LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(id), '{}'), coalesce(array_agg(token), '{}'), coalesce(array_agg(until), '{}'), min(until)
  FROM unnest(p_endpoint.leased_delivery_ids, p_endpoint.lease_tokens, p_endpoint.leased_until) AS l (id, token, until)
  WHERE id <> ALL (p_ended) AND until > p_at
$$;
