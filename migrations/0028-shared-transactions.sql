-- Transactions that several requests share (docs/decisions/0029-shared-transactions.md) wait for nobody: one request's lock would
-- keep all of them waiting, and what they hold by then was taken in no order. What cannot be had at once is answered as
-- busy, and the request is run again by itself, where it waits in its turn.

-- As claim_request, but never waits: verdict `busy` where another has the key, or the credential's end is under way.
CREATE FUNCTION try_claim_request(p_credential uuid, p_scope text, p_key text, p_fingerprint bytea, p_at timestamptz,
  OUT verdict text, OUT status integer, OUT headers jsonb, OUT body text, OUT body_ciphertext bytea, OUT body_key_id text)
LANGUAGE plpgsql AS $$
BEGIN
  IF pg_try_advisory_xact_lock(hashtextextended(p_scope || chr(10) || p_key, 0))
    AND pg_try_advisory_xact_lock_shared(credential_lock(p_credential)) THEN
    -- It finds both locks held by itself.
    SELECT * INTO verdict, status, headers, body, body_ciphertext, body_key_id
    FROM claim_request(p_credential, p_scope, p_key, p_fingerprint, 0, true, p_at);
  ELSE
    verdict := 'busy';
  END IF;
END $$;

-- load_facts of migration 0008 with one more way to lock: `try` answers {"busy": true} where `update` would wait. THE lock
-- order stands there.
CREATE OR REPLACE FUNCTION load_facts(req jsonb, p_at timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_proposal proposal;
  v_trade    trade;
  v_ids      uuid[];
  v_lock     text := coalesce(req->>'lock', 'none');
  v_busy     CONSTANT jsonb := '{"busy": true}';
  v_locked   bigint;
BEGIN
  IF req ? 'proposal_id' THEN
    IF v_lock = 'update' THEN
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
  IF v_ids IS NOT NULL AND v_lock = 'try' THEN
    PERFORM 1 FROM principal WHERE principal_id = ANY (v_ids) ORDER BY principal_id FOR NO KEY UPDATE SKIP LOCKED;
    GET DIAGNOSTICS v_locked = ROW_COUNT;
    IF v_locked < (SELECT count(*) FROM principal WHERE principal_id = ANY (v_ids)) THEN RETURN v_busy; END IF;
  ELSIF v_ids IS NOT NULL AND v_lock <> 'none' THEN
    PERFORM 1 FROM principal WHERE principal_id = ANY (v_ids) ORDER BY principal_id FOR NO KEY UPDATE;
  END IF;

  RETURN jsonb_build_object(
    'proposal', CASE WHEN v_proposal.proposal_id IS NOT NULL THEN to_jsonb(v_proposal) END,
    'revision', (SELECT to_jsonb(r) FROM proposal_revision r
      WHERE r.proposal_id = v_proposal.proposal_id AND r.revision_no = v_proposal.current_revision_no),
    'first_participants', (SELECT jsonb_agg(to_jsonb(p) ORDER BY p.principal_id) FROM proposal_participant p
      WHERE v_proposal.current_revision_no > 1 AND p.proposal_id = v_proposal.proposal_id AND p.revision_no = 1),
    'participants', (SELECT jsonb_agg(to_jsonb(p) ORDER BY p.principal_id) FROM proposal_participant p
      WHERE p.proposal_id = v_proposal.proposal_id AND p.revision_no = v_proposal.current_revision_no),
    'trade', CASE WHEN v_trade.trade_id IS NOT NULL THEN to_jsonb(v_trade) END,
    'trade_participants', (SELECT jsonb_agg(to_jsonb(p) ORDER BY p.principal_id) FROM trade_participant p WHERE p.trade_id = v_trade.trade_id),
    'steps', (SELECT jsonb_agg(to_jsonb(s) ORDER BY s.step_no) FROM trade_step s WHERE s.trade_id = v_trade.trade_id),
    'principals', CASE WHEN v_ids IS NOT NULL THEN principal_facts(v_ids, p_at) END);
END $$;
