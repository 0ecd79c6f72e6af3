-- Posts one journal: the only statement that writes the ledger for a request.
--
-- p_lines is [{"debit": <account>, "credit": <account>, "amount": n}]; an account is `Account` of src/domain/effects.ts.
-- A key that was used with the same request hash returns the first journal with "replayed": true.
-- SQLSTATEs:
-- - AT001 the key has another journal
-- - AT002 the ledger is halted
-- - AT004 the lines are not a valid journal
-- - AT005 a settlement would leave stamps in its trade's accounts
--
-- Callers: apply_effects. The transaction must be READ COMMITTED: each statement after the locks then reads what the locks protect.
-- Its locks are the last of the lock order, so later statements must wait for no lock of others.
-- Locks, in this order:
-- - the unique key of the journal
-- - the unique keys of new accounts, in owner order
-- - the balances of all sync accounts, in account_id order (FOR NO KEY UPDATE)
-- Deferred accounts are not locked.
-- Planner settings: those of apply_effects. Setting them again would take 8 µs a call.
CREATE OR REPLACE FUNCTION ledger_post(p_journal_id uuid, p_idem_key text, p_kind text, p_request_hash bytea, p_trade_id uuid, p_lines jsonb, p_at timestamptz)
RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_sides   ledger_side[];
  v_lines   bytea;
  v_missing boolean;
  v_foreign boolean;
  v_stored  record;
BEGIN
  IF EXISTS (SELECT FROM ledger_halt) THEN
    RAISE EXCEPTION 'the ledger is halted' USING ERRCODE = 'AT002';
  END IF;

  SELECT array_agg(ROW (l.line_no, s.side, s.delta, o.kind, o.principal_id, o.human_id, o.trade_id, o.step_no, a.account_id, a.mode)::ledger_side),
    string_agg(ledger_field(ledger_account_name(o.kind, o.principal_id, o.human_id, o.trade_id, o.step_no))
      || CASE s.side WHEN 1 THEN ledger_field(s.delta::text) ELSE '' END, '' ORDER BY l.line_no, s.side),
    bool_or(a.account_id IS NULL), bool_or(o.trade_id <> p_trade_id OR (o.trade_id IS NOT NULL AND p_trade_id IS NULL))
  INTO v_sides, v_lines, v_missing, v_foreign
  FROM ROWS FROM (jsonb_to_recordset(p_lines) AS (debit jsonb, credit jsonb, amount bigint)) WITH ORDINALITY AS l (debit, credit, amount, line_no)
  CROSS JOIN LATERAL (VALUES (0, l.debit, -l.amount), (1, l.credit, l.amount)) AS s (side, owner, delta)
  CROSS JOIN LATERAL jsonb_to_record(s.owner) AS o (kind text, principal_id uuid, human_id uuid, trade_id uuid, step_no integer)
  LEFT JOIN LATERAL ledger_find(o.kind, o.principal_id, o.human_id, o.trade_id, o.step_no) a ON true;
  IF v_sides IS NULL THEN
    RAISE EXCEPTION 'a journal without lines' USING ERRCODE = 'AT004';
  ELSIF v_foreign THEN
    RAISE EXCEPTION 'an account of another trade' USING ERRCODE = 'AT004';
  END IF;

  INSERT INTO ledger_journal (journal_id, idem_key, request_hash, kind, trade_id, created_at, canonical_sha256)
  VALUES (p_journal_id, p_idem_key, p_request_hash, p_kind, p_trade_id, p_at,
    sha256(ledger_journal_head(p_journal_id, p_idem_key, p_kind, p_trade_id, p_at) || v_lines))
  ON CONFLICT (idem_key) DO NOTHING;
  IF NOT FOUND THEN
    SELECT journal_id, request_hash INTO v_stored FROM ledger_journal WHERE idem_key = p_idem_key;
    IF v_stored.request_hash IS DISTINCT FROM p_request_hash THEN
      RAISE EXCEPTION 'the key % has another journal', p_idem_key USING ERRCODE = 'AT001', CONSTRAINT = 'ledger_journal_idem_key';
    END IF;
    RETURN jsonb_build_object('journal_id', v_stored.journal_id, 'replayed', true);
  END IF;

  IF v_missing THEN
    -- The platform's accounts always exist. If two transactions create one account, the second waits and finds it.
    -- Both insert in one order, so they cannot deadlock.
    WITH made AS (
      INSERT INTO ledger_account (kind, mode, principal_id, human_id, trade_id, step_no)
      SELECT DISTINCT kind, 'sync', principal_id, human_id, trade_id, step_no
      FROM unnest(v_sides) WHERE account_id IS NULL ORDER BY 1, 3, 4, 5, 6
      ON CONFLICT ON CONSTRAINT ledger_account_one_per_owner DO NOTHING
      RETURNING account_id
    )
    INSERT INTO ledger_balance (account_id, balance, floor_balance) SELECT account_id, 0, 0 FROM made;

    SELECT array_agg(ROW (s.line_no, s.side, s.delta, s.kind, s.principal_id, s.human_id, s.trade_id, s.step_no, a.account_id, a.mode)::ledger_side)
    INTO v_sides
    FROM unnest(v_sides) s LEFT JOIN LATERAL ledger_find(s.kind, s.principal_id, s.human_id, s.trade_id, s.step_no) a ON true;
  END IF;

  PERFORM FROM ledger_balance
  WHERE account_id = ANY (ARRAY(SELECT s.account_id FROM unnest(v_sides) s WHERE s.mode = 'sync'))
  ORDER BY account_id FOR NO KEY UPDATE;

  WITH posted AS (
    INSERT INTO ledger_posting (journal_id, line_no, debit_account_id, credit_account_id, amount)
    SELECT p_journal_id, c.line_no, d.account_id, c.account_id, c.delta
    FROM unnest(v_sides) c JOIN unnest(v_sides) d ON d.line_no = c.line_no AND d.side = 0
    WHERE c.side = 1 ORDER BY c.line_no
    RETURNING posting_id, line_no
  ), waiting AS (
    INSERT INTO ledger_deferred (posting_id, account_id, amount)
    SELECT p.posting_id, s.account_id, s.delta FROM unnest(v_sides) s JOIN posted p USING (line_no) WHERE s.mode = 'deferred'
  ), entry AS (
    INSERT INTO ledger_entry (account_id, seq, posting_id, principal_id, amount, balance_before, balance_after, kind)
    SELECT b.account_id, coalesce(b.entry_seq, 0) + row_number() OVER running, p.posting_id, s.principal_id, s.delta,
      b.balance + (sum(s.delta) OVER running)::bigint - s.delta, b.balance + (sum(s.delta) OVER running)::bigint,
      CASE WHEN s.principal_id IS NOT NULL THEN p_kind END
    FROM unnest(v_sides) s JOIN posted p USING (line_no) JOIN ledger_balance b USING (account_id)
    WHERE s.mode = 'sync'
    WINDOW running AS (PARTITION BY b.account_id ORDER BY s.line_no)
    RETURNING account_id, seq, balance_after
  )
  UPDATE ledger_balance b SET balance = last.balance_after, entry_seq = last.seq
  FROM (SELECT DISTINCT ON (account_id) account_id, seq, balance_after FROM entry ORDER BY account_id, seq DESC) last
  WHERE b.account_id = last.account_id;

  IF p_kind = 'settlement' AND EXISTS (
    SELECT FROM ledger_account a WHERE coalesce(a.trade_id, '00000000-0000-0000-0000-000000000000') = p_trade_id
      AND (SELECT b.balance FROM ledger_balance b WHERE b.account_id = a.account_id) <> 0) THEN
    RAISE EXCEPTION 'the settlement of trade % leaves stamps in its accounts', p_trade_id USING ERRCODE = 'AT005';
  END IF;
  RETURN jsonb_build_object('journal_id', p_journal_id, 'replayed', false);
END $$;

REVOKE ALL ON FUNCTION ledger_post FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_post TO ats_app;
