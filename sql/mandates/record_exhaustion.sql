-- Records that the budget of a mandate was too small for a commitment. It replaces the time that its decision has read, and no other.
-- If another refusal was first, the error 40001 lets the mutation run again: its decision then reads that time, and writes nothing.
-- Callers: apply_effects, after the rollback of the refused decision and so without the locks of load_decision_data.
-- Locks: the row of the mandate.
CREATE OR REPLACE FUNCTION record_exhaustion(doc jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE mandate m SET exhausted_at = (doc->>'exhausted_at')::timestamptz
  WHERE m.agent_id = (doc->>'agent_id')::uuid AND m.exhausted_at IS NOT DISTINCT FROM (doc->>'last_exhausted_at')::timestamptz;
  IF NOT FOUND THEN
    RAISE serialization_failure USING MESSAGE = 'another refusal recorded the exhausted mandate first';
  END IF;
END $$;
