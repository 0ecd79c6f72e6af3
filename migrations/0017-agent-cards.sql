-- Agents: replaced cards, keys that verify their signatures, and retirement.

ALTER TABLE agent
  ADD COLUMN retired_at timestamptz,
  ADD COLUMN card_keys jsonb,
  ADD COLUMN card_signature text,
  ADD CONSTRAINT agent_card_signature CHECK (card_signature IN ('verified', 'unknown_key', 'invalid', 'none'));
COMMENT ON COLUMN agent.retired_at IS 'since when the agent starts nothing new; null: it is active';
COMMENT ON COLUMN agent.card_keys IS 'the public JWKs that verify the signatures of the card; null: none';
COMMENT ON COLUMN agent.card_signature IS 'what the check of the signatures gave; null: a release without the check stored the card';
COMMENT ON CONSTRAINT agent_card_signature ON agent IS 'the results of the check of signatures';

GRANT UPDATE (card, card_version, card_missing, streaming, push_notifications, extended_agent_card, retired_at, card_keys, card_signature)
  ON agent TO ats_app;
