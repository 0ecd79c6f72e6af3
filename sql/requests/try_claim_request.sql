-- Opens a mutating request inside a batch: claim_request that never waits.
-- verdict: as claim_request, or `busy` if another transaction holds the key or ends the credential. A busy request runs
-- again alone, where it waits its turn.
-- Callers: src/api/http/idempotency.ts.
-- Locks, in this order (try only): the key's advisory lock, the credential's, shared.
CREATE OR REPLACE FUNCTION try_claim_request(p_credential uuid, p_scope text, p_key text, p_fingerprint bytea, p_at timestamptz,
  OUT verdict text, OUT status integer, OUT headers jsonb, OUT body text, OUT body_ciphertext bytea, OUT body_key_id text)
LANGUAGE plpgsql AS $$
BEGIN
  IF pg_try_advisory_xact_lock(hashtextextended(p_scope || chr(10) || p_key, 0))
    AND pg_try_advisory_xact_lock_shared(credential_lock(p_credential)) THEN
    -- This transaction holds both locks now, so claim_request does not wait.
    SELECT * INTO verdict, status, headers, body, body_ciphertext, body_key_id
    FROM claim_request(p_credential, p_scope, p_key, p_fingerprint, 0, true, p_at);
  ELSE
    verdict := 'busy';
  END IF;
END $$;
