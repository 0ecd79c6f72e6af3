-- Waits until no request holds a live credential of the principal, and blocks new ones. For rotations.
-- Callers: src/database/repositories/credentials.ts.
-- Locks: the advisory lock "credentials" of the principal, so that two rotations cannot wait for each other.
-- Then the exclusive advisory lock of each live credential, by credential_id.
CREATE OR REPLACE FUNCTION lock_credentials(p_principal uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_credential uuid;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('credentials ' || p_principal, 0));
  FOR v_credential IN
    SELECT credential_id FROM credential WHERE principal_id = p_principal AND revoked_at IS NULL ORDER BY credential_id
  LOOP
    PERFORM pg_advisory_xact_lock(credential_lock(v_credential));
  END LOOP;
END $$;
