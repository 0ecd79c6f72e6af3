-- The market: listings, match runs, proposals (contract §7).

CREATE TABLE listing (
  listing_id                uuid        CONSTRAINT listing_pkey PRIMARY KEY,
  principal_id              uuid        NOT NULL,
  agent_id                  uuid        NOT NULL,
  trade_profile             text        NOT NULL,
  side                      text        NOT NULL,
  title                     text        NOT NULL,
  description               text        NOT NULL,
  tags                      text[]      NOT NULL,
  price_stamps              bigint      NOT NULL,
  steps                     jsonb       NOT NULL,
  contract_window_seconds   integer,
  checkpoint_window_seconds integer,
  coverage_threshold_bps    integer,
  expires_at                timestamptz,
  state                     text        NOT NULL,
  created_at                timestamptz NOT NULL,
  updated_at                timestamptz NOT NULL,
  CONSTRAINT listing_agent FOREIGN KEY (principal_id, agent_id) REFERENCES agent (principal_id, agent_id),
  CONSTRAINT listing_side CHECK (side IN ('provide', 'consume')),
  CONSTRAINT listing_state CHECK (state IN ('active', 'paused', 'closed')),
  CONSTRAINT listing_price_range CHECK (price_stamps BETWEEN 1 AND 1000000000000)
);
COMMENT ON CONSTRAINT listing_side ON listing IS 'contract §7';
COMMENT ON CONSTRAINT listing_state ON listing IS 'the states of the listing machine';
COMMENT ON CONSTRAINT listing_price_range ON listing IS 'contract §7: 1 … 10^12';
CREATE UNIQUE INDEX listing_one_active ON listing (agent_id, trade_profile) WHERE state = 'active';
CREATE INDEX listing_by_principal ON listing (principal_id, listing_id);
-- What a match run scans, in price order, and reads no further than it must.
CREATE INDEX listing_market ON listing (trade_profile, side, price_stamps, listing_id) WHERE state = 'active';
CREATE INDEX listing_expiry ON listing (expires_at) WHERE state <> 'closed' AND expires_at IS NOT NULL;

CREATE TABLE match_run (
  match_run_id          uuid        CONSTRAINT match_run_pkey PRIMARY KEY,
  principal_id          uuid        NOT NULL CONSTRAINT match_run_principal REFERENCES principal,
  listing_id            uuid        NOT NULL CONSTRAINT match_run_listing REFERENCES listing,
  state                 text        NOT NULL,
  candidates_considered integer     NOT NULL,
  created_at            timestamptz NOT NULL,
  CONSTRAINT match_run_state CHECK (state IN ('completed'))
);
COMMENT ON CONSTRAINT match_run_state ON match_run IS 'contract §7: a run is complete when it is answered';
CREATE INDEX match_run_by_principal ON match_run (principal_id, match_run_id);

CREATE TABLE proposal (
  proposal_id         uuid        CONSTRAINT proposal_pkey PRIMARY KEY,
  match_run_id        uuid        NOT NULL CONSTRAINT proposal_match_run REFERENCES match_run,
  state               text        NOT NULL,
  close_reason        text,
  expires_at          timestamptz NOT NULL,
  current_revision_no integer     NOT NULL,
  trade_id            uuid        CONSTRAINT proposal_one_trade UNIQUE,
  created_at          timestamptz NOT NULL,
  CONSTRAINT proposal_state CHECK (state IN ('proposed', 'countered', 'accepted', 'rejected')),
  CONSTRAINT proposal_close_reason CHECK (close_reason IN ('rejected', 'expired')),
  CONSTRAINT proposal_closed_has_reason CHECK ((state = 'rejected') = (close_reason IS NOT NULL)),
  CONSTRAINT proposal_revisions CHECK (current_revision_no BETWEEN 1 AND 50)
);
COMMENT ON CONSTRAINT proposal_state ON proposal IS 'specification, Proposal: one of proposed, countered, accepted, rejected';
COMMENT ON CONSTRAINT proposal_close_reason ON proposal IS 'contract §7';
COMMENT ON CONSTRAINT proposal_closed_has_reason ON proposal IS 'a rejected proposal says why, another has nothing to say';
COMMENT ON CONSTRAINT proposal_revisions ON proposal IS 'contract §7: at most 50 revisions';
CREATE INDEX proposal_by_match_run ON proposal (match_run_id, proposal_id);
CREATE INDEX proposal_expiry ON proposal (expires_at) WHERE state <> 'rejected' AND trade_id IS NULL;

CREATE TABLE proposal_revision (
  proposal_id              uuid        NOT NULL CONSTRAINT proposal_revision_proposal REFERENCES proposal,
  revision_no              integer     NOT NULL,
  proposed_by_principal_id uuid,
  terms                    jsonb       NOT NULL,
  created_at               timestamptz NOT NULL,
  CONSTRAINT proposal_revision_pkey PRIMARY KEY (proposal_id, revision_no)
);

CREATE TABLE proposal_participant (
  proposal_id    uuid    NOT NULL,
  revision_no    integer NOT NULL,
  principal_id   uuid    NOT NULL CONSTRAINT proposal_participant_principal REFERENCES principal,
  agent_id       uuid    NOT NULL,
  role           text    NOT NULL,
  response_state text    NOT NULL,
  bond_stamps    bigint  NOT NULL,
  CONSTRAINT proposal_participant_pkey PRIMARY KEY (proposal_id, revision_no, principal_id),
  CONSTRAINT proposal_participant_revision FOREIGN KEY (proposal_id, revision_no) REFERENCES proposal_revision,
  CONSTRAINT proposal_participant_role CHECK (role IN ('provider', 'consumer', 'both')),
  CONSTRAINT proposal_participant_response CHECK (response_state IN ('pending', 'accepted', 'rejected')),
  CONSTRAINT proposal_participant_bond CHECK (bond_stamps BETWEEN 0 AND 9007199254740991)
);
COMMENT ON CONSTRAINT proposal_participant_role ON proposal_participant IS 'contract §7';
COMMENT ON CONSTRAINT proposal_participant_response ON proposal_participant IS 'contract §7';
COMMENT ON CONSTRAINT proposal_participant_bond ON proposal_participant IS 'an amount of stamps, contract §1';
-- The set of principals never changes between revisions, so the first revision tells whose proposals there are.
CREATE INDEX proposal_by_principal ON proposal_participant (principal_id, proposal_id) WHERE revision_no = 1;

-- Pairs of listings that have an open proposal: such a pair is not proposed again (contract §7, Match run).
CREATE TABLE proposal_pair (
  proposal_id    uuid    NOT NULL CONSTRAINT proposal_pair_proposal REFERENCES proposal,
  consumer_listing_id uuid NOT NULL CONSTRAINT proposal_pair_consumer REFERENCES listing,
  provider_listing_id uuid NOT NULL CONSTRAINT proposal_pair_provider REFERENCES listing,
  open           boolean NOT NULL,
  CONSTRAINT proposal_pair_pkey PRIMARY KEY (proposal_id, consumer_listing_id, provider_listing_id)
);
CREATE UNIQUE INDEX proposal_pair_open ON proposal_pair (consumer_listing_id, provider_listing_id) WHERE open;
CREATE INDEX proposal_pair_by_provider ON proposal_pair (provider_listing_id) WHERE open;

GRANT SELECT, INSERT, UPDATE ON listing, match_run, proposal, proposal_participant, proposal_pair TO ats_app;
GRANT SELECT, INSERT ON proposal_revision TO ats_app;
