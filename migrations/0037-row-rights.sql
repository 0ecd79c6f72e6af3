-- The service changes no content of an event, and no party, role or bond of a proposal. It changes no match run.

REVOKE UPDATE ON event, listing, match_run, proposal, proposal_pair, proposal_participant, refresh_session, refresh_token FROM ats_app;
-- A process of an earlier release still stores payloads. Check E3 compares them.
GRANT UPDATE (sequence, payload) ON event TO ats_app;
GRANT UPDATE (title, description, tags, price_stamps, steps, contract_window_seconds, checkpoint_window_seconds, coverage_threshold_bps,
  expires_at, visibility, state, updated_at) ON listing TO ats_app;
GRANT UPDATE (state, close_reason, expires_at, current_revision_no, trade_id) ON proposal TO ats_app;
GRANT UPDATE (open, rejected_at) ON proposal_pair TO ats_app;
GRANT UPDATE (response_state, closed_state) ON proposal_participant TO ats_app;
GRANT UPDATE (expires_at, ended_at, ended_reason) ON refresh_session TO ats_app;
GRANT UPDATE (rotated_at) ON refresh_token TO ats_app;
