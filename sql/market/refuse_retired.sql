-- Refuses a listing or a proposal of an agent that has retired (SQLSTATE 40001).
--
-- The call then runs again: it sees the retirement, and refuses or leaves the agent out. Processes of a release without
-- retirement cannot pass it.
-- Callers: the triggers below.
-- Locks: the agent, FOR KEY SHARE. A retirement locks it FOR UPDATE, so it waits for new proposals, and they wait for it.
CREATE OR REPLACE FUNCTION market_refuse_retired() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM agent WHERE agent_id = NEW.agent_id AND retired_at IS NULL FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'agent % has retired', NEW.agent_id USING ERRCODE = '40001';
  END IF;
  RETURN NULL;
END $$;

REVOKE ALL ON FUNCTION market_refuse_retired FROM PUBLIC;

CREATE OR REPLACE TRIGGER listing_of_active_agent AFTER INSERT ON listing
  FOR EACH ROW EXECUTE FUNCTION market_refuse_retired();

CREATE OR REPLACE TRIGGER proposal_of_active_agents AFTER INSERT ON proposal_participant
  FOR EACH ROW WHEN (NEW.revision_no = 1) EXECUTE FUNCTION market_refuse_retired();
