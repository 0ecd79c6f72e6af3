-- A decision about an approval stays when the agent asks again, so that a denial lasts. A mandate that is set after a
-- revocation has a new beginning.

ALTER TABLE approval DROP CONSTRAINT IF EXISTS approval_of_participant, DROP CONSTRAINT IF EXISTS approval_request_once;
ALTER TABLE approval ADD CONSTRAINT approval_request_once UNIQUE (proposal_id, principal_id, request_no);
COMMENT ON TABLE approval IS 'requests of agents for their participation in proposals, with the decisions of owners; a request replaces the last one if no owner has decided it';
COMMENT ON CONSTRAINT approval_request_once ON approval IS 'the requests of a participant are numbered';

COMMENT ON COLUMN mandate.created_at IS 'when an owner set the mandate first, or again after a revocation';
GRANT UPDATE (created_at) ON mandate TO ats_app;
