-- Trades, their steps, and how they ended (settlement.md).

CREATE TABLE trade (
  trade_id                  uuid        CONSTRAINT trade_pkey PRIMARY KEY,
  proposal_id               uuid        NOT NULL CONSTRAINT trade_proposal REFERENCES proposal CONSTRAINT trade_one_per_proposal UNIQUE,
  state                     text        NOT NULL,
  coverage_threshold_bps    integer     NOT NULL,
  bond_bps                  integer     NOT NULL,
  activation_fee_bps        integer     NOT NULL,
  idle_window_seconds       integer     NOT NULL,
  rebuttal_window_seconds   integer     NOT NULL,
  evaluation_window_seconds integer     NOT NULL,
  policy_version            text        NOT NULL,
  rule_version              text        NOT NULL,
  idle_deadline_at          timestamptz,
  due_at                    timestamptz,
  withdrawn_at              timestamptz,
  created_at                timestamptz NOT NULL,
  settled_at                timestamptz,
  settlement_error          text,
  settlement_error_at       timestamptz,
  CONSTRAINT trade_state CHECK (state IN ('bond_reserved', 'executing', 'confirming', 'completed', 'failed', 'compensated')),
  CONSTRAINT trade_terminal_is_settled CHECK ((state IN ('completed', 'failed', 'compensated')) = (settled_at IS NOT NULL)),
  CONSTRAINT trade_terminal_is_not_due CHECK (settled_at IS NULL OR due_at IS NULL)
);
COMMENT ON CONSTRAINT trade_state ON trade IS 'the states of the trade machine';
COMMENT ON CONSTRAINT trade_terminal_is_settled ON trade IS 'a trade ends by settlement and in no other way';
COMMENT ON CONSTRAINT trade_terminal_is_not_due ON trade IS 'the settle worker never comes back to a settled trade';
-- The settle worker's queue. A trade whose settlement failed is set aside (settlement.md §2).
CREATE INDEX trade_due ON trade (due_at) WHERE due_at IS NOT NULL AND settlement_error IS NULL;

ALTER TABLE proposal ADD CONSTRAINT proposal_trade FOREIGN KEY (trade_id) REFERENCES trade DEFERRABLE INITIALLY DEFERRED;

CREATE TABLE trade_participant (
  trade_id     uuid   NOT NULL CONSTRAINT trade_participant_trade REFERENCES trade,
  principal_id uuid   NOT NULL CONSTRAINT trade_participant_principal REFERENCES principal,
  agent_id     uuid   NOT NULL,
  bond_stamps  bigint NOT NULL,
  open         boolean NOT NULL DEFAULT true,
  CONSTRAINT trade_participant_pkey PRIMARY KEY (trade_id, principal_id),
  CONSTRAINT trade_participant_bond CHECK (bond_stamps BETWEEN 0 AND 9007199254740991)
);
COMMENT ON CONSTRAINT trade_participant_bond ON trade_participant IS 'an amount of stamps, contract §1';
CREATE INDEX trade_by_principal ON trade_participant (principal_id, trade_id);
-- Open trades of a principal, and the bond reserved in them, for the limits of create (contract §7).
CREATE INDEX trade_open_by_principal ON trade_participant (principal_id) INCLUDE (bond_stamps) WHERE open;

CREATE TABLE trade_step (
  trade_id                  uuid        NOT NULL CONSTRAINT trade_step_trade REFERENCES trade,
  step_no                   integer     NOT NULL,
  title                     text        NOT NULL,
  provider_principal_id     uuid        NOT NULL,
  provider_agent_id         uuid        NOT NULL,
  consumer_principal_id     uuid        NOT NULL,
  consumer_agent_id         uuid        NOT NULL,
  price_stamps              bigint      NOT NULL,
  contract_window_seconds   integer     NOT NULL,
  checkpoint_window_seconds integer     NOT NULL,
  state                     text        NOT NULL,
  fee_stamps                bigint      NOT NULL,
  activated_at              timestamptz,
  deadline_at               timestamptz,
  contract                  jsonb,
  contract_published_at     timestamptz,
  checkpoint_status         text,
  checkpoint_results        jsonb,
  coverage_bps              integer,
  checkpoint_submitted_at   timestamptz,
  rebuttal                  jsonb,
  rebuttal_filed_at         timestamptz,
  verdict                   jsonb,
  CONSTRAINT trade_step_pkey PRIMARY KEY (trade_id, step_no),
  CONSTRAINT trade_step_provider FOREIGN KEY (trade_id, provider_principal_id) REFERENCES trade_participant (trade_id, principal_id),
  CONSTRAINT trade_step_consumer FOREIGN KEY (trade_id, consumer_principal_id) REFERENCES trade_participant (trade_id, principal_id),
  CONSTRAINT trade_step_no_range CHECK (step_no BETWEEN 1 AND 32),
  CONSTRAINT trade_step_two_parties CHECK (provider_principal_id <> consumer_principal_id),
  CONSTRAINT trade_step_price_range CHECK (price_stamps BETWEEN 0 AND 1000000000000),
  CONSTRAINT trade_step_state CHECK (state IN ('pending', 'active', 'passed', 'failed', 'cancelled')),
  CONSTRAINT trade_step_checkpoint_status CHECK (checkpoint_status IN ('confirmed', 'failed')),
  CONSTRAINT trade_step_checkpoint_needs_contract CHECK (checkpoint_status IS NULL OR contract_published_at IS NOT NULL),
  CONSTRAINT trade_step_active_has_deadline CHECK (state <> 'active' OR (activated_at IS NOT NULL AND deadline_at IS NOT NULL))
);
COMMENT ON CONSTRAINT trade_step_no_range ON trade_step IS 'contract §7: 1 to 32 steps numbered from 1';
COMMENT ON CONSTRAINT trade_step_two_parties ON trade_step IS 'contract §7: provider ≠ consumer in each step';
COMMENT ON CONSTRAINT trade_step_price_range ON trade_step IS 'contract §7: the prices add up to at most 10^12';
COMMENT ON CONSTRAINT trade_step_state ON trade_step IS 'the states of the step machine';
COMMENT ON CONSTRAINT trade_step_checkpoint_status ON trade_step IS 'specification, TradeStepResponse';
COMMENT ON CONSTRAINT trade_step_checkpoint_needs_contract ON trade_step IS 'specification: a checkpoint needs a published contract';
COMMENT ON CONSTRAINT trade_step_active_has_deadline ON trade_step IS 'specification, Limits: every step activation sets deadline_at';
-- The operators' queue.
CREATE INDEX trade_step_to_judge ON trade_step (trade_id) WHERE state = 'active' AND checkpoint_status IS NOT NULL AND verdict IS NULL;
CREATE UNIQUE INDEX trade_step_one_active ON trade_step (trade_id) WHERE state = 'active';

CREATE TABLE settlement (
  settlement_id      uuid        CONSTRAINT settlement_pkey PRIMARY KEY,
  trade_id           uuid        NOT NULL CONSTRAINT settlement_trade REFERENCES trade CONSTRAINT settlement_one_per_trade UNIQUE,
  outcome            text        NOT NULL,
  failure_class      text,
  failure_cause      text,
  faulted_step_no    integer,
  fault_principal_id uuid        CONSTRAINT settlement_fault_principal REFERENCES principal,
  slash_amount       bigint      NOT NULL,
  comp               jsonb       NOT NULL,
  policy_version     text        NOT NULL,
  rule_version       text        NOT NULL,
  evidence           text        NOT NULL,
  evidence_sha256    text        NOT NULL,
  settled_at         timestamptz NOT NULL,
  CONSTRAINT settlement_outcome CHECK (outcome IN ('completed', 'failed', 'compensated')),
  CONSTRAINT settlement_failure_class CHECK (failure_class IN ('F1', 'F2', 'F3', 'F4', 'F5')),
  CONSTRAINT settlement_fault_or_not CHECK ((outcome = 'completed') = (failure_class IS NULL) AND (failure_class IS NULL) = (fault_principal_id IS NULL)),
  CONSTRAINT settlement_slash_range CHECK (slash_amount BETWEEN 0 AND 9007199254740991)
);
COMMENT ON CONSTRAINT settlement_outcome ON settlement IS 'settlement.md §4';
COMMENT ON CONSTRAINT settlement_failure_class ON settlement IS 'specification, Settlement record: F1 to F5';
COMMENT ON CONSTRAINT settlement_fault_or_not ON settlement IS 'specification: class and principal are null on successful completion, and only then';
COMMENT ON CONSTRAINT settlement_slash_range ON settlement IS 'an amount of stamps, contract §1';
-- Fault history: the first-time discount (settlement.md §4).
CREATE INDEX settlement_by_fault ON settlement (fault_principal_id, settled_at) WHERE fault_principal_id IS NOT NULL;

CREATE TABLE settlement_party (
  trade_id             uuid   NOT NULL CONSTRAINT settlement_party_settlement REFERENCES settlement (trade_id),
  principal_id         uuid   NOT NULL,
  paid_stamps          bigint NOT NULL,
  received_stamps      bigint NOT NULL,
  fees_stamps          bigint NOT NULL,
  bond_released_stamps bigint NOT NULL,
  bond_slashed_stamps  bigint NOT NULL,
  compensation_stamps  bigint NOT NULL,
  CONSTRAINT settlement_party_pkey PRIMARY KEY (trade_id, principal_id),
  CONSTRAINT settlement_party_participant FOREIGN KEY (trade_id, principal_id) REFERENCES trade_participant,
  CONSTRAINT settlement_party_range CHECK (least(paid_stamps, received_stamps, fees_stamps, bond_released_stamps, bond_slashed_stamps, compensation_stamps) >= 0)
);
COMMENT ON CONSTRAINT settlement_party_range ON settlement_party IS 'amounts of stamps, contract §1';

-- A settlement is history: nobody changes it.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'AT003';
END $$;
CREATE TRIGGER settlement_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON settlement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER settlement_party_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON settlement_party FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER proposal_revision_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON proposal_revision FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT, UPDATE ON trade, trade_participant, trade_step TO ats_app;
GRANT SELECT, INSERT ON settlement, settlement_party TO ats_app;
