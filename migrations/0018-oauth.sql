-- OAuth: what the authorization server stores, and the credentials that humans gave to applications.

CREATE TABLE oauth_record (
  model      text        NOT NULL,
  id_hash    bytea       NOT NULL,
  payload    jsonb       NOT NULL,
  grant_id   text,
  expires_at timestamptz NOT NULL,
  CONSTRAINT oauth_record_pkey PRIMARY KEY (id_hash, model)
);
COMMENT ON TABLE oauth_record IS 'codes, tokens and pending consents of the authorization server (src/api/http/oauth)';
COMMENT ON COLUMN oauth_record.id_hash IS 'SHA-256 of the code or token, which itself is never stored';
COMMENT ON COLUMN oauth_record.grant_id IS 'the consent that a code or token belongs to; null: none';
CREATE INDEX oauth_record_expiry ON oauth_record (expires_at);
CREATE INDEX oauth_record_by_grant ON oauth_record (grant_id) WHERE grant_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON oauth_record TO ats_app;

CREATE TABLE oauth_connection (
  credential_id uuid        NOT NULL CONSTRAINT oauth_connection_pkey PRIMARY KEY
                            CONSTRAINT oauth_connection_credential REFERENCES credential,
  human_id      uuid        NOT NULL CONSTRAINT oauth_connection_human REFERENCES human,
  session_id    uuid        NOT NULL,
  client_id     text        NOT NULL,
  created_at    timestamptz NOT NULL
);
COMMENT ON TABLE oauth_connection IS 'an application that a human connected; its access tokens act as the credential';
COMMENT ON COLUMN oauth_connection.session_id IS 'the sign-in session of the human; the connection ends with it. It has no foreign key, because old sessions are deleted';
CREATE INDEX oauth_connection_by_session ON oauth_connection (session_id);
CREATE INDEX oauth_connection_by_human ON oauth_connection (human_id);
GRANT SELECT, INSERT, UPDATE ON oauth_connection TO ats_app;
