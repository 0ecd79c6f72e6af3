-- Returns whether an event of this type goes only to the agents in the proposal of `data.proposal_id`.
-- Callers: src/database/repositories/webhook-queue.ts, and the audit.
-- Locks: none.
CREATE OR REPLACE FUNCTION webhook_is_of_proposal(p_type text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT p_type ~ '^(proposal|approval|mandate)\.'
$$;
