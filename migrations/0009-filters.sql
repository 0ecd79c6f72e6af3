-- Columns, tables and indexes of the filters: each filtered list is read from an index in its order.

ALTER TABLE trade_participant
  ADD COLUMN trade_profile text,
  ADD COLUMN outcome text,
  ADD COLUMN settled_at timestamptz;
COMMENT ON COLUMN trade_participant.trade_profile IS 'the profile of the listing that was matched';
COMMENT ON COLUMN trade_participant.outcome IS 'of the settlement; null: open';
COMMENT ON COLUMN trade_participant.settled_at IS 'time of the settlement; null: open';
UPDATE trade_participant p SET trade_profile = l.trade_profile, outcome = s.outcome, settled_at = s.settled_at
FROM trade t JOIN proposal q ON q.proposal_id = t.proposal_id JOIN match_run m ON m.match_run_id = q.match_run_id
  JOIN listing l ON l.listing_id = m.listing_id LEFT JOIN settlement s ON s.trade_id = t.trade_id
WHERE t.trade_id = p.trade_id;
-- The open trades of a principal, now in the order of its list.
DROP INDEX trade_open_by_principal;
CREATE INDEX trade_open_by_principal ON trade_participant (principal_id, trade_id) INCLUDE (bond_stamps) WHERE open;
CREATE INDEX trade_by_agent ON trade_participant (principal_id, agent_id, trade_id);
CREATE INDEX trade_by_profile ON trade_participant (principal_id, trade_profile, trade_id);
CREATE INDEX trade_by_outcome ON trade_participant (principal_id, outcome, trade_id) WHERE outcome IS NOT NULL;
CREATE INDEX trade_by_settlement ON trade_participant (principal_id, settled_at, trade_id) WHERE settled_at IS NOT NULL;

CREATE TABLE trade_counterparty (
  principal_id    uuid NOT NULL CONSTRAINT trade_counterparty_principal REFERENCES principal,
  counterparty_id uuid NOT NULL CONSTRAINT trade_counterparty_counterparty REFERENCES principal (principal_id),
  trade_id        uuid NOT NULL CONSTRAINT trade_counterparty_trade REFERENCES trade,
  CONSTRAINT trade_counterparty_pkey PRIMARY KEY (principal_id, counterparty_id, trade_id)
);
INSERT INTO trade_counterparty (principal_id, counterparty_id, trade_id)
SELECT a.principal_id, b.principal_id, a.trade_id FROM trade_participant a JOIN trade_participant b USING (trade_id)
WHERE a.principal_id <> b.principal_id;

ALTER TABLE proposal_participant
  ADD COLUMN closed_state text,
  ADD COLUMN listing_id uuid CONSTRAINT proposal_participant_listing REFERENCES listing;
COMMENT ON COLUMN proposal_participant.closed_state IS 'the last state of the proposal, in the rows of revision 1; null: open';
COMMENT ON COLUMN proposal_participant.listing_id IS 'the listing with which the principal takes part, in the rows of revision 1';
UPDATE proposal_participant p SET closed_state = CASE WHEN q.state = 'rejected' OR q.trade_id IS NOT NULL THEN q.state END,
  listing_id = (SELECT l.listing_id FROM proposal_pair r JOIN listing l ON l.listing_id IN (r.consumer_listing_id, r.provider_listing_id)
    WHERE r.proposal_id = p.proposal_id AND l.principal_id = p.principal_id LIMIT 1)
FROM proposal q WHERE q.proposal_id = p.proposal_id AND p.revision_no = 1;
CREATE INDEX proposal_open_by_principal ON proposal_participant (principal_id, proposal_id)
  WHERE revision_no = 1 AND closed_state IS NULL;
CREATE INDEX proposal_closed_by_principal ON proposal_participant (principal_id, closed_state, proposal_id)
  WHERE revision_no = 1 AND closed_state IS NOT NULL;
CREATE INDEX proposal_by_agent ON proposal_participant (principal_id, agent_id, proposal_id) WHERE revision_no = 1;
CREATE INDEX proposal_by_listing ON proposal_participant (listing_id, proposal_id) WHERE revision_no = 1;

CREATE TABLE proposal_counterparty (
  principal_id    uuid NOT NULL CONSTRAINT proposal_counterparty_principal REFERENCES principal,
  counterparty_id uuid NOT NULL CONSTRAINT proposal_counterparty_counterparty REFERENCES principal (principal_id),
  proposal_id     uuid NOT NULL CONSTRAINT proposal_counterparty_proposal REFERENCES proposal,
  CONSTRAINT proposal_counterparty_pkey PRIMARY KEY (principal_id, counterparty_id, proposal_id)
);
INSERT INTO proposal_counterparty (principal_id, counterparty_id, proposal_id)
SELECT a.principal_id, b.principal_id, a.proposal_id FROM proposal_participant a JOIN proposal_participant b USING (proposal_id)
WHERE a.revision_no = 1 AND b.revision_no = 1 AND a.principal_id <> b.principal_id;

CREATE INDEX listing_by_state ON listing (principal_id, state, listing_id);
CREATE INDEX listing_by_side ON listing (principal_id, side, listing_id);
CREATE INDEX listing_by_agent ON listing (agent_id, listing_id);
CREATE INDEX listing_by_profile ON listing (principal_id, trade_profile, listing_id);
CREATE INDEX match_run_by_listing ON match_run (listing_id, match_run_id);

CREATE INDEX ledger_journal_by_trade ON ledger_journal (trade_id) WHERE trade_id IS NOT NULL;

CREATE INDEX ticket_purchase_by_position ON ticket_purchase (principal_id, payment_position(created_at, session_id));
CREATE INDEX ticket_purchase_by_human ON ticket_purchase (human_id, payment_position(created_at, session_id)) WHERE human_id IS NOT NULL;

CREATE INDEX webhook_delivery_by_state ON webhook_delivery (agent_id, state, delivery_id) WHERE state <> 'pending';

CREATE INDEX human_by_subject ON human (subject);

CREATE INDEX event_by_subject ON event (principal_id, subject_key, sequence) WHERE sequence IS NOT NULL;
CREATE INDEX event_by_time ON event (principal_id, created_at) WHERE sequence IS NOT NULL;
CREATE INDEX event_by_type ON event (principal_id, type, sequence) WHERE sequence IS NOT NULL;

GRANT SELECT, INSERT ON trade_counterparty, proposal_counterparty TO ats_app;
-- A settlement tells the lists of its participants how it ended.
GRANT UPDATE (outcome, settled_at) ON trade_participant TO ats_app;
