-- load → decide → apply (performance.md §2): every fact a decision needs, locked and read in one statement.
--
-- THE lock order, written down once and never reversed: idempotency key → proposal → trade → principals by id → human →
-- ledger balances by account id (ledger_post) → outbox. A human's lock is its wallet's: it stands after the principals,
-- because funding and returning lock one of each, and whoever changes a principal's bindings holds the principal.
-- A function, not one SELECT: under READ COMMITTED each statement of it has a snapshot of its own, so what is read after
-- a lock is what the lock protects.
--
-- req: { proposal_id?, trade_id?, lock: 'update' | 'skip' | 'none', principals?: 'all' | 'consumers', principal_ids?: [uuid] }
-- `skip` answers null when another holds the proposal or trade. Found rows come as JSON, absent ones as null.
--
-- The settings of this and of apply_effects: plans are made once, on the indexes, however small the tables were and
-- however few ids came with the first calls. Planning anew, and scans kept from empty tables, were 40 % of a trade's CPU.

CREATE FUNCTION principal_facts(p_ids uuid[], p_at timestamptz) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT coalesce(jsonb_agg(jsonb_build_object(
    'principal_id', p.principal_id,
    'display_name', p.display_name,
    'max_open_trades', p.max_open_trades,
    'bond_limit_stamps', p.bond_limit_stamps,
    'daily_spend_limit_stamps', p.daily_spend_limit_stamps,
    'ticket_stamps', coalesce((SELECT b.balance FROM ledger_account a JOIN ledger_balance b USING (account_id)
      WHERE a.kind = 'ticket' AND a.principal_id = p.principal_id AND a.human_id IS NULL AND a.trade_id IS NULL AND a.step_no IS NULL), 0),
    'bond_available_stamps', coalesce((SELECT b.balance FROM ledger_account a JOIN ledger_balance b USING (account_id)
      WHERE a.kind = 'bond_available' AND a.principal_id = p.principal_id AND a.human_id IS NULL AND a.trade_id IS NULL AND a.step_no IS NULL), 0),
    'open_trades', o.trades,
    'open_bond_stamps', o.bond,
    'spent_today_stamps', coalesce((SELECT s.spent_stamps FROM principal_spend s
      WHERE s.principal_id = p.principal_id AND s.day = (p_at AT TIME ZONE 'UTC')::date), 0),
    -- No upper bound: a transaction has its time before its locks, so what was settled while it waited for them may be dated
    -- after it, and still came first. Two faults at once would else both be the first, each with its discount.
    'faults_180_days', (SELECT count(*) FROM settlement f
      WHERE f.fault_principal_id = p.principal_id AND f.settled_at > p_at - interval '180 days')
  ) ORDER BY p.principal_id), '[]')
  FROM principal p
  CROSS JOIN LATERAL (SELECT count(*) AS trades, coalesce(sum(bond_stamps), 0) AS bond
    FROM trade_participant t WHERE t.principal_id = p.principal_id AND t.open) o
  WHERE p.principal_id = ANY (p_ids));
END $$;

CREATE FUNCTION load_facts(req jsonb, p_at timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_proposal proposal;
  v_trade    trade;
  v_ids      uuid[];
  v_lock     text := coalesce(req->>'lock', 'none');
BEGIN
  IF req ? 'proposal_id' THEN
    IF v_lock = 'update' THEN
      SELECT * INTO v_proposal FROM proposal WHERE proposal_id = (req->>'proposal_id')::uuid FOR NO KEY UPDATE;
    ELSIF v_lock = 'skip' THEN
      SELECT * INTO v_proposal FROM proposal WHERE proposal_id = (req->>'proposal_id')::uuid FOR NO KEY UPDATE SKIP LOCKED;
    ELSE
      SELECT * INTO v_proposal FROM proposal WHERE proposal_id = (req->>'proposal_id')::uuid;
    END IF;
    IF v_proposal.proposal_id IS NULL THEN RETURN NULL; END IF;
  END IF;

  IF req ? 'trade_id' OR v_proposal.trade_id IS NOT NULL THEN
    IF v_lock = 'update' THEN
      SELECT * INTO v_trade FROM trade WHERE trade_id = coalesce((req->>'trade_id')::uuid, v_proposal.trade_id) FOR NO KEY UPDATE;
    ELSIF v_lock = 'skip' THEN
      SELECT * INTO v_trade FROM trade WHERE trade_id = coalesce((req->>'trade_id')::uuid, v_proposal.trade_id) FOR NO KEY UPDATE SKIP LOCKED;
    ELSE
      SELECT * INTO v_trade FROM trade WHERE trade_id = coalesce((req->>'trade_id')::uuid, v_proposal.trade_id);
    END IF;
    IF v_trade.trade_id IS NULL THEN RETURN NULL; END IF;
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
  IF v_ids IS NOT NULL AND v_lock <> 'none' THEN
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
