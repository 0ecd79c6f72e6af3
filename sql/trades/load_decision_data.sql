-- Loads all data that a decision needs, locked and read in one statement.
--
-- THE lock order of the service: idempotency key → credential → proposal → trade → principals by id → human → ledger
-- balances by account id (ledger_post). No command waits for a lock against it. Only a request with several mutations may:
-- for at most 500 ms (decisions.ts). Events are only inserted, so they need no place. To fund a
-- principal or return its stamps locks one principal and then one human. A change of bindings holds the principal.
-- A second mutation of a request can wait against the order, for 500 ms at most.
-- A caller waits for its turn (wait_for_turn) before the row of a proposal, a trade or another principal.
--
-- It is a function and not one SELECT. Under READ COMMITTED each statement has its own snapshot, so a read after a lock
-- sees the rows that the lock protects.
--
-- req is a JSON object with these members:
-- - proposal_id?, trade_id?
-- - lock: 'update' | 'skip' | 'try' | 'none'
-- - caller?: uuid, the principal that acts. Unless it takes part in the proposal or trade, nothing is locked.
-- - principals?: 'all' | 'consumers'
-- - principal_ids?: [uuid]
-- - facts?: true, for the facts of the trade
-- - without_texts?: true, for the steps as acts and previews need them
-- - mandate_of?: uuid, a participant of the proposal. If its agent has a mandate, it is the only principal to load and lock.
-- - publisher?: {agent_id, trade_profile}, for the publication of a listing; with principal_ids, and lock 'update' or 'try'
--
-- The mandates of all participants come with `principals: 'all'` for a proposal without a trade.
--
-- Locks (FOR NO KEY UPDATE), in this order: the proposal, the trade, the principals by id, those of publisher_data.
-- `update` waits. `skip` returns NULL if another transaction holds the proposal or trade, and waits for principals. `try`
-- never waits. If a row is locked, it returns {"busy": true}. `none` locks nothing. Absent rows are null in the result, or have no member.
-- A caller without part has the member "unlocked".
-- Callers: src/database/repositories/decisions.ts.
-- Planner settings: the plans are made once, on the indexes, however small the tables were at the first call.
CREATE OR REPLACE FUNCTION load_decision_data(req jsonb, p_at timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_proposal proposal;
  v_trade    trade;
  v_ids      uuid[];
  v_id       uuid;
  v_lock     text := coalesce(req->>'lock', 'none');
  v_caller   CONSTANT uuid := req->>'caller';
  v_busy     CONSTANT jsonb := '{"busy": true}';
  v_locked   bigint;
  -- Tells a batch that the caller has locked none of the rows.
  v_unlocked jsonb := '{}';
  -- Empty unless it is requested.
  v_publisher jsonb := '{}';
  v_found    jsonb := '{"proposal": null, "revision": null, "participants": null}';
BEGIN
  -- A stranger must not delay the parties. The decision refuses it.
  IF v_caller IS NOT NULL AND NOT EXISTS (SELECT FROM proposal_participant
      WHERE proposal_id = (req->>'proposal_id')::uuid AND revision_no = 1 AND principal_id = v_caller)
    AND NOT EXISTS (SELECT FROM trade_participant WHERE trade_id = (req->>'trade_id')::uuid AND principal_id = v_caller) THEN
    v_lock := 'none';
    v_unlocked := '{"unlocked": true}';
  END IF;
  IF req ? 'proposal_id' THEN
    IF v_lock = 'update' THEN
      PERFORM wait_for_turn(v_caller, (req->>'proposal_id')::uuid);
      SELECT * INTO v_proposal FROM proposal WHERE proposal_id = (req->>'proposal_id')::uuid FOR NO KEY UPDATE;
    ELSIF v_lock IN ('skip', 'try') THEN
      SELECT * INTO v_proposal FROM proposal WHERE proposal_id = (req->>'proposal_id')::uuid FOR NO KEY UPDATE SKIP LOCKED;
    ELSE
      SELECT * INTO v_proposal FROM proposal WHERE proposal_id = (req->>'proposal_id')::uuid;
    END IF;
    IF v_proposal.proposal_id IS NULL THEN
      RETURN CASE WHEN v_lock = 'try' AND EXISTS (SELECT FROM proposal WHERE proposal_id = (req->>'proposal_id')::uuid) THEN v_busy END;
    END IF;
  END IF;

  IF req ? 'trade_id' OR v_proposal.trade_id IS NOT NULL THEN
    IF v_lock = 'update' THEN
      PERFORM wait_for_turn(v_caller, coalesce((req->>'trade_id')::uuid, v_proposal.trade_id));
      SELECT * INTO v_trade FROM trade WHERE trade_id = coalesce((req->>'trade_id')::uuid, v_proposal.trade_id) FOR NO KEY UPDATE;
    ELSIF v_lock IN ('skip', 'try') THEN
      SELECT * INTO v_trade FROM trade WHERE trade_id = coalesce((req->>'trade_id')::uuid, v_proposal.trade_id) FOR NO KEY UPDATE SKIP LOCKED;
    ELSE
      SELECT * INTO v_trade FROM trade WHERE trade_id = coalesce((req->>'trade_id')::uuid, v_proposal.trade_id);
    END IF;
    IF v_trade.trade_id IS NULL THEN
      RETURN CASE WHEN v_lock = 'try'
        AND EXISTS (SELECT FROM trade WHERE trade_id = coalesce((req->>'trade_id')::uuid, v_proposal.trade_id)) THEN v_busy END;
    END IF;
  END IF;

  IF req ? 'principal_ids' THEN
    v_ids := ARRAY(SELECT value::uuid FROM jsonb_array_elements_text(req->'principal_ids') value);
  ELSIF req->>'principals' = 'consumers' THEN
    v_ids := ARRAY(SELECT DISTINCT consumer_principal_id FROM trade_step
      WHERE trade_id = v_trade.trade_id AND state IN ('pending', 'active'));
  ELSIF req->>'principals' = 'all' THEN
    v_ids := ARRAY(
      SELECT principal_id FROM trade_participant WHERE trade_id = v_trade.trade_id
      UNION
      SELECT principal_id FROM proposal_participant
      WHERE proposal_id = v_proposal.proposal_id AND revision_no = 1);
  END IF;
  -- Without a mandate no principal is locked. A first mandate that commits after this look-up counts when the trade is created.
  IF req ? 'mandate_of' AND EXISTS (SELECT FROM proposal_participant p JOIN mandate m ON m.agent_id = p.agent_id
    WHERE p.proposal_id = v_proposal.proposal_id AND p.revision_no = 1 AND p.principal_id = (req->>'mandate_of')::uuid) THEN
    v_ids := ARRAY[(req->>'mandate_of')::uuid];
  END IF;
  IF v_ids IS NOT NULL AND v_lock = 'try' THEN
    PERFORM 1 FROM principal WHERE principal_id = ANY (v_ids) ORDER BY principal_id FOR NO KEY UPDATE SKIP LOCKED;
    GET DIAGNOSTICS v_locked = ROW_COUNT;
    IF v_locked < (SELECT count(*) FROM principal WHERE principal_id = ANY (v_ids)) THEN RETURN v_busy; END IF;
  ELSIF v_ids IS NOT NULL AND v_lock <> 'none' THEN
    FOR v_id IN SELECT DISTINCT id FROM unnest(v_ids) id ORDER BY id LOOP
      PERFORM wait_for_turn(v_caller, v_id) WHERE v_id <> v_caller;
      PERFORM 1 FROM principal WHERE principal_id = v_id FOR NO KEY UPDATE;
    END LOOP;
  END IF;
  IF req ? 'publisher' THEN
    v_publisher := publisher_data(v_ids, (req->'publisher'->>'agent_id')::uuid, req->'publisher'->>'trade_profile', v_lock);
    IF v_publisher IS NULL THEN RETURN v_busy; END IF;
  END IF;

  -- Apart, because a statement prepares all its parts, used or not.
  IF v_proposal.proposal_id IS NOT NULL THEN
    v_found := jsonb_build_object(
      'proposal', to_jsonb(v_proposal),
      'revision', (SELECT to_jsonb(r) FROM proposal_revision r
        WHERE r.proposal_id = v_proposal.proposal_id AND r.revision_no = v_proposal.current_revision_no),
      'participants', (SELECT jsonb_agg(to_jsonb(p) ORDER BY p.principal_id) FROM proposal_participant p
        WHERE p.proposal_id = v_proposal.proposal_id AND p.revision_no = v_proposal.current_revision_no));
    IF v_proposal.current_revision_no > 1 THEN
      v_found := v_found || jsonb_build_object(
        -- The bytes as they are kept, so compressed. One revision alone is never too large.
        'revision_bytes', (SELECT sum(pg_column_size(r.terms)) FROM proposal_revision r WHERE r.proposal_id = v_proposal.proposal_id));
    END IF;
    IF v_trade.trade_id IS NULL THEN
      v_found := v_found || jsonb_build_object(
        'mandates', CASE WHEN v_ids IS NOT NULL THEN mandate_data(v_proposal.proposal_id, (req->>'mandate_of')::uuid, p_at) END,
        'policy_activations', policy_changes((v_found->'revision'->>'created_at')::timestamptz),
        'retired_agents', (SELECT jsonb_agg(a.agent_id) FROM proposal_participant p JOIN agent a USING (agent_id)
          WHERE p.proposal_id = v_proposal.proposal_id AND p.revision_no = 1 AND a.retired_at IS NOT NULL));
    END IF;
  END IF;
  IF req ? 'facts' THEN
    v_found := v_found || jsonb_build_object('facts', (SELECT jsonb_agg(jsonb_build_array(f.body, encode(f.sha256, 'hex')) ORDER BY f.fact_no)
      FROM trade_fact f WHERE f.trade_id = v_trade.trade_id));
  END IF;
  RETURN v_found || v_publisher || v_unlocked || jsonb_build_object(
    'trade', CASE WHEN v_trade.trade_id IS NOT NULL THEN to_jsonb(v_trade) END,
    'trade_participants', (SELECT jsonb_agg(to_jsonb(p) ORDER BY p.principal_id) FROM trade_participant p WHERE p.trade_id = v_trade.trade_id),
    'steps', CASE WHEN req ? 'without_texts' THEN steps_without_texts(v_trade.trade_id)
      ELSE (SELECT jsonb_agg(to_jsonb(s) ORDER BY s.step_no) FROM trade_step s WHERE s.trade_id = v_trade.trade_id) END,
    'principals', CASE WHEN v_ids IS NOT NULL THEN principal_data(v_ids, p_at) END,
    'policy_version', CASE WHEN req ? 'proposal_id' AND v_trade.trade_id IS NULL THEN active_policy(p_at) END);
END $$;
