-- The proposals that this audit reads.
--
-- From a checkpoint: those created or announced since, open ones with a counter-offer, and those of the audited trades.
CREATE OR REPLACE VIEW audit_proposal AS
  SELECT p.* FROM proposal p WHERE audit_height() = 0
  UNION ALL SELECT p.* FROM (
    SELECT proposal_id FROM proposal WHERE proposal_id >= audit_since_id()
    UNION SELECT (data->>'proposal_id')::uuid FROM audit_event WHERE type LIKE 'proposal.%'
    UNION SELECT proposal_id FROM proposal WHERE state <> 'rejected' AND trade_id IS NULL AND current_revision_no > 1
    UNION SELECT proposal_id FROM audit_trade) live
  JOIN proposal p USING (proposal_id) WHERE audit_height() > 0;

GRANT SELECT ON audit_proposal TO ats_app;
