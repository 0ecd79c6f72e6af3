-- Names the advisory lock of a credential.
--
-- Requests share this lock until they commit; a rotation or revocation takes it alone. So the commit of a rotation is the
-- last moment at which the old pair works. A row lock would not do, because new sharers of a row overtake a waiting
-- writer. Steady traffic with a stolen pair could then delay its own revocation. An advisory lock is a fair queue and writes nothing.
--
-- Callers: claim_request, lock_credential_shared, lock_credentials, try_claim_request, src/database/repositories/credentials.ts.
-- Locks: none; it only computes the key.
CREATE OR REPLACE FUNCTION credential_lock(p_credential uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended('credential ' || p_credential, 0)
$$;
