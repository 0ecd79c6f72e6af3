-- Sign-in sessions of humans (specification, Authentication 9; contract §§6, 7 Session; docs/sign-in.md).

ALTER TABLE human ADD COLUMN closed_at timestamptz;

-- A sign-in that went to the identity provider and is not back yet. Deleted when it comes back, so it counts once.
CREATE TABLE sign_in (
  state_hash          bytea       CONSTRAINT sign_in_pkey PRIMARY KEY,
  browser_hash        bytea       NOT NULL,
  proof_ciphertext    bytea       NOT NULL,
  proof_key_id        text        NOT NULL,
  return_to           text,
  created_at          timestamptz NOT NULL,
  expires_at          timestamptz NOT NULL,
  CONSTRAINT sign_in_hashes CHECK (length(state_hash) = 32 AND length(browser_hash) = 32),
  CONSTRAINT sign_in_return_to_local CHECK (return_to ~ '^/([^/\\]|$)' AND length(return_to) <= 2048),
  CONSTRAINT sign_in_lives CHECK (expires_at > created_at)
);
CREATE INDEX sign_in_expiry ON sign_in (expires_at);
COMMENT ON CONSTRAINT sign_in_hashes ON sign_in IS 'SHA-256: who reads the table can neither finish a sign-in nor pass for the browser that began it';
COMMENT ON CONSTRAINT sign_in_return_to_local ON sign_in IS 'a path of this service: signing in must not send a browser anywhere else';
COMMENT ON CONSTRAINT sign_in_lives ON sign_in IS 'a sign-in that is over before it begins is a fault of ours';

-- What the JWT names in `sid`, and the family of all refresh tokens that came from one sign-in.
CREATE TABLE refresh_session (
  session_id   uuid        CONSTRAINT refresh_session_pkey PRIMARY KEY,
  human_id     uuid        NOT NULL CONSTRAINT refresh_session_human REFERENCES human,
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  ended_at     timestamptz,
  ended_reason text,
  CONSTRAINT refresh_session_lives CHECK (expires_at > created_at),
  CONSTRAINT refresh_session_ended CHECK ((ended_at IS NULL) = (ended_reason IS NULL)),
  CONSTRAINT refresh_session_reason CHECK (ended_reason IN ('signed_out', 'reused', 'account_closed'))
);
CREATE INDEX refresh_session_by_human ON refresh_session (human_id) WHERE ended_at IS NULL;
CREATE INDEX refresh_session_expiry ON refresh_session (expires_at);
COMMENT ON CONSTRAINT refresh_session_lives ON refresh_session IS 'a session that is over before it begins is a fault of ours';
COMMENT ON CONSTRAINT refresh_session_ended ON refresh_session IS 'who asks why a session ended gets an answer';
COMMENT ON CONSTRAINT refresh_session_reason ON refresh_session IS 'signed out, an old refresh token came back, or the account was closed; running out needs no row';

CREATE TABLE refresh_token (
  token_hash bytea       CONSTRAINT refresh_token_pkey PRIMARY KEY,
  session_id uuid        NOT NULL CONSTRAINT refresh_token_session REFERENCES refresh_session ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  rotated_at timestamptz,
  CONSTRAINT refresh_token_hash CHECK (length(token_hash) = 32)
);
CREATE UNIQUE INDEX refresh_token_one_current ON refresh_token (session_id) WHERE rotated_at IS NULL;
CREATE INDEX refresh_token_by_session ON refresh_token (session_id);
COMMENT ON CONSTRAINT refresh_token_hash ON refresh_token IS 'SHA-256 of 256 random bits: the token itself is in the browser alone';

-- Keys that sign the JWT. One signs for a while and is served for as long as a JWT of its own may still be valid.
CREATE TABLE session_key (
  key_id             uuid        CONSTRAINT session_key_pkey PRIMARY KEY,
  public_key         text        NOT NULL,
  private_ciphertext bytea       NOT NULL,
  private_key_id     text        NOT NULL,
  created_at         timestamptz NOT NULL,
  signs_until        timestamptz NOT NULL,
  served_until       timestamptz NOT NULL,
  CONSTRAINT session_key_public CHECK (public_key ~ '^[A-Za-z0-9_-]{43}$'),
  CONSTRAINT session_key_times CHECK (created_at < signs_until AND signs_until < served_until)
);
CREATE INDEX session_key_served ON session_key (served_until);
COMMENT ON CONSTRAINT session_key_public ON session_key IS 'the x of an Ed25519 key: base64url of 32 bytes (RFC 8037)';
COMMENT ON CONSTRAINT session_key_times ON session_key IS 'a key outlives its last signature, so that the last JWT it signed can be verified';

GRANT SELECT, INSERT, UPDATE, DELETE ON refresh_session, refresh_token TO ats_app;
GRANT SELECT, INSERT, DELETE ON sign_in, session_key TO ats_app;
