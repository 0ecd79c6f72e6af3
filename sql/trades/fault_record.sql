-- Reads the record of the principal at fault in a trade: its faults, completed trades and owners of counterparties.
--
-- All count for 180 days. Completed trades are counted to 3 and owners to 2, because the policy needs no more. Only the
-- newest 10,000 completed trades are read for owners. The owner of a party is its oldest owner. A party that shares an owner
-- with the principal does not count.
-- `same_owner` lists the other participants of the trade that share an owner with the principal.
-- Callers: src/database/repositories/fault-record.ts. A settlement holds the lock of the principal; a preview holds none.
-- Locks: none.
CREATE OR REPLACE FUNCTION fault_record(p_trade uuid, p_principal uuid, p_at timestamptz) RETURNS jsonb LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_since timestamptz := p_at - interval '180 days';
  v_own   uuid[] := ARRAY(SELECT human_id FROM binding WHERE principal_id = p_principal AND role = 'owner');
  v_seen  uuid[] := '{}';
  v_owner uuid;
BEGIN
  FOR v_owner IN
    SELECT o.human_id FROM (
      SELECT p.trade_id FROM trade_participant p JOIN settlement s USING (trade_id)
      WHERE p.principal_id = p_principal AND s.outcome = 'completed' AND s.settled_at > v_since
      ORDER BY p.trade_id DESC LIMIT 10000) newest
    JOIN trade_participant c ON c.trade_id = newest.trade_id AND c.principal_id <> p_principal
    CROSS JOIN LATERAL (SELECT b.human_id FROM binding b WHERE b.principal_id = c.principal_id AND b.role = 'owner'
      ORDER BY b.binding_id LIMIT 1) o
    WHERE NOT EXISTS (SELECT FROM binding b WHERE b.principal_id = c.principal_id AND b.role = 'owner' AND b.human_id = ANY (v_own))
  LOOP
    CONTINUE WHEN v_owner = ANY (v_seen);
    v_seen := v_seen || v_owner;
    EXIT WHEN cardinality(v_seen) = 2;
  END LOOP;
  RETURN jsonb_build_object(
    -- No upper bound, as in principal_facts.
    'faults', (SELECT count(*) FROM settlement f WHERE f.fault_principal_id = p_principal AND f.settled_at > v_since),
    'completed', (SELECT count(*) FROM (SELECT FROM trade_participant p JOIN settlement s USING (trade_id)
      WHERE p.principal_id = p_principal AND s.outcome = 'completed' AND s.settled_at > v_since LIMIT 3) few),
    'counterparty_owners', cardinality(v_seen),
    'same_owner', (SELECT coalesce(jsonb_agg(p.principal_id ORDER BY p.principal_id), '[]') FROM trade_participant p
      WHERE p.trade_id = p_trade AND p.principal_id <> p_principal AND EXISTS (SELECT FROM binding b
        WHERE b.principal_id = p.principal_id AND b.role = 'owner' AND b.human_id = ANY (v_own))));
END $$;
