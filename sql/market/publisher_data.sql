-- Reads what the publication of a listing needs of its publisher: the agent, and the agent's active listing of the trade
-- profile. The active listing may have expired. Both are null if the agent does not belong to one of the principals.
-- Returns null if p_lock is 'try' and another transaction has locked the listing.
-- Callers: load_decision_data, with the locks of the principals; src/database/repositories/listings.ts.
-- Locks: the active listing (FOR NO KEY UPDATE). `try` never waits.
-- Planner settings: only listing_one_active has the rows in the order of the look-up, and sorting is off. Without the order,
-- a plan from the time of a small table can read all active listings from another index.
CREATE OR REPLACE FUNCTION publisher_data(p_principal_ids uuid[], p_agent_id uuid, p_trade_profile text, p_lock text) RETURNS jsonb LANGUAGE plpgsql
SET enable_sort = off AS $$
DECLARE
  v_agent   jsonb := (SELECT jsonb_build_object('agent_id', a.agent_id, 'retired_at', a.retired_at) FROM agent a
    WHERE a.agent_id = p_agent_id AND a.principal_id = ANY (p_principal_ids));
  v_id      uuid;
  v_listing listing;
BEGIN
  IF v_agent IS NOT NULL THEN
    SELECT listing_id INTO v_id FROM listing
    WHERE agent_id = p_agent_id AND trade_profile >= p_trade_profile AND trade_profile <= p_trade_profile AND state = 'active'
    ORDER BY trade_profile;
  END IF;
  IF v_id IS NOT NULL AND p_lock = 'try' THEN
    SELECT * INTO v_listing FROM listing WHERE listing_id = v_id FOR NO KEY UPDATE SKIP LOCKED;
    IF NOT FOUND THEN RETURN NULL; END IF;
  ELSIF v_id IS NOT NULL THEN
    SELECT * INTO v_listing FROM listing WHERE listing_id = v_id FOR NO KEY UPDATE;
  END IF;
  -- The listing can have ended while this call waited for its lock.
  RETURN jsonb_build_object('agent', v_agent, 'active_listing', CASE WHEN v_listing.state = 'active' THEN to_jsonb(v_listing) END);
END $$;
