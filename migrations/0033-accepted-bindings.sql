-- When the human agreed to be bound: by provisioning the principal, or by the first act as its owner.
-- Bindings from before are accepted now, and those that an older release adds are accepted at once.

ALTER TABLE binding ADD COLUMN IF NOT EXISTS accepted_at timestamptz DEFAULT now();
COMMENT ON COLUMN binding.accepted_at IS 'when the human provisioned the principal, or first acted as its owner; null: never';
GRANT UPDATE (accepted_at) ON binding TO ats_app;
