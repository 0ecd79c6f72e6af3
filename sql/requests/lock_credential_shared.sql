-- Holds a credential until the transaction ends; false if it is revoked or absent.
-- A function, not one SELECT: under READ COMMITTED the row is read after the lock is granted.
-- It does not look at the end of the credential: claim_request did.
-- Callers: src/database/repositories/credentials.ts.
-- Locks: the credential's advisory lock, shared.
CREATE OR REPLACE FUNCTION lock_credential_shared(p_credential uuid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(credential_lock(p_credential));
  RETURN EXISTS (SELECT FROM credential WHERE credential_id = p_credential AND revoked_at IS NULL);
END $$;
