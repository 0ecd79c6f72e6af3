-- Returns whether a token is the delivery's current lease: only its result may be recorded.
-- Callers: webhook_acknowledge. src/database/repositories/webhooks.ts has the same rule in TypeScript.
-- Locks: none; the caller holds the endpoint's row.
CREATE OR REPLACE FUNCTION webhook_lease_held(p_endpoint webhook_endpoint, p_delivery uuid, p_token bigint) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(p_endpoint.lease_tokens[array_position(p_endpoint.leased_delivery_ids, p_delivery)] = p_token, false)
$$;
