-- Returns all activations of policies as JSON, in the order of their effect, if one takes effect after p_since; otherwise null.
--
-- A policy rarely changes. So the reader of a proposal usually gets null, for one look-up in an index.
-- Callers: load_decision_data.
-- Locks: none.
CREATE OR REPLACE FUNCTION policy_changes(p_since timestamptz) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_agg(to_jsonb(a) ORDER BY a.effective_at, a.activation_id) FROM policy_activation a
  WHERE EXISTS (SELECT FROM policy_activation b WHERE b.effective_at > p_since)
$$;
