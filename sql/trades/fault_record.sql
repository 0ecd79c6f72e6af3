-- Reads the record of the principal at fault in a trade: its faults, completed trades and owners of counterparties.
--
-- All count for 180 days. Completed trades are counted to 3 and owners to 2, because the policy needs no more. The owner of
-- a party is its oldest owner. A party that shares an owner with the principal does not count.
-- `same_owner` lists the other participants of the trade that share an owner with the principal. An owner who has not accepted
-- its binding does not count. Otherwise a party could bind an owner of another party, and take away its compensation.
-- Callers: src/database/repositories/fault-record.ts. A settlement holds the lock of the principal; a preview holds none.
-- Locks: none.
-- Planner settings: the plans are made once, on the indexes, however small the tables were at the first call. Without
-- sorts, because each of them would read all counterparties.
CREATE OR REPLACE FUNCTION fault_record(p_trade uuid, p_principal uuid, p_at timestamptz) RETURNS jsonb LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
SET enable_bitmapscan = off SET enable_sort = off AS $$
DECLARE
  v_since CONSTANT timestamptz := p_at - interval '180 days';
  v_own   CONSTANT uuid[] := ARRAY(SELECT human_id FROM binding WHERE principal_id = p_principal AND role = 'owner' AND accepted_at IS NOT NULL);
  -- More than a human may provision by default, so the counterparties of one owner are rarely as many.
  v_limit CONSTANT integer := 100;
  v_read  integer := 0;
  v_seen  uuid[] := '{}';
  v_owner uuid;
BEGIN
  FOR v_owner IN
    SELECT c.owner_id FROM completed_counterparty c
    WHERE c.principal_id = p_principal AND c.owner_id IS NOT NULL AND c.settled_at > v_since
    ORDER BY c.settled_at DESC LIMIT v_limit
  LOOP
    v_read := v_read + 1;
    CONTINUE WHEN v_owner = ANY (v_seen);
    v_seen := v_seen || v_owner;
    EXIT WHEN cardinality(v_seen) = 2;
  END LOOP;
  -- The newest ones have one owner, so the other owners are read one after the other.
  IF v_read = v_limit AND cardinality(v_seen) = 1 THEN
    v_owner := '00000000-0000-0000-0000-000000000000';
    LOOP
      SELECT c.owner_id INTO v_owner FROM completed_counterparty c WHERE c.principal_id = p_principal AND c.owner_id > v_owner
      ORDER BY c.owner_id LIMIT 1;
      EXIT WHEN NOT FOUND;
      IF v_owner <> v_seen[1] AND EXISTS (SELECT FROM completed_counterparty c
          WHERE c.principal_id = p_principal AND c.owner_id = v_owner AND c.settled_at > v_since) THEN
        v_seen := v_seen || v_owner;
        EXIT;
      END IF;
    END LOOP;
  END IF;
  RETURN jsonb_build_object(
    -- No upper bound, as in principal_data.
    'faults', (SELECT count(*) FROM settlement f WHERE f.fault_principal_id = p_principal AND f.settled_at > v_since),
    'completed', (SELECT count(*) FROM (SELECT FROM trade_participant p
      WHERE p.principal_id = p_principal AND p.outcome = 'completed' AND p.settled_at > v_since LIMIT 3) few),
    'counterparty_owners', cardinality(v_seen),
    'same_owner', (SELECT coalesce(jsonb_agg(p.principal_id ORDER BY p.principal_id), '[]') FROM trade_participant p
      WHERE p.trade_id = p_trade AND p.principal_id <> p_principal AND EXISTS (SELECT FROM binding b
        WHERE b.principal_id = p.principal_id AND b.role = 'owner' AND b.accepted_at IS NOT NULL AND b.human_id = ANY (v_own))));
END $$;
