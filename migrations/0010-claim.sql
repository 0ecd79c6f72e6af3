-- What a credential signs and its end are put in one order by a lock of the credential's own: requests share it until they
-- commit, a rotation or revocation has it alone. So its commit is the last moment at which the old pair works
-- (contract §3). No row lock: new sharers of a row overtake whoever waits to change it, so that a stolen pair in steady
-- use could keep its own revocation waiting, and `last_used_at` too; this lock is a queue, and writes nothing.

CREATE FUNCTION credential_lock(p_credential uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended('credential ' || p_credential, 0)
$$;

-- Holds a credential until the transaction ends; false: it is revoked, or there is none. A function, not one SELECT:
-- under READ COMMITTED the row is read after the lock was got.
CREATE FUNCTION hold_credential(p_credential uuid) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(credential_lock(p_credential));
  RETURN EXISTS (SELECT FROM credential WHERE credential_id = p_credential AND revoked_at IS NULL);
END $$;

-- Waits until a principal's live credentials sign nothing any more, and lets nothing new begin: for its rotation. One
-- rotation of a principal at a time, or two would each wait for what the other holds.
CREATE FUNCTION lock_credentials(p_principal uuid) RETURNS void LANGUAGE plpgsql AS $$
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

-- The first statement of every mutating request (contract §§3, 4; architecture §5): takes the idempotency key's lock,
-- holds the credential, then looks for a kept answer. READ COMMITTED and a function: the look-up sees what committed
-- while it waited.
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
  v_live    boolean;
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
    v_live := hold_credential(p_credential);
  ELSE
    v_live := EXISTS (SELECT FROM credential WHERE credential_id = p_credential AND revoked_at IS NULL);
  END IF;
  IF NOT v_live THEN
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

-- Keeps the answer of a key, in the round trip of COMMIT. A function for its plan: what travels with COMMIT is text, which
-- PostgreSQL would have to plan anew for every request.
CREATE FUNCTION keep_answer(p_scope text, p_key text, p_fingerprint bytea, p_status integer, p_headers jsonb, p_body text,
  p_ciphertext bytea, p_key_id text, p_at timestamptz, p_hours integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO idempotency_answer (scope, key, fingerprint, status, headers, body, body_ciphertext, body_key_id, created_at, expires_at)
  VALUES (p_scope, p_key, p_fingerprint, p_status, p_headers, p_body, p_ciphertext, p_key_id, p_at, p_at + make_interval(hours => p_hours))
  -- A key whose answer has expired may be used anew before the housekeeping worker came by.
  ON CONFLICT (scope, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers,
    body = excluded.body, body_ciphertext = excluded.body_ciphertext, body_key_id = excluded.body_key_id,
    created_at = excluded.created_at, expires_at = excluded.expires_at;
END $$;
