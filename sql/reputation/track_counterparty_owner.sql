-- Keeps the owners in completed_counterparty in step with the bindings.
--
-- If the oldest accepted owner of a principal changes, all rows of the principal are compared. Any other owner changes only
-- with which principals it shares an owner, so only the other principals of that human are compared.
-- Callers: the triggers below. A change of bindings holds the lock of its principal, as a settlement does.
-- Locks: the human, then completed_counterparty by principal and counterparty. Two changes for one human, or for both
-- principals of a row, would otherwise not see each other.
-- Planner settings: the plans are made once, on the indexes, however small the tables were at the first call.
CREATE OR REPLACE FUNCTION track_counterparty_owner() RETURNS trigger LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_binding binding;
  v_others  uuid[];
BEGIN
  v_binding := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  IF NOT EXISTS (SELECT FROM completed_counterparty WHERE principal_id = v_binding.principal_id) THEN
    RETURN NULL;
  END IF;
  PERFORM FROM human WHERE human_id = v_binding.human_id FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM binding o WHERE o.principal_id = v_binding.principal_id AND o.role = 'owner' AND o.accepted_at IS NOT NULL
      AND o.binding_id < v_binding.binding_id) THEN
    v_others := ARRAY(SELECT o.principal_id FROM binding o WHERE o.human_id = v_binding.human_id AND o.role = 'owner');
  ELSE
    v_others := ARRAY(SELECT c.counterparty_id FROM completed_counterparty c WHERE c.principal_id = v_binding.principal_id);
  END IF;
  PERFORM FROM (SELECT v_binding.principal_id, o AS counterparty_id FROM unnest(v_others) o
      UNION ALL SELECT o, v_binding.principal_id FROM unnest(v_others) o ORDER BY 1, 2) k
    JOIN completed_counterparty c USING (principal_id, counterparty_id) FOR NO KEY UPDATE OF c;
  UPDATE completed_counterparty c SET owner_id = counterparty_owner(c.principal_id, c.counterparty_id)
  FROM (SELECT v_binding.principal_id, o AS counterparty_id FROM unnest(v_others) o
    UNION ALL SELECT o, v_binding.principal_id FROM unnest(v_others) o) k
  WHERE c.principal_id = k.principal_id AND c.counterparty_id = k.counterparty_id
    AND has_accepted_owner(c.counterparty_id)
    AND c.owner_id IS DISTINCT FROM counterparty_owner(c.principal_id, c.counterparty_id);
  RETURN NULL;
END $$;

REVOKE ALL ON FUNCTION track_counterparty_owner FROM PUBLIC;

CREATE OR REPLACE TRIGGER binding_owner_inserted AFTER INSERT ON binding FOR EACH ROW
  WHEN (NEW.role = 'owner' AND NEW.accepted_at IS NOT NULL) EXECUTE FUNCTION track_counterparty_owner();

CREATE OR REPLACE TRIGGER binding_owner_updated AFTER UPDATE OF role, accepted_at ON binding FOR EACH ROW
  WHEN ((OLD.role, OLD.accepted_at) IS DISTINCT FROM (NEW.role, NEW.accepted_at)) EXECUTE FUNCTION track_counterparty_owner();

CREATE OR REPLACE TRIGGER binding_owner_deleted AFTER DELETE ON binding FOR EACH ROW
  WHEN (OLD.role = 'owner' AND OLD.accepted_at IS NOT NULL) EXECUTE FUNCTION track_counterparty_owner();
