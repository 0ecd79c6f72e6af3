-- Which settlement policy new trades get, and from when.

CREATE TABLE policy_activation (
  activation_id  uuid        CONSTRAINT policy_activation_pkey PRIMARY KEY,
  policy_version text        NOT NULL,
  effective_at   timestamptz NOT NULL,
  announced_at   timestamptz NOT NULL,
  act_id         uuid        CONSTRAINT policy_activation_act REFERENCES operator_act,
  CONSTRAINT policy_activation_order CHECK (effective_at >= announced_at)
);
COMMENT ON TABLE policy_activation IS 'the newest row by effective_at that has come gives the policy of new trades';
COMMENT ON COLUMN policy_activation.act_id IS 'the act of the operator; null: the start of a process set it';
COMMENT ON CONSTRAINT policy_activation_act ON policy_activation IS 'an activation with notice belongs to an act of an operator';
COMMENT ON CONSTRAINT policy_activation_order ON policy_activation IS 'a policy is announced before it takes effect';
CREATE INDEX policy_activation_by_time ON policy_activation (effective_at, activation_id);

-- Without a scan of the events under its lock; 0019 validates it.
ALTER TABLE event DROP CONSTRAINT event_type, ADD CONSTRAINT event_type CHECK (type IN ('trade.completed', 'trade.failed', 'proposal.created',
  'proposal.countered', 'proposal.accepted', 'proposal.rejected', 'trade.created', 'trade.step_activated', 'trade.contract_published',
  'trade.checkpoint_submitted', 'trade.rebuttal_filed', 'trade.deadline_extended', 'policy.announced', 'tickets.credited',
  'webhook.disabled')) NOT VALID;
COMMENT ON CONSTRAINT event_type ON event IS 'the event types of the API';

GRANT SELECT, INSERT ON policy_activation TO ats_app;
