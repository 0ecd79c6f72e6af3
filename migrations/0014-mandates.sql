-- Mandates: what an agent may commit in trades, and what it has committed.

CREATE TABLE mandate (
  agent_id           uuid        CONSTRAINT mandate_pkey PRIMARY KEY,
  principal_id       uuid        NOT NULL,
  per_trade_stamps   bigint,
  budget_stamps      bigint,
  budget_period      text        NOT NULL,
  bond_stamps        bigint,
  max_open_trades    integer,
  counterparties     uuid[],
  trade_profiles     text[],
  min_settled_trades integer,
  ends_at            timestamptz,
  created_at         timestamptz NOT NULL,
  updated_at         timestamptz NOT NULL,
  revoked_at         timestamptz,
  CONSTRAINT mandate_agent FOREIGN KEY (principal_id, agent_id) REFERENCES agent (principal_id, agent_id),
  CONSTRAINT mandate_budget_period CHECK (budget_period IN ('day', 'week', 'month', 'total')),
  CONSTRAINT mandate_range CHECK (least(per_trade_stamps, budget_stamps, bond_stamps, max_open_trades, min_settled_trades) >= 0)
);
COMMENT ON TABLE mandate IS 'what an agent may commit in trades; a limit of null is none';
COMMENT ON COLUMN mandate.created_at IS 'when the agent got its first mandate';
COMMENT ON COLUMN mandate.counterparties IS 'the principals with whom the agent may trade';
COMMENT ON CONSTRAINT mandate_agent ON mandate IS 'the agent belongs to the principal';
COMMENT ON CONSTRAINT mandate_budget_period ON mandate IS 'the periods of a budget, by the calendar in UTC';
COMMENT ON CONSTRAINT mandate_range ON mandate IS 'no limit is negative';

CREATE TABLE mandate_commitment (
  proposal_id  uuid        NOT NULL CONSTRAINT mandate_commitment_proposal REFERENCES proposal,
  principal_id uuid        NOT NULL,
  agent_id     uuid        NOT NULL CONSTRAINT mandate_commitment_mandate REFERENCES mandate,
  revision_no  integer     NOT NULL,
  stamps       bigint      NOT NULL,
  bond_stamps  bigint      NOT NULL,
  committed_at timestamptz NOT NULL,
  open         boolean     NOT NULL DEFAULT true,
  CONSTRAINT mandate_commitment_pkey PRIMARY KEY (proposal_id, principal_id),
  CONSTRAINT mandate_commitment_range CHECK (bond_stamps >= 0 AND stamps >= 0 AND (stamps >= bond_stamps OR NOT open))
);
COMMENT ON TABLE mandate_commitment IS 'what agents with a mandate have committed: a row from the acceptance on, removed if no trade follows';
COMMENT ON COLUMN mandate_commitment.stamps IS 'while open: prices, fees and the bond; afterwards: what the trade has cost';
COMMENT ON CONSTRAINT mandate_commitment_range ON mandate_commitment IS 'an amount of stamps, of which the bond is a part while the commitment is open';
-- The use of a mandate, and its open part.
CREATE INDEX mandate_commitment_by_agent ON mandate_commitment (agent_id, committed_at) INCLUDE (stamps);
CREATE INDEX mandate_commitment_open ON mandate_commitment (agent_id) INCLUDE (bond_stamps) WHERE open;

GRANT SELECT, INSERT ON mandate TO ats_app;
GRANT UPDATE (per_trade_stamps, budget_stamps, budget_period, bond_stamps, max_open_trades, counterparties, trade_profiles,
  min_settled_trades, ends_at, updated_at, revoked_at) ON mandate TO ats_app;
GRANT SELECT, INSERT, DELETE ON mandate_commitment TO ats_app;
GRANT UPDATE (revision_no, stamps, bond_stamps, committed_at, open) ON mandate_commitment TO ats_app;
