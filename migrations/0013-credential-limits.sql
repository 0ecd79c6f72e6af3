-- Limits of a credential: the agent that it acts for, its scopes, and its end. A credential of before has none of them.

ALTER TABLE credential
  ADD COLUMN agent_id uuid,
  ADD COLUMN label text,
  ADD COLUMN scopes text[] NOT NULL DEFAULT '{read,trade,money}',
  ADD COLUMN expires_at timestamptz,
  ADD CONSTRAINT credential_agent FOREIGN KEY (principal_id, agent_id) REFERENCES agent (principal_id, agent_id),
  ADD CONSTRAINT credential_agent_owner CHECK (agent_id IS NULL OR principal_id IS NOT NULL),
  ADD CONSTRAINT credential_scopes CHECK (scopes <@ '{read,trade,money}' AND cardinality(scopes) > 0);
COMMENT ON COLUMN credential.agent_id IS 'the only agent that the credential acts for; null: every agent of the principal';
COMMENT ON COLUMN credential.label IS 'the name that the owner gives the credential';
COMMENT ON COLUMN credential.expires_at IS 'from this instant on, the credential is refused as a revoked one is';
COMMENT ON CONSTRAINT credential_agent ON credential IS 'the agent belongs to the principal of the credential';
COMMENT ON CONSTRAINT credential_agent_owner ON credential IS 'a credential of the platform acts for no agent';
COMMENT ON CONSTRAINT credential_scopes ON credential IS 'the kinds of calls that the credential may make, at least one';
