-- Stores the answer of an idempotency key. It travels with COMMIT in one round trip.
-- A function, because text that travels with COMMIT would be planned again for each request.
-- Callers: src/api/http/idempotency.ts.
-- Locks: the answer's row; the key's advisory lock is already held.
CREATE OR REPLACE FUNCTION keep_answer(p_scope text, p_key text, p_fingerprint bytea, p_status integer, p_headers jsonb, p_body text,
  p_ciphertext bytea, p_key_id text, p_at timestamptz, p_hours integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO idempotency_answer (scope, key, fingerprint, status, headers, body, body_ciphertext, body_key_id, created_at, expires_at)
  VALUES (p_scope, p_key, p_fingerprint, p_status, p_headers, p_body, p_ciphertext, p_key_id, p_at, p_at + make_interval(hours => p_hours))
  -- A key may be used again when its answer has expired, even if the housekeeping worker has not deleted it yet.
  ON CONFLICT (scope, key) DO UPDATE SET fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers,
    body = excluded.body, body_ciphertext = excluded.body_ciphertext, body_key_id = excluded.body_key_id,
    created_at = excluded.created_at, expires_at = excluded.expires_at;
END $$;
