-- The first statement of every mutating request (contract §§3, 4; architecture §5): takes the idempotency key's lock,
-- reads the credential again under FOR SHARE (so that a rotation's commit is the last moment at which the old pair
-- works), then looks for a kept answer. READ COMMITTED and a function: the look-up sees what committed while it waited.
--
-- p_hold false only reads the credential, for requests whose operation holds it later: purchaseTickets, which must not
-- make a rotation wait for the payment processor, and rotations and revocations, which would deadlock with each other
-- if both held the credential that both are about to revoke.
--
-- verdict: go | replay | reused | in_progress | revoked

CREATE FUNCTION claim_request(p_credential uuid, p_scope text, p_key text, p_fingerprint bytea, p_wait_ms integer, p_hold boolean, p_at timestamptz,
  OUT verdict text, OUT status integer, OUT headers jsonb, OUT body text, OUT body_ciphertext bytea, OUT body_key_id text)
LANGUAGE plpgsql AS $$
DECLARE
  v_lock    bigint := hashtextextended(p_scope || chr(10) || p_key, 0);
  v_answer  idempotency_answer;
  v_revoked timestamptz;
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
    SELECT revoked_at INTO v_revoked FROM credential WHERE credential_id = p_credential FOR SHARE;
  ELSE
    SELECT revoked_at INTO v_revoked FROM credential WHERE credential_id = p_credential;
  END IF;
  IF NOT FOUND OR v_revoked IS NOT NULL THEN
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
