-- Adds a fact with the rows of a trade as they are: for trades, and acts on trades, of a release without facts.
-- It leaves out the columns that `projectFacts` does not give: src/domain/trades/fact-types.ts lists the members of facts.
-- Callers: apply_effects, and the statements below.
-- Locks: none. Callers hold the lock of the trade.
CREATE OR REPLACE FUNCTION trade_import_facts(p_trades uuid[], p_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM trade_add_fact(t.trade_id, jsonb_build_object('kind', 'imported', 'actor', NULL, 'request_digest', NULL,
    'at', to_char(p_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'trade', to_jsonb(t) - 'settlement_error' - 'settlement_error_at',
    'steps', (SELECT jsonb_agg(to_jsonb(s) ORDER BY s.step_no) FROM trade_step s WHERE s.trade_id = t.trade_id),
    'participants', (SELECT jsonb_agg(to_jsonb(p) - '{open,trade_profile,outcome,settled_at}'::text[] ORDER BY p.principal_id) FROM trade_participant p WHERE p.trade_id = t.trade_id))::text)
  FROM trade t WHERE t.trade_id = ANY (p_trades);
END $$;

-- Once, when this file comes into a database: every trade of the previous release gets its first fact. Settled trades change no
-- more, so they need no lock. For the open ones the locks keep acts out until the new apply_effects has come.
DO $$
BEGIN
  IF EXISTS (SELECT FROM trade_fact) THEN RETURN; END IF;
  PERFORM trade_import_facts(array_agg(trade_id), now()) FROM trade WHERE settled_at IS NOT NULL;
  LOCK TABLE proposal, trade IN EXCLUSIVE MODE;
  PERFORM trade_import_facts(array_agg(trade_id), now()) FROM trade t
  WHERE NOT EXISTS (SELECT FROM trade_fact f WHERE f.trade_id = t.trade_id);
END $$;
