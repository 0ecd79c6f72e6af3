-- The keys of ATS_SECRETS_KEYS that this database has met, each with a digest that only this key can compute.
-- A process with another key under the same id must not start: its secrets would be unreadable for the others.
CREATE TABLE encryption_key (
  key_id     text        CONSTRAINT encryption_key_pkey PRIMARY KEY,
  digest     bytea       NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT encryption_key_digest CHECK (length(digest) = 32)
);
COMMENT ON CONSTRAINT encryption_key_digest ON encryption_key IS 'HMAC-SHA256 of a constant: it shows which key it is, and nothing of the key';

GRANT SELECT, INSERT ON encryption_key TO ats_app;
