-- The event of a mandate whose budget was too small for a commitment.

ALTER TABLE mandate ADD COLUMN exhausted_at timestamptz;
COMMENT ON COLUMN mandate.exhausted_at IS 'when the rest of the budget was last too small, for the first time in its period; null: never';
GRANT UPDATE (exhausted_at) ON mandate TO ats_app;

-- Without a scan of the events under its lock; 0022 validates it.
ALTER TABLE event DROP CONSTRAINT event_type, ADD CONSTRAINT event_type CHECK (type IN ('trade.completed', 'trade.failed', 'proposal.created',
  'proposal.countered', 'proposal.accepted', 'proposal.rejected', 'trade.created', 'trade.step_activated', 'trade.contract_published',
  'trade.checkpoint_submitted', 'trade.rebuttal_filed', 'trade.deadline_extended', 'policy.announced', 'approval.requested',
  'approval.decided', 'mandate.exhausted', 'tickets.credited', 'webhook.disabled')) NOT VALID;
COMMENT ON CONSTRAINT event_type ON event IS 'the event types of the API';
