-- Quotas: what a principal may keep and do without paying (docs/operations/quotas.md).
--
-- Additive: the release before inserts principals and pairs without the new columns, and ignores the new tables.

ALTER TABLE principal
  ADD COLUMN max_agents                      integer NOT NULL DEFAULT 100,
  ADD COLUMN max_card_bytes                  integer NOT NULL DEFAULT 2097152,
  ADD COLUMN max_credentials                 integer NOT NULL DEFAULT 25,
  ADD COLUMN max_bindings                    integer NOT NULL DEFAULT 100,
  ADD COLUMN match_runs_per_day              integer NOT NULL DEFAULT 10000,
  ADD COLUMN changes_per_day                 integer NOT NULL DEFAULT 1000,
  ADD COLUMN open_proposals_per_counterparty integer NOT NULL DEFAULT 50,
  ADD COLUMN kept_answer_bytes               integer NOT NULL DEFAULT 268435456,
  ADD CONSTRAINT principal_quotas_range CHECK (least(max_agents, max_card_bytes, max_credentials, max_bindings, match_runs_per_day,
    changes_per_day, open_proposals_per_counterparty, kept_answer_bytes) >= 0);
COMMENT ON CONSTRAINT principal_quotas_range ON principal IS 'zero allows nothing new; a negative number has no meaning';

-- A human can hand its principal to another owner and provision again, so the quotas of principals need one of humans.
ALTER TABLE human
  ADD COLUMN provisioned integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT human_provisioned_range CHECK (provisioned >= 0);
COMMENT ON COLUMN human.provisioned IS 'how many principals the human has provisioned';
COMMENT ON CONSTRAINT human_provisioned_range ON human IS 'a count';

-- Free calls of a principal in one UTC day, for its daily quotas. The row is also the lock of its match runs.
CREATE TABLE principal_usage (
  principal_id uuid    NOT NULL CONSTRAINT principal_usage_principal REFERENCES principal,
  day          date    NOT NULL,
  match_runs   integer NOT NULL DEFAULT 0,
  changes      integer NOT NULL DEFAULT 0,
  CONSTRAINT principal_usage_pkey PRIMARY KEY (principal_id, day),
  CONSTRAINT principal_usage_range CHECK (least(match_runs, changes) >= 0)
);
COMMENT ON CONSTRAINT principal_usage_range ON principal_usage IS 'a count only grows within a day';
CREATE INDEX principal_usage_day ON principal_usage (day);

-- Bytes of answers that were kept for the keys of one scope in one hour.
CREATE TABLE kept_answer_usage (
  scope text        NOT NULL,
  hour  timestamptz NOT NULL,
  bytes bigint      NOT NULL,
  CONSTRAINT kept_answer_usage_pkey PRIMARY KEY (scope, hour),
  CONSTRAINT kept_answer_usage_positive CHECK (bytes > 0)
);
COMMENT ON CONSTRAINT kept_answer_usage_positive ON kept_answer_usage IS 'an answer has at least one byte';
CREATE INDEX kept_answer_usage_hour ON kept_answer_usage (hour);

GRANT SELECT, INSERT, UPDATE, DELETE ON principal_usage, kept_answer_usage TO ats_app;

-- The principal that proposed, its counterparty, and the time of the rejection. A rejected pair rests; open and rejected ones count for the
-- quota of a counterparty. Null: a pair that the release before inserted.
ALTER TABLE proposal_pair
  ADD COLUMN initiator_id    uuid,
  ADD COLUMN counterparty_id uuid,
  ADD COLUMN rejected_at     timestamptz;
CREATE INDEX proposal_pair_by_initiator ON proposal_pair (initiator_id, counterparty_id) WHERE open;
-- Rejected pairs only: a trade writes none of these.
CREATE INDEX proposal_pair_rejected ON proposal_pair (initiator_id, rejected_at) WHERE rejected_at IS NOT NULL;
CREATE INDEX proposal_pair_rejected_consumer ON proposal_pair (consumer_listing_id, rejected_at) WHERE rejected_at IS NOT NULL;
CREATE INDEX proposal_pair_rejected_provider ON proposal_pair (provider_listing_id, rejected_at) WHERE rejected_at IS NOT NULL;
