-- Facts about who may act, and narrower rights for ats_app on the rows that these and the facts of trades govern.

-- One chain for each principal, and one for the platform (the principal of zeros). sha256 as in trade_fact.
CREATE TABLE authority_fact (
  principal_id uuid    NOT NULL,
  fact_no      integer NOT NULL,
  body         text    NOT NULL,
  sha256       bytea   NOT NULL,
  CONSTRAINT authority_fact_pkey PRIMARY KEY (principal_id, fact_no),
  CONSTRAINT authority_fact_no_range CHECK (fact_no > 0),
  CONSTRAINT authority_fact_sha256_length CHECK (octet_length(sha256) = 32)
);
COMMENT ON COLUMN authority_fact.body IS 'JSON: kind, at, actor, request_digest, object, id, version, and the state of the object; a null state: it was removed';
COMMENT ON CONSTRAINT authority_fact_no_range ON authority_fact IS 'facts are numbered from 1';
COMMENT ON CONSTRAINT authority_fact_sha256_length ON authority_fact IS 'SHA-256';
GRANT SELECT, INSERT ON authority_fact TO ats_app;

-- ats_app changes only the columns that its statements change. All of them are those of the release before, too.
REVOKE UPDATE ON trade, trade_participant, trade_step, credential, binding, webhook_signing_key, principal, human, agent FROM ats_app;
GRANT UPDATE (state, idle_deadline_at, due_at, withdrawn_at, settled_at, closed_hours, settlement_error, settlement_error_at) ON trade TO ats_app;
GRANT UPDATE (open) ON trade_participant TO ats_app;
GRANT UPDATE (state, fee_stamps, activated_at, deadline_at, contract, contract_published_at, checkpoint_status, checkpoint_results,
  coverage_bps, checkpoint_submitted_at, rebuttal, rebuttal_filed_at, verdict) ON trade_step TO ats_app;
GRANT UPDATE (secret_ciphertext, secret_key_id, revoked_at, last_used_at) ON credential TO ats_app;
GRANT UPDATE (role) ON binding TO ats_app;
GRANT UPDATE (secret_ciphertext, secret_key_id, retired_at) ON webhook_signing_key TO ats_app;
GRANT UPDATE (display_name, max_open_trades, bond_limit_stamps, daily_spend_limit_stamps, max_agents, max_card_bytes, max_credentials,
  max_bindings, match_runs_per_day, changes_per_day, open_proposals_per_counterparty, kept_answer_bytes) ON principal TO ats_app;
GRANT UPDATE (closed_at, provisioned) ON human TO ats_app;
GRANT UPDATE (notification_url, event_types, notifications_disabled_at, event_types_since) ON agent TO ats_app;
