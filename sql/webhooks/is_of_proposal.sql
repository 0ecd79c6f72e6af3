-- Returns whether an event type is about a proposal: its event goes to the agents of the participants.
-- Callers: src/database/repositories/webhook-queue.ts, and the audit.
-- Locks: none.
CREATE OR REPLACE FUNCTION webhook_is_of_proposal(p_type text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT p_type ~ '^(proposal|approval|mandate)\.'
$$;
