-- Refuses to move or remove the end of a credential (SQLSTATE AT003).
-- Callers: the trigger below.
-- Locks: none.
CREATE OR REPLACE FUNCTION authority_refuse_revival() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'credential % was revoked; its end cannot change', OLD.credential_id USING ERRCODE = 'AT003';
END $$;

REVOKE ALL ON FUNCTION authority_refuse_revival FROM PUBLIC;

CREATE OR REPLACE TRIGGER credential_stays_revoked BEFORE UPDATE OF revoked_at ON credential FOR EACH ROW
  WHEN (OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at)
  EXECUTE FUNCTION authority_refuse_revival();
