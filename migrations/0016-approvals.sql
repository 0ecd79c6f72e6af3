-- Approvals: what an owner decides about commitments above the threshold of a mandate.

ALTER TABLE mandate ADD COLUMN approval_above_stamps bigint,
  ADD CONSTRAINT mandate_approval_range CHECK (approval_above_stamps >= 0);
COMMENT ON COLUMN mandate.approval_above_stamps IS 'a commitment of more stamps needs an approval; null: none does';
COMMENT ON CONSTRAINT mandate_approval_range ON mandate IS 'the threshold is not negative';
GRANT UPDATE (approval_above_stamps) ON mandate TO ats_app;

CREATE TABLE approval (
  approval_id      uuid        CONSTRAINT approval_pkey PRIMARY KEY,
  principal_id     uuid        NOT NULL,
  agent_id         uuid        NOT NULL CONSTRAINT approval_mandate REFERENCES mandate,
  proposal_id      uuid        NOT NULL CONSTRAINT approval_proposal REFERENCES proposal,
  revision_no      integer     NOT NULL,
  terms            jsonb       NOT NULL,
  committed_stamps bigint      NOT NULL,
  bond_stamps      bigint      NOT NULL,
  requested_at     timestamptz NOT NULL,
  expires_at       timestamptz NOT NULL,
  decided_at       timestamptz,
  decision         text,
  decided_by       uuid        CONSTRAINT approval_human REFERENCES human,
  request_no       integer     NOT NULL,
  CONSTRAINT approval_of_participant UNIQUE (proposal_id, principal_id),
  CONSTRAINT approval_range CHECK (bond_stamps >= 0 AND committed_stamps >= bond_stamps AND revision_no > 0 AND request_no > 0),
  CONSTRAINT approval_decision CHECK (decision IN ('approved', 'denied')),
  CONSTRAINT approval_decided CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by IS NULL))
);
COMMENT ON TABLE approval IS 'the last request of an agent for its participation in a proposal, and the decision of an owner';
COMMENT ON COLUMN approval.revision_no IS 'the revision that the agent commits to; that of a counter does not exist yet';
COMMENT ON COLUMN approval.terms IS 'what the owner decides about; those of a counter are in no revision';
COMMENT ON COLUMN approval.expires_at IS 'when a request without a decision, or an approval, counts no more';
COMMENT ON COLUMN approval.decided_by IS 'the owner who decided';
COMMENT ON COLUMN approval.request_no IS 'how many requests the participant has made for the proposal';
COMMENT ON CONSTRAINT approval_mandate ON approval IS 'the agent has a mandate';
COMMENT ON CONSTRAINT approval_proposal ON approval IS 'the proposal exists';
COMMENT ON CONSTRAINT approval_human ON approval IS 'the owner is a human of the service';
COMMENT ON CONSTRAINT approval_of_participant ON approval IS 'a new request of a participant replaces its last one';
COMMENT ON CONSTRAINT approval_range ON approval IS 'an amount of stamps, of which the bond is a part, and revisions and requests are numbered from 1';
COMMENT ON CONSTRAINT approval_decision ON approval IS 'what an owner can decide';
COMMENT ON CONSTRAINT approval_decided ON approval IS 'a decision has its time and its owner';
-- The lists of a principal and of an agent, newest first.
CREATE INDEX approval_by_principal ON approval (principal_id, approval_id);
CREATE INDEX approval_by_agent ON approval (agent_id, approval_id);
-- The requests that wait for an owner, the soonest end first.
CREATE INDEX approval_without_decision ON approval (principal_id, expires_at) WHERE decision IS NULL;

GRANT SELECT, INSERT ON approval TO ats_app;
GRANT UPDATE (approval_id, revision_no, terms, committed_stamps, bond_stamps, requested_at, expires_at, decided_at, decision, decided_by, request_no)
  ON approval TO ats_app;

-- Without a scan of the events under its lock; 0019 validates it.
ALTER TABLE event DROP CONSTRAINT event_type, ADD CONSTRAINT event_type CHECK (type IN ('trade.completed', 'trade.failed', 'proposal.created',
  'proposal.countered', 'proposal.accepted', 'proposal.rejected', 'trade.created', 'trade.step_activated', 'trade.contract_published',
  'trade.checkpoint_submitted', 'trade.rebuttal_filed', 'trade.deadline_extended', 'policy.announced', 'approval.requested',
  'approval.decided', 'tickets.credited', 'webhook.disabled')) NOT VALID;
COMMENT ON CONSTRAINT event_type ON event IS 'the event types of the API';
