-- Answers kept for their idempotency keys (contract §4).

CREATE TABLE idempotency_answer (
  scope            text        NOT NULL,
  key              text        NOT NULL,
  fingerprint      bytea       NOT NULL,
  status           integer     NOT NULL,
  headers          jsonb       NOT NULL,
  body             text,
  body_ciphertext  bytea,
  body_key_id      text,
  created_at       timestamptz NOT NULL,
  expires_at       timestamptz NOT NULL,
  CONSTRAINT idempotency_answer_pkey PRIMARY KEY (scope, key),
  CONSTRAINT idempotency_answer_body CHECK ((body IS NULL) <> (body_ciphertext IS NULL)),
  CONSTRAINT idempotency_answer_sealed CHECK ((body_ciphertext IS NULL) = (body_key_id IS NULL))
);
COMMENT ON CONSTRAINT idempotency_answer_body ON idempotency_answer IS 'an answer that bears a secret rests encrypted, any other in clear';
COMMENT ON CONSTRAINT idempotency_answer_sealed ON idempotency_answer IS 'a ciphertext names its key';
CREATE INDEX idempotency_answer_expiry ON idempotency_answer (expires_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_answer TO ats_app;
