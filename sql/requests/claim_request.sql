-- Opens a mutating request: takes the idempotency key's lock, locks the credential, looks for a stored answer.
-- verdict: go | replay | reused | in_progress | revoked
--
-- A function under READ COMMITTED: the look-up sees what committed while the lock was waited for.
--
-- p_hold false only reads the credential, for operations that lock it later. purchaseTickets must not make a rotation
-- wait for the payment processor. Rotations and revocations would deadlock if both held the credential that both end.
--
-- Callers: src/api/http/idempotency.ts, try_claim_request.
-- Locks, in this order: the key's advisory lock (waits p_wait_ms at most), then the credential's, shared.
CREATE OR REPLACE FUNCTION claim_request(p_credential uuid, p_scope text, p_key text, p_fingerprint bytea, p_wait_ms integer, p_hold boolean, p_at timestamptz,
  OUT verdict text, OUT status integer, OUT headers jsonb, OUT body text, OUT body_ciphertext bytea, OUT body_key_id text)
LANGUAGE plpgsql AS $$
DECLARE
  v_lock    bigint := hashtextextended(p_scope || chr(10) || p_key, 0);
  v_answer  idempotency_answer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(v_lock) THEN
    DECLARE
      v_before text := current_setting('lock_timeout');
    BEGIN
      PERFORM set_config('lock_timeout', p_wait_ms::text, true);
      PERFORM pg_advisory_xact_lock(v_lock);
      PERFORM set_config('lock_timeout', v_before, true);
    EXCEPTION WHEN lock_not_available THEN
      verdict := 'in_progress';
      RETURN;
    END;
  END IF;

  IF p_hold THEN
    PERFORM pg_advisory_xact_lock_shared(credential_lock(p_credential));
  END IF;
  IF NOT EXISTS (SELECT FROM credential
    WHERE credential_id = p_credential AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > p_at)) THEN
    verdict := 'revoked';
    RETURN;
  END IF;

  SELECT * INTO v_answer FROM idempotency_answer a WHERE a.scope = p_scope AND a.key = p_key AND a.expires_at > p_at;
  IF NOT FOUND THEN
    verdict := 'go';
  ELSIF v_answer.fingerprint <> p_fingerprint THEN
    verdict := 'reused';
  ELSE
    verdict := 'replay';
    status := v_answer.status;
    headers := v_answer.headers;
    body := v_answer.body;
    body_ciphertext := v_answer.body_ciphertext;
    body_key_id := v_answer.body_key_id;
  END IF;
END $$;
