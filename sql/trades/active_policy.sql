-- Returns the settlement policy of a trade that is created at p_at; null if no activation is recorded.
--
-- Callers: load_decision_data, src/database/repositories/policies.ts.
-- Locks: none.
CREATE OR REPLACE FUNCTION active_policy(p_at timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT policy_version FROM policy_activation WHERE effective_at <= p_at
  ORDER BY effective_at DESC, activation_id DESC LIMIT 1
$$;
