-- Reads the steps of a trade for acts and previews, without the texts of the parties. Those of 32 steps can take 24 MB.
--
-- No decision reads a rebuttal, or the contract and results of a step that has ended: they are null. The active step keeps of its items
-- what a coverage needs. Only the first step that has not ended keeps its agreed items, without their descriptions.
-- All columns are listed, because a whole row would be decompressed first.
-- Callers: load_decision_data.
-- Locks: none.
-- Planner settings: the plans are made once, on the indexes, however small the tables were at the first call.
CREATE OR REPLACE FUNCTION steps_without_texts(p_trade uuid) RETURNS jsonb LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_open CONSTANT integer := (SELECT min(step_no) FROM trade_step WHERE trade_id = p_trade AND state IN ('pending', 'active'));
BEGIN
  RETURN (SELECT jsonb_agg(to_jsonb(r) ORDER BY r.step_no) FROM (
    SELECT s.trade_id, s.step_no, s.title, s.provider_principal_id, s.provider_agent_id, s.consumer_principal_id, s.consumer_agent_id,
      s.price_stamps, s.contract_window_seconds, s.checkpoint_window_seconds, s.state, s.fee_stamps, s.activated_at, s.deadline_at,
      CASE WHEN s.state = 'active' AND s.contract IS NOT NULL THEN jsonb_build_object('summary', '', 'items', (
        SELECT coalesce(jsonb_agg(jsonb_build_object('item_id', i->'item_id', 'description', '', 'weight', i->'weight',
          'artifact_uri', NULL, 'artifact_sha256', NULL) ORDER BY n), '[]')
        FROM jsonb_array_elements(s.contract->'items') WITH ORDINALITY AS c (i, n))) END AS contract,
      s.contract_published_at, s.checkpoint_status,
      CASE WHEN s.state = 'active' AND jsonb_typeof(s.checkpoint_results) = 'array' THEN (
        SELECT coalesce(jsonb_agg(jsonb_build_object('item_id', i->'item_id', 'met', i->'met', 'note', NULL) ORDER BY n), '[]')
        FROM jsonb_array_elements(s.checkpoint_results) WITH ORDINALITY AS c (i, n)) END AS checkpoint_results,
      s.coverage_bps, s.checkpoint_submitted_at, NULL::jsonb AS rebuttal, s.rebuttal_filed_at, s.verdict,
      CASE WHEN s.step_no = v_open AND jsonb_typeof(s.items) = 'array' THEN (
        SELECT coalesce(jsonb_agg(i || '{"description": ""}' ORDER BY n), '[]')
        FROM jsonb_array_elements(s.items) WITH ORDINALITY AS c (i, n)) END AS items,
      s.not_before_at, s.activation
    FROM trade_step s WHERE s.trade_id = p_trade) r);
END $$;
