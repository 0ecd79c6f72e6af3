-- Parties: humans, principals, who looks after whom, credentials, agents (specification "Resources"; contract §§2, 3, 7).

CREATE TABLE human (
  human_id   uuid        CONSTRAINT human_pkey PRIMARY KEY,
  provider   text        NOT NULL,
  subject    text        NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT human_identity UNIQUE (provider, subject),
  CONSTRAINT human_provider_length CHECK (length(provider) BETWEEN 1 AND 255),
  CONSTRAINT human_subject_length CHECK (length(subject) BETWEEN 1 AND 255)
);
COMMENT ON CONSTRAINT human_provider_length ON human IS 'contract §2: acting headers are visible ASCII, at most 255';
COMMENT ON CONSTRAINT human_subject_length ON human IS 'contract §2: acting headers are visible ASCII, at most 255';

CREATE TABLE principal (
  principal_id              uuid        CONSTRAINT principal_pkey PRIMARY KEY,
  display_name              text        NOT NULL,
  max_open_trades           integer     NOT NULL,
  bond_limit_stamps         bigint      NOT NULL,
  daily_spend_limit_stamps  bigint      NOT NULL,
  created_at                timestamptz NOT NULL,
  CONSTRAINT principal_display_name_length CHECK (length(display_name) BETWEEN 1 AND 120),
  CONSTRAINT principal_max_open_trades_range CHECK (max_open_trades >= 0),
  CONSTRAINT principal_bond_limit_range CHECK (bond_limit_stamps BETWEEN 0 AND 9007199254740991),
  CONSTRAINT principal_daily_spend_limit_range CHECK (daily_spend_limit_stamps BETWEEN 0 AND 9007199254740991)
);
COMMENT ON CONSTRAINT principal_display_name_length ON principal IS 'contract §7: display_name has 1 to 120 characters';
COMMENT ON CONSTRAINT principal_max_open_trades_range ON principal IS 'zero stops new trades, less than zero means nothing';
COMMENT ON CONSTRAINT principal_bond_limit_range ON principal IS 'an amount of stamps, contract §1';
COMMENT ON CONSTRAINT principal_daily_spend_limit_range ON principal IS 'an amount of stamps, contract §1';

-- Stamps that left a principal's tickets for escrow and fees in one UTC day (contract §7, Limits): refunds do not lower it.
CREATE TABLE principal_spend (
  principal_id uuid   NOT NULL CONSTRAINT principal_spend_principal REFERENCES principal,
  day          date   NOT NULL,
  spent_stamps bigint NOT NULL,
  CONSTRAINT principal_spend_pkey PRIMARY KEY (principal_id, day),
  CONSTRAINT principal_spend_positive CHECK (spent_stamps >= 0)
);
COMMENT ON CONSTRAINT principal_spend_positive ON principal_spend IS 'spend only grows within a day';

-- Settled and faulted trades per UTC day: what ranking needs, without reading every trade (contract §7, Match run).
CREATE TABLE principal_record (
  principal_id uuid    NOT NULL CONSTRAINT principal_record_principal REFERENCES principal,
  day          date    NOT NULL,
  settled      integer NOT NULL,
  faulted      integer NOT NULL,
  CONSTRAINT principal_record_pkey PRIMARY KEY (principal_id, day),
  CONSTRAINT principal_record_range CHECK (faulted BETWEEN 0 AND settled)
);
COMMENT ON CONSTRAINT principal_record_range ON principal_record IS 'a fault is one of the settled trades';

CREATE TABLE binding (
  binding_id   uuid        CONSTRAINT binding_pkey PRIMARY KEY,
  principal_id uuid        NOT NULL CONSTRAINT binding_principal REFERENCES principal,
  human_id     uuid        NOT NULL CONSTRAINT binding_human REFERENCES human,
  role         text        NOT NULL,
  created_at   timestamptz NOT NULL,
  CONSTRAINT binding_once UNIQUE (human_id, principal_id),
  CONSTRAINT binding_role CHECK (role IN ('owner', 'viewer'))
);
CREATE INDEX binding_by_principal ON binding (principal_id, binding_id);
COMMENT ON CONSTRAINT binding_role ON binding IS 'contract §2: owner may do all, viewer may read';

CREATE TABLE credential (
  credential_id     uuid        CONSTRAINT credential_pkey PRIMARY KEY,
  principal_id      uuid        CONSTRAINT credential_principal REFERENCES principal,
  platform_role     text,
  api_key           text        NOT NULL CONSTRAINT credential_api_key UNIQUE,
  secret_ciphertext bytea       NOT NULL,
  secret_key_id     text        NOT NULL,
  created_at        timestamptz NOT NULL,
  revoked_at        timestamptz,
  last_used_at      timestamptz,
  CONSTRAINT credential_owner CHECK ((principal_id IS NULL) <> (platform_role IS NULL)),
  CONSTRAINT credential_platform_role CHECK (platform_role IN ('console', 'operator'))
);
CREATE INDEX credential_by_principal ON credential (principal_id, credential_id);
COMMENT ON CONSTRAINT credential_owner ON credential IS 'a credential acts for one principal or is the platform''s, never both';
COMMENT ON CONSTRAINT credential_platform_role ON credential IS 'contract §2: the roles of platform credentials';

CREATE TABLE agent (
  agent_id                  uuid        CONSTRAINT agent_pkey PRIMARY KEY,
  principal_id              uuid        NOT NULL CONSTRAINT agent_principal REFERENCES principal,
  card                      jsonb       NOT NULL,
  card_version              text,
  card_missing              text[]      NOT NULL,
  streaming                 boolean     NOT NULL,
  push_notifications        boolean     NOT NULL,
  extended_agent_card       boolean     NOT NULL,
  notification_url          text,
  event_types               text[]      NOT NULL,
  notifications_disabled_at timestamptz,
  created_at                timestamptz NOT NULL,
  CONSTRAINT agent_of_principal UNIQUE (principal_id, agent_id),
  CONSTRAINT agent_push_needs_url CHECK (NOT push_notifications OR notification_url IS NOT NULL)
);
COMMENT ON CONSTRAINT agent_push_needs_url ON agent IS 'specification, Agent: when pushNotifications is enabled, notification_url must be non-null';

CREATE TABLE webhook_signing_key (
  agent_id          uuid        NOT NULL CONSTRAINT webhook_signing_key_agent REFERENCES agent,
  version           integer     NOT NULL,
  secret_ciphertext bytea       NOT NULL,
  secret_key_id     text        NOT NULL,
  created_at        timestamptz NOT NULL,
  retired_at        timestamptz,
  CONSTRAINT webhook_signing_key_pkey PRIMARY KEY (agent_id, version),
  CONSTRAINT webhook_signing_key_version CHECK (version >= 1)
);
CREATE UNIQUE INDEX webhook_signing_key_one_current ON webhook_signing_key (agent_id) WHERE retired_at IS NULL;
COMMENT ON CONSTRAINT webhook_signing_key_version ON webhook_signing_key IS 'events.md §2: versions count from 1';

GRANT SELECT, INSERT, UPDATE ON human, principal, principal_spend, principal_record, binding, credential, agent, webhook_signing_key TO ats_app;
GRANT DELETE ON binding TO ats_app;
