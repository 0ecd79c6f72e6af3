-- The baseline: every table, constraint, index and role of the service.
--
-- Groups: ledger, parties, market, trades, events, webhooks, payments; then requests, sessions, operators and the schema's
-- own record. Functions, triggers and views are in sql/, one file each; only a function that an index uses is here.
-- Names: constraints have names, because error texts and tests use them; each CHECK has a comment that says why.
-- Later changes of tables: a new file with the next number. Never change this file after a release.

-- Role ----------------------------------------------------------------------------------------------------------------

-- ats_app is the least-privileged role that the service runs as. It is one for the cluster. Its databases may be migrated
-- at the same time, by users who may or may not create roles. From PostgreSQL 16, the creator of a role must still grant
-- itself the right to become it.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'ats_app') THEN
    BEGIN
      CREATE ROLE ats_app NOLOGIN;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- another database of the cluster created it first
    END;
  END IF;
  IF NOT pg_has_role(current_user, 'ats_app', CASE WHEN current_setting('server_version_num')::integer >= 160000 THEN 'SET' ELSE 'MEMBER' END) THEN
    BEGIN
      EXECUTE format('GRANT ats_app TO %I', current_user)
        || CASE WHEN current_setting('server_version_num')::integer >= 160000 THEN ' WITH SET TRUE' ELSE '' END;
    EXCEPTION
      WHEN unique_violation THEN
        NULL; -- another database of the cluster granted it first
      WHEN insufficient_privilege THEN
        RAISE WARNING 'user % may not become ats_app: run GRANT ats_app TO the user that the service connects as', current_user;
    END;
  END IF;
  IF NOT has_schema_privilege('ats_app', 'public', 'USAGE') THEN
    GRANT USAGE ON SCHEMA public TO ats_app;
  END IF;
END $$;

-- Ledger --------------------------------------------------------------------------------------------------------------
-- Double entry with one writer, ledger_post. A credit adds, a debit subtracts; the sum of all balances is always zero.
-- SQLSTATEs:
-- - AT001 a key was used again for another journal
-- - AT002 the ledger is halted
-- - AT003 the table is append-only
-- - AT004 the lines are not a valid journal
-- - AT005 a settlement would leave stamps behind

-- An account belongs to the owner that its owner columns name.
CREATE TABLE ledger_account (
  account_id   bigint  GENERATED ALWAYS AS IDENTITY CONSTRAINT ledger_account_pkey PRIMARY KEY,
  kind         text    NOT NULL,
  mode         text    NOT NULL,
  principal_id uuid,
  human_id     uuid,
  trade_id     uuid,
  step_no      integer,
  CONSTRAINT ledger_account_one_per_owner UNIQUE NULLS NOT DISTINCT (kind, principal_id, human_id, trade_id, step_no),
  CONSTRAINT ledger_account_kind CHECK (kind IN ('ticket', 'bond_available', 'trade_bond', 'trade_escrow', 'wallet',
    'platform_fee', 'slash_pool', 'stripe_clearing')),
  CONSTRAINT ledger_account_mode CHECK (mode = CASE WHEN kind IN ('platform_fee', 'slash_pool', 'stripe_clearing') THEN 'deferred' ELSE 'sync' END),
  CONSTRAINT ledger_account_principal CHECK ((principal_id IS NOT NULL) = (kind IN ('ticket', 'bond_available', 'trade_bond', 'trade_escrow'))),
  CONSTRAINT ledger_account_human CHECK ((human_id IS NOT NULL) = (kind = 'wallet')),
  CONSTRAINT ledger_account_trade CHECK ((trade_id IS NOT NULL) = (kind IN ('trade_bond', 'trade_escrow'))),
  CONSTRAINT ledger_account_step CHECK ((step_no IS NOT NULL) = (kind = 'trade_escrow') AND step_no > 0)
);
COMMENT ON CONSTRAINT ledger_account_kind ON ledger_account IS 'the kinds of accounts';
COMMENT ON CONSTRAINT ledger_account_mode ON ledger_account IS 'the platform''s accounts are hot, so they are folded later and no request locks them';
COMMENT ON CONSTRAINT ledger_account_principal ON ledger_account IS 'the owner; an escrow belongs to the consumer of its step';
COMMENT ON CONSTRAINT ledger_account_human ON ledger_account IS 'a wallet belongs to a human, and nothing else does';
COMMENT ON CONSTRAINT ledger_account_trade ON ledger_account IS 'a bond or escrow belongs to one trade, so it cannot be released early or slashed for another';
COMMENT ON CONSTRAINT ledger_account_step ON ledger_account IS 'an escrow belongs to one step, numbered from 1';
-- For ledger_find: one plain index condition for every kind of account. IS NOT DISTINCT FROM cannot use an index.
CREATE INDEX ledger_account_by_owner ON ledger_account (
  coalesce(trade_id, '00000000-0000-0000-0000-000000000000'),
  coalesce(principal_id, human_id, '00000000-0000-0000-0000-000000000000'), kind, coalesce(step_no, 0));

-- Narrow and without another index, so that an update of a balance stays on its page (HOT); fillfactor keeps space for it.
CREATE TABLE ledger_balance (
  account_id    bigint CONSTRAINT ledger_balance_pkey PRIMARY KEY CONSTRAINT ledger_balance_account REFERENCES ledger_account,
  balance       bigint NOT NULL,
  entry_seq     bigint,
  floor_balance bigint,
  CONSTRAINT no_overdraft CHECK (balance >= coalesce(floor_balance, balance)),
  CONSTRAINT ledger_balance_ceiling CHECK (floor_balance IS NULL OR balance <= 9007199254740991),
  CONSTRAINT ledger_balance_starts_at_zero CHECK (entry_seq IS NOT NULL OR balance = 0)
) WITH (fillfactor = 50);
COMMENT ON CONSTRAINT no_overdraft ON ledger_balance IS 'an account with a floor never goes below it; the API answers 402';
COMMENT ON CONSTRAINT ledger_balance_ceiling ON ledger_balance IS 'a balance is sent as a JSON integer, at most 2^53-1; the platform''s balances are not sent';
COMMENT ON CONSTRAINT ledger_balance_starts_at_zero ON ledger_balance IS 'a balance without an entry would create stamps from nothing';

CREATE TABLE ledger_journal (
  journal_id       uuid        CONSTRAINT ledger_journal_pkey PRIMARY KEY,
  idem_key         text        NOT NULL CONSTRAINT ledger_journal_idem_key UNIQUE,
  request_hash     bytea       NOT NULL,
  kind             text        NOT NULL,
  trade_id         uuid,
  created_at       timestamptz NOT NULL,
  canonical_sha256 bytea       NOT NULL,
  CONSTRAINT ledger_journal_kind CHECK (kind IN ('ticket_purchase', 'wallet_fund', 'wallet_return', 'bond_reserve', 'bond_release',
    'listing_fee', 'trade_bond', 'activation', 'settlement')),
  CONSTRAINT ledger_journal_idem_key_length CHECK (length(idem_key) BETWEEN 1 AND 900),
  CONSTRAINT ledger_journal_hash_length CHECK (octet_length(request_hash) = 32 AND octet_length(canonical_sha256) = 32),
  CONSTRAINT ledger_journal_trade CHECK ((trade_id IS NOT NULL) = (kind IN ('trade_bond', 'activation', 'settlement')))
);
COMMENT ON CONSTRAINT ledger_journal_kind ON ledger_journal IS 'the kinds of postings in the API';
COMMENT ON CONSTRAINT ledger_journal_idem_key_length ON ledger_journal IS 'a request''s key has at most 255 characters; its scope, a provider and a subject of as many each, comes before it';
COMMENT ON CONSTRAINT ledger_journal_hash_length ON ledger_journal IS 'SHA-256';
COMMENT ON CONSTRAINT ledger_journal_trade ON ledger_journal IS 'a posting has a trade key exactly when a trade moved the stamps';

CREATE TABLE ledger_posting (
  posting_id        bigint  GENERATED ALWAYS AS IDENTITY CONSTRAINT ledger_posting_pkey PRIMARY KEY,
  journal_id        uuid    NOT NULL CONSTRAINT ledger_posting_journal REFERENCES ledger_journal,
  line_no           integer NOT NULL,
  debit_account_id  bigint  NOT NULL CONSTRAINT ledger_posting_debit REFERENCES ledger_account,
  credit_account_id bigint  NOT NULL CONSTRAINT ledger_posting_credit REFERENCES ledger_account,
  amount            bigint  NOT NULL,
  CONSTRAINT ledger_posting_line UNIQUE (journal_id, line_no),
  CONSTRAINT ledger_posting_amount CHECK (amount > 0),
  CONSTRAINT ledger_posting_two_accounts CHECK (debit_account_id <> credit_account_id),
  CONSTRAINT ledger_posting_line_range CHECK (line_no BETWEEN 1 AND 32767)
);
COMMENT ON CONSTRAINT ledger_posting_amount ON ledger_posting IS 'a posting moves a positive amount from debit to credit';
COMMENT ON CONSTRAINT ledger_posting_two_accounts ON ledger_posting IS 'double entry: the stamps leave one account and arrive at another';
COMMENT ON CONSTRAINT ledger_posting_line_range ON ledger_posting IS 'line and side together fit the 16 bits that they take in a posting''s key';

CREATE TABLE ledger_entry (
  account_id     bigint NOT NULL CONSTRAINT ledger_entry_account REFERENCES ledger_account,
  seq            bigint NOT NULL,
  posting_id     bigint NOT NULL CONSTRAINT ledger_entry_posting REFERENCES ledger_posting,
  principal_id   uuid,
  amount         bigint NOT NULL,
  balance_before bigint NOT NULL,
  balance_after  bigint NOT NULL,
  prev_seq       bigint GENERATED ALWAYS AS (nullif(seq - 1, 0)) STORED,
  CONSTRAINT ledger_entry_pkey PRIMARY KEY (account_id, seq),
  CONSTRAINT ledger_entry_running_balance UNIQUE (account_id, seq, balance_after),
  CONSTRAINT ledger_entry_chain FOREIGN KEY (account_id, prev_seq, balance_before) REFERENCES ledger_entry (account_id, seq, balance_after),
  CONSTRAINT ledger_entry_sum CHECK (balance_after = balance_before + amount),
  CONSTRAINT ledger_entry_first CHECK (seq > 1 OR (seq = 1 AND balance_before = 0)),
  CONSTRAINT ledger_entry_amount CHECK (amount <> 0),
  CONSTRAINT no_overdraft CHECK (principal_id IS NULL OR balance_after >= 0)
);
COMMENT ON CONSTRAINT ledger_entry_sum ON ledger_entry IS 'each running balance follows from its own line';
COMMENT ON CONSTRAINT ledger_entry_first ON ledger_entry IS 'a chain starts at entry 1 with a balance of 0';
COMMENT ON CONSTRAINT ledger_entry_amount ON ledger_entry IS 'a posting moves a non-zero amount';
COMMENT ON CONSTRAINT no_overdraft ON ledger_entry IS 'a principal''s balance is never negative, not even between two lines of one journal';
-- A principal's postings, newest first; unique, so that no posting reaches an account twice.
CREATE UNIQUE INDEX ledger_entry_once ON ledger_entry (principal_id, posting_id, account_id) NULLS NOT DISTINCT;

-- The cached balance is the last entry, or COMMIT fails.
ALTER TABLE ledger_balance ADD CONSTRAINT ledger_balance_is_an_entry FOREIGN KEY (account_id, entry_seq, balance)
  REFERENCES ledger_entry (account_id, seq, balance_after) DEFERRABLE INITIALLY DEFERRED;

-- The platform's accounts take part in all postings. They exist from the start, so that no first use blocks the others.
WITH made AS (
  INSERT INTO ledger_account (kind, mode) VALUES ('platform_fee', 'deferred'), ('slash_pool', 'deferred'), ('stripe_clearing', 'deferred')
  RETURNING account_id
)
INSERT INTO ledger_balance (account_id, balance) SELECT account_id, 0 FROM made;

-- Sides of postings to the platform's accounts that wait for ledger_fold_deferred, which deletes them.
CREATE TABLE ledger_deferred (
  posting_id bigint NOT NULL CONSTRAINT ledger_deferred_posting REFERENCES ledger_posting,
  account_id bigint NOT NULL CONSTRAINT ledger_deferred_account REFERENCES ledger_account,
  amount     bigint NOT NULL,
  CONSTRAINT ledger_deferred_pkey PRIMARY KEY (posting_id, account_id),
  CONSTRAINT ledger_deferred_amount CHECK (amount <> 0)
);
COMMENT ON CONSTRAINT ledger_deferred_amount ON ledger_deferred IS 'a posting moves a non-zero amount';

-- The stop switch: while it has a row, nothing is posted. Only the owner deletes the row, by hand.
CREATE TABLE ledger_halt (
  one       boolean     NOT NULL DEFAULT true CONSTRAINT ledger_halt_pkey PRIMARY KEY,
  halted_at timestamptz NOT NULL DEFAULT now(),
  reason    text        NOT NULL,
  CONSTRAINT ledger_halt_one CHECK (one)
);
COMMENT ON CONSTRAINT ledger_halt_one ON ledger_halt IS 'a switch is on or off: at most one row';

-- One side of one line, passed between the statements of ledger_post.
CREATE TYPE ledger_side AS (line_no integer, side integer, delta bigint, kind text, principal_id uuid, human_id uuid,
  trade_id uuid, step_no integer, account_id bigint, mode text);

-- Seals: a worker seals journals in a chain of blocks, from a queue. A journal enters the queue with its own commit, so a
-- late commit comes into a later block. A high-water mark would skip it.

-- Journals that wait for a block; ledger_seal deletes them. The first pages of the queue empty as fast as its
-- last pages fill. So it is vacuumed after a number of dead rows, not after a share of the table.
CREATE TABLE ledger_unsealed (
  journal_id uuid CONSTRAINT ledger_unsealed_pkey PRIMARY KEY
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- hash is ledger_block_hash of the columns before it; sealed_at is for people and not part of it.
CREATE TABLE ledger_block (
  height      bigint      CONSTRAINT ledger_block_pkey PRIMARY KEY,
  previous    bytea       NOT NULL,
  merkle_root bytea       NOT NULL,
  journals    integer     NOT NULL,
  hash        bytea       NOT NULL CONSTRAINT ledger_block_hash UNIQUE,
  sealed_at   timestamptz NOT NULL,
  prev_height bigint      GENERATED ALWAYS AS (nullif(height - 1, 0)) STORED,
  CONSTRAINT ledger_block_link UNIQUE (height, hash),
  CONSTRAINT ledger_block_chain FOREIGN KEY (prev_height, previous) REFERENCES ledger_block (height, hash),
  CONSTRAINT ledger_block_first CHECK (height > 1 OR (height = 1 AND previous = decode(repeat('00', 32), 'hex'))),
  CONSTRAINT ledger_block_hash_length CHECK (octet_length(previous) = 32 AND octet_length(merkle_root) = 32 AND octet_length(hash) = 32),
  CONSTRAINT ledger_block_not_empty CHECK (journals > 0)
);
COMMENT ON CONSTRAINT ledger_block_first ON ledger_block IS 'the chain starts at block 1, from 32 zero bytes';
COMMENT ON CONSTRAINT ledger_block_hash_length ON ledger_block IS 'SHA-256';
COMMENT ON CONSTRAINT ledger_block_not_empty ON ledger_block IS 'a block without journals would seal nothing, and its tree has no root';

-- The journals of each block: leaf leaf_no of its tree is the journal's canonical_sha256.
CREATE TABLE ledger_sealed (
  height     bigint  NOT NULL CONSTRAINT ledger_sealed_block REFERENCES ledger_block,
  leaf_no    integer NOT NULL,
  journal_id uuid    NOT NULL CONSTRAINT ledger_sealed_journal REFERENCES ledger_journal CONSTRAINT ledger_sealed_once UNIQUE,
  CONSTRAINT ledger_sealed_pkey PRIMARY KEY (height, leaf_no),
  CONSTRAINT ledger_sealed_leaf_no CHECK (leaf_no >= 1)
);
COMMENT ON CONSTRAINT ledger_sealed_leaf_no ON ledger_sealed IS 'leaves are numbered from 1';

-- Every clean audit, the newest last. deferred: the platform's accounts by id, each with its last entry at that time.
CREATE TABLE ledger_checkpoint (
  checkpoint_id bigint      GENERATED ALWAYS AS IDENTITY CONSTRAINT ledger_checkpoint_pkey PRIMARY KEY,
  whole         boolean     NOT NULL,
  height        bigint      NOT NULL,
  hash          bytea       NOT NULL,
  journals      bigint      NOT NULL,
  deferred      jsonb       NOT NULL,
  audited_at    timestamptz NOT NULL
);

-- The result of the ledger guard's last run, for the metrics.
CREATE TABLE ledger_guard (
  one        boolean     NOT NULL DEFAULT true CONSTRAINT ledger_guard_pkey PRIMARY KEY,
  violations integer     NOT NULL,
  looked_at  timestamptz NOT NULL,
  CONSTRAINT ledger_guard_one CHECK (one)
);
COMMENT ON CONSTRAINT ledger_guard_one ON ledger_guard IS 'only the last run is kept';

-- The result of the worker's last audit, for the metrics and for the time of the next one.
-- findings: the number by check; a check without findings is present with 0.
CREATE TABLE ledger_audit (
  one        boolean     NOT NULL DEFAULT true CONSTRAINT ledger_audit_pkey PRIMARY KEY,
  findings   jsonb       NOT NULL,
  audited_at timestamptz NOT NULL,
  CONSTRAINT ledger_audit_one CHECK (one)
);
COMMENT ON CONSTRAINT ledger_audit_one ON ledger_audit IS 'only the last audit is kept';

REVOKE ALL ON ledger_account, ledger_balance, ledger_journal, ledger_posting, ledger_entry, ledger_deferred, ledger_halt,
  ledger_unsealed, ledger_block, ledger_sealed, ledger_checkpoint, ledger_guard, ledger_audit FROM PUBLIC;
GRANT SELECT ON ledger_account, ledger_balance, ledger_journal, ledger_posting, ledger_entry, ledger_deferred, ledger_halt,
  ledger_unsealed, ledger_block, ledger_sealed, ledger_checkpoint, ledger_guard, ledger_audit TO ats_app;

-- Parties -------------------------------------------------------------------------------------------------------------

CREATE TABLE human (
  human_id   uuid        CONSTRAINT human_pkey PRIMARY KEY,
  provider   text        NOT NULL,
  subject    text        NOT NULL,
  created_at timestamptz NOT NULL,
  closed_at  timestamptz,
  CONSTRAINT human_identity UNIQUE (provider, subject),
  CONSTRAINT human_provider_length CHECK (length(provider) BETWEEN 1 AND 255),
  CONSTRAINT human_subject_length CHECK (length(subject) BETWEEN 1 AND 255)
);
COMMENT ON CONSTRAINT human_provider_length ON human IS 'acting headers have at most 255 characters';
COMMENT ON CONSTRAINT human_subject_length ON human IS 'acting headers have at most 255 characters';

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
COMMENT ON CONSTRAINT principal_display_name_length ON principal IS 'display_name has 1 to 120 characters';
COMMENT ON CONSTRAINT principal_max_open_trades_range ON principal IS 'zero stops new trades; a negative number has no meaning';
COMMENT ON CONSTRAINT principal_bond_limit_range ON principal IS 'an amount of stamps';
COMMENT ON CONSTRAINT principal_daily_spend_limit_range ON principal IS 'an amount of stamps';

-- Stamps that left a principal's tickets for escrow and fees in one UTC day. Refunds do not lower it.
CREATE TABLE principal_spend (
  principal_id uuid   NOT NULL CONSTRAINT principal_spend_principal REFERENCES principal,
  day          date   NOT NULL,
  spent_stamps bigint NOT NULL,
  CONSTRAINT principal_spend_pkey PRIMARY KEY (principal_id, day),
  CONSTRAINT principal_spend_positive CHECK (spent_stamps >= 0)
);
COMMENT ON CONSTRAINT principal_spend_positive ON principal_spend IS 'spend only grows within a day';

-- Settled and faulted trades per UTC day, so that ranking need not read every trade.
CREATE TABLE principal_record (
  principal_id uuid    NOT NULL CONSTRAINT principal_record_principal REFERENCES principal,
  day          date    NOT NULL,
  settled      integer NOT NULL,
  faulted      integer NOT NULL,
  CONSTRAINT principal_record_pkey PRIMARY KEY (principal_id, day),
  CONSTRAINT principal_record_range CHECK (faulted BETWEEN 0 AND settled)
);
COMMENT ON CONSTRAINT principal_record_range ON principal_record IS 'each fault is one of the settled trades';
-- Faults are rare, so this index is small. It answers which principals had one in 180 days.
CREATE INDEX principal_record_faulted ON principal_record (principal_id, day) WHERE faulted > 0;

-- Which human may act for which principal.
CREATE TABLE binding (
  binding_id   uuid        CONSTRAINT binding_pkey PRIMARY KEY,
  principal_id uuid        NOT NULL CONSTRAINT binding_principal REFERENCES principal,
  human_id     uuid        NOT NULL CONSTRAINT binding_human REFERENCES human,
  role         text        NOT NULL,
  created_at   timestamptz NOT NULL,
  CONSTRAINT binding_once UNIQUE (human_id, principal_id),
  CONSTRAINT binding_role CHECK (role IN ('owner', 'viewer'))
);
COMMENT ON CONSTRAINT binding_role ON binding IS 'an owner may do everything, a viewer may read';
CREATE INDEX binding_by_principal ON binding (principal_id, binding_id);
-- The oldest of many principals that a human owns.
CREATE INDEX binding_owned ON binding (human_id, binding_id) WHERE role = 'owner';

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
COMMENT ON CONSTRAINT credential_owner ON credential IS 'a credential acts for one principal or belongs to the platform, never both';
COMMENT ON CONSTRAINT credential_platform_role ON credential IS 'the roles of platform credentials';
CREATE INDEX credential_by_principal ON credential (principal_id, credential_id);
-- A principal's live credentials, among many revoked ones.
CREATE INDEX credential_live ON credential (principal_id, credential_id) WHERE revoked_at IS NULL;

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
  event_types_since         timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT agent_of_principal UNIQUE (principal_id, agent_id),
  CONSTRAINT agent_push_needs_url CHECK (NOT push_notifications OR notification_url IS NOT NULL)
);
COMMENT ON COLUMN agent.event_types_since IS 'since when the agent subscribes to its present event types; kept by trigger';
COMMENT ON CONSTRAINT agent_push_needs_url ON agent IS 'if pushNotifications is enabled, notification_url is not null';
-- For the metrics: few rows in health.
CREATE INDEX agent_notifications_disabled ON agent (agent_id) WHERE notifications_disabled_at IS NOT NULL;

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
COMMENT ON CONSTRAINT webhook_signing_key_version ON webhook_signing_key IS 'versions are numbered from 1';
CREATE UNIQUE INDEX webhook_signing_key_one_current ON webhook_signing_key (agent_id) WHERE retired_at IS NULL;

GRANT SELECT, INSERT, UPDATE ON human, principal, principal_spend, principal_record, binding, credential, agent, webhook_signing_key TO ats_app;
GRANT DELETE ON binding TO ats_app;

-- Market --------------------------------------------------------------------------------------------------------------

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
COMMENT ON CONSTRAINT listing_side ON listing IS 'a listing provides or consumes';
COMMENT ON CONSTRAINT listing_state ON listing IS 'the states of the listing machine';
COMMENT ON CONSTRAINT listing_price_range ON listing IS 'a price is between 1 and 10^12 stamps';
CREATE UNIQUE INDEX listing_one_active ON listing (agent_id, trade_profile) WHERE state = 'active';
CREATE INDEX listing_by_principal ON listing (principal_id, listing_id);
CREATE INDEX listing_expiry ON listing (expires_at) WHERE state <> 'closed' AND expires_at IS NOT NULL;

-- The match index: narrow rows of the listings that match runs can find (docs/decisions/0019-match-run-search.md). The
-- triggers of market_sync_listing keep it.
CREATE TABLE market_offer (
  listing_id    uuid   CONSTRAINT market_offer_pkey PRIMARY KEY CONSTRAINT market_offer_listing REFERENCES listing,
  principal_id  uuid   NOT NULL,
  trade_profile text   NOT NULL,
  side          text   NOT NULL,
  tag_set       uuid   NOT NULL,
  price_rank    bigint NOT NULL,
  expires_at    timestamptz
);
COMMENT ON TABLE market_offer IS 'one row for each active listing that a match run may find';
COMMENT ON COLUMN market_offer.tag_set IS 'names the set of its tags: equal sets have equal names';
COMMENT ON COLUMN market_offer.price_rank IS 'the price of an ask, minus the price of a bid: the better price comes first';
-- Each index covers all columns that a run reads, so that a run fetches no row but the winners' listings.
CREATE INDEX market_offer_by_price ON market_offer (trade_profile, side, price_rank, listing_id) INCLUDE (principal_id, tag_set, expires_at);
CREATE INDEX market_offer_by_key ON market_offer (trade_profile, side, listing_id) INCLUDE (price_rank, principal_id, tag_set, expires_at);
CREATE INDEX market_offer_by_tags ON market_offer (tag_set, trade_profile, side, price_rank, listing_id) INCLUDE (principal_id, expires_at);
CREATE INDEX market_offer_by_tags_and_key ON market_offer (tag_set, trade_profile, side, listing_id) INCLUDE (price_rank, principal_id, expires_at);

-- The tag sets of each market. A run reads each set once, however many listings have it.
CREATE TABLE market_tag (
  trade_profile text    NOT NULL,
  side          text    NOT NULL,
  tag           text    NOT NULL,
  tag_set       uuid    NOT NULL,
  set_size      integer NOT NULL,
  CONSTRAINT market_tag_pkey PRIMARY KEY (trade_profile, side, tag_set, tag) INCLUDE (set_size)
);
COMMENT ON TABLE market_tag IS 'each tag of each tag set that an offer of the market has';
-- By size: of the sets with one tag in common, the smallest fit best.
CREATE INDEX market_tag_by_tag ON market_tag (trade_profile, side, tag, set_size, tag_set);

-- Tag sets by pairs of tags: few sets share two tags with a listing where many share one.
CREATE TABLE market_pair (
  pair     uuid    NOT NULL,
  tag_set  uuid    NOT NULL,
  set_size integer NOT NULL,
  CONSTRAINT market_pair_pkey PRIMARY KEY (pair, tag_set) INCLUDE (set_size)
);
COMMENT ON TABLE market_pair IS 'each pair of tags of each tag set that an offer of a market has';
COMMENT ON COLUMN market_pair.pair IS 'names trade profile, side and two tags';

CREATE TABLE match_run (
  match_run_id          uuid        CONSTRAINT match_run_pkey PRIMARY KEY,
  principal_id          uuid        NOT NULL CONSTRAINT match_run_principal REFERENCES principal,
  listing_id            uuid        NOT NULL CONSTRAINT match_run_listing REFERENCES listing,
  state                 text        NOT NULL,
  candidates_considered integer     NOT NULL,
  created_at            timestamptz NOT NULL,
  CONSTRAINT match_run_state CHECK (state IN ('completed'))
);
COMMENT ON CONSTRAINT match_run_state ON match_run IS 'a run is complete when it is answered';
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
COMMENT ON CONSTRAINT proposal_state ON proposal IS 'the states of the proposal machine';
COMMENT ON CONSTRAINT proposal_close_reason ON proposal IS 'a proposal is closed by a rejection or by its expiry';
COMMENT ON CONSTRAINT proposal_closed_has_reason ON proposal IS 'a rejected proposal says why; no other has a reason';
COMMENT ON CONSTRAINT proposal_revisions ON proposal IS 'at most 50 revisions';
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
COMMENT ON CONSTRAINT proposal_participant_role ON proposal_participant IS 'the roles of a participant';
COMMENT ON CONSTRAINT proposal_participant_response ON proposal_participant IS 'the responses to a revision';
COMMENT ON CONSTRAINT proposal_participant_bond ON proposal_participant IS 'an amount of stamps';
-- All revisions have the same principals, so the first revision is enough to list a principal's proposals.
CREATE INDEX proposal_by_principal ON proposal_participant (principal_id, proposal_id) WHERE revision_no = 1;

-- Pairs of listings; a pair with an open proposal is not proposed again.
CREATE TABLE proposal_pair (
  proposal_id         uuid    NOT NULL CONSTRAINT proposal_pair_proposal REFERENCES proposal,
  consumer_listing_id uuid    NOT NULL CONSTRAINT proposal_pair_consumer REFERENCES listing,
  provider_listing_id uuid    NOT NULL CONSTRAINT proposal_pair_provider REFERENCES listing,
  open                boolean NOT NULL,
  CONSTRAINT proposal_pair_pkey PRIMARY KEY (proposal_id, consumer_listing_id, provider_listing_id)
);
CREATE UNIQUE INDEX proposal_pair_open ON proposal_pair (consumer_listing_id, provider_listing_id) WHERE open;
CREATE INDEX proposal_pair_by_provider ON proposal_pair (provider_listing_id) WHERE open;

GRANT SELECT, INSERT, UPDATE ON listing, match_run, proposal, proposal_participant, proposal_pair TO ats_app;
GRANT SELECT, INSERT ON proposal_revision TO ats_app;
GRANT SELECT ON market_offer, market_tag, market_pair TO ats_app;

-- Trades --------------------------------------------------------------------------------------------------------------

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
COMMENT ON CONSTRAINT trade_terminal_is_settled ON trade IS 'a trade ends only by settlement';
COMMENT ON CONSTRAINT trade_terminal_is_not_due ON trade IS 'the settle worker never reads a settled trade again';
-- The settle worker's queue. A trade whose settlement failed waits for an operator.
CREATE INDEX trade_due ON trade (due_at) WHERE due_at IS NOT NULL AND settlement_error IS NULL;
-- Trades that wait for operators: none in health, so the index is small.
CREATE INDEX trade_set_aside ON trade (trade_id) WHERE settlement_error IS NOT NULL AND settled_at IS NULL;

ALTER TABLE proposal ADD CONSTRAINT proposal_trade FOREIGN KEY (trade_id) REFERENCES trade DEFERRABLE INITIALLY DEFERRED;

CREATE TABLE trade_participant (
  trade_id     uuid    NOT NULL CONSTRAINT trade_participant_trade REFERENCES trade,
  principal_id uuid    NOT NULL CONSTRAINT trade_participant_principal REFERENCES principal,
  agent_id     uuid    NOT NULL,
  bond_stamps  bigint  NOT NULL,
  open         boolean NOT NULL DEFAULT true,
  CONSTRAINT trade_participant_pkey PRIMARY KEY (trade_id, principal_id),
  CONSTRAINT trade_participant_bond CHECK (bond_stamps BETWEEN 0 AND 9007199254740991)
);
COMMENT ON CONSTRAINT trade_participant_bond ON trade_participant IS 'an amount of stamps';
CREATE INDEX trade_by_principal ON trade_participant (principal_id, trade_id);
-- A principal's open trades and the bond reserved in them, for the limits of createTrade.
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
COMMENT ON CONSTRAINT trade_step_no_range ON trade_step IS 'a trade has 1 to 32 steps, numbered from 1';
COMMENT ON CONSTRAINT trade_step_two_parties ON trade_step IS 'provider and consumer of a step are different';
COMMENT ON CONSTRAINT trade_step_price_range ON trade_step IS 'the prices add up to at most 10^12';
COMMENT ON CONSTRAINT trade_step_state ON trade_step IS 'the states of the step machine';
COMMENT ON CONSTRAINT trade_step_checkpoint_status ON trade_step IS 'the results of a checkpoint';
COMMENT ON CONSTRAINT trade_step_checkpoint_needs_contract ON trade_step IS 'a checkpoint needs a published contract';
COMMENT ON CONSTRAINT trade_step_active_has_deadline ON trade_step IS 'every step activation sets deadline_at';
CREATE UNIQUE INDEX trade_step_one_active ON trade_step (trade_id) WHERE state = 'active';
-- The operators' queue, in the order of its pages.
CREATE INDEX trade_step_to_judge ON trade_step (((rebuttal_filed_at IS NOT NULL)::int::text || trade_id::text))
  WHERE state = 'active' AND checkpoint_status IS NOT NULL AND verdict IS NULL;

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
COMMENT ON CONSTRAINT settlement_outcome ON settlement IS 'the terminal states of a trade';
COMMENT ON CONSTRAINT settlement_failure_class ON settlement IS 'the failure classes F1 to F5';
COMMENT ON CONSTRAINT settlement_fault_or_not ON settlement IS 'class and principal are null exactly when the trade completed';
COMMENT ON CONSTRAINT settlement_slash_range ON settlement IS 'an amount of stamps';
-- Fault history, for the first-time discount.
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
COMMENT ON CONSTRAINT settlement_party_range ON settlement_party IS 'amounts of stamps';

GRANT SELECT, INSERT, UPDATE ON trade, trade_participant, trade_step TO ats_app;
GRANT SELECT, INSERT ON settlement, settlement_party TO ats_app;

-- Events --------------------------------------------------------------------------------------------------------------
-- The outbox: one row for each principal concerned, written in the transaction that caused it. The relay later sets
-- `sequence` (gap-free per principal) and `payload`; readers see only rows that have both.

CREATE SEQUENCE event_log_no;
-- An event gets its number and its payload, two thirds of its row, after it was written. fillfactor keeps space for the
-- new version on the same page; so it does for event_head.
CREATE TABLE event (
  event_id     uuid        CONSTRAINT event_pkey PRIMARY KEY,
  principal_id uuid        NOT NULL CONSTRAINT event_principal REFERENCES principal,
  type         text        NOT NULL,
  subject_key  text        NOT NULL,
  trade_id     uuid        CONSTRAINT event_trade REFERENCES trade,
  data         jsonb       NOT NULL,
  created_at   timestamptz NOT NULL,
  sequence     bigint,
  payload      text,
  log_no       bigint      DEFAULT nextval('event_log_no'),
  CONSTRAINT event_type CHECK (type IN ('trade.completed', 'trade.failed', 'proposal.created', 'proposal.countered', 'proposal.accepted',
    'proposal.rejected', 'trade.created', 'trade.step_activated', 'trade.contract_published', 'trade.checkpoint_submitted',
    'trade.rebuttal_filed', 'tickets.credited', 'webhook.disabled')),
  CONSTRAINT event_stamped_is_frozen CHECK ((sequence IS NULL) = (payload IS NULL)),
  CONSTRAINT event_payload_size CHECK (octet_length(payload) < 20480)
) WITH (fillfactor = 35);
ALTER SEQUENCE event_log_no OWNED BY event.log_no;
COMMENT ON COLUMN event.log_no IS 'the order in which events were written, with gaps; created_at is the start of the transaction, which may have waited for a lock';
COMMENT ON CONSTRAINT event_type ON event IS 'the event types of the API';
COMMENT ON CONSTRAINT event_stamped_is_frozen ON event IS 'the payload is stored in the transaction that sets the sequence';
COMMENT ON CONSTRAINT event_payload_size ON event IS 'under 20 kB';
CREATE UNIQUE INDEX event_sequence ON event (principal_id, sequence) WHERE sequence IS NOT NULL;
-- The relay's queue.
CREATE INDEX event_unstamped ON event (log_no NULLS FIRST, event_id) WHERE sequence IS NULL;
-- One terminal event for each participant of a trade: a second one fails instead of going out (audit I8).
CREATE UNIQUE INDEX event_one_terminal ON event (trade_id, principal_id) WHERE type IN ('trade.completed', 'trade.failed');
CREATE INDEX event_by_trade ON event (trade_id) WHERE trade_id IS NOT NULL;

-- The last sequence given to each principal.
CREATE TABLE event_head (
  principal_id uuid   CONSTRAINT event_head_pkey PRIMARY KEY,
  sequence     bigint NOT NULL
) WITH (fillfactor = 50);

-- Which process runs a single worker, such as the relay. A lease row, not an advisory lock: a lost connection cannot leave
-- two relays running.
CREATE TABLE worker_lease (
  name       text        CONSTRAINT worker_lease_pkey PRIMARY KEY,
  holder     text        NOT NULL,
  token      bigint      NOT NULL,
  expires_at timestamptz NOT NULL
);

GRANT SELECT, INSERT, UPDATE ON event, event_head, worker_lease TO ats_app;
GRANT USAGE ON SEQUENCE event_log_no TO ats_app;

-- Webhooks ------------------------------------------------------------------------------------------------------------
-- The relay creates a delivery for each subscribed agent, in the transaction that stores the payload. Workers try
-- deliveries under leases. Attempts are kept for 30 days.

CREATE TABLE webhook_delivery (
  delivery_id      uuid        CONSTRAINT webhook_delivery_pkey PRIMARY KEY,
  event_id         uuid        NOT NULL CONSTRAINT webhook_delivery_event REFERENCES event,
  agent_id         uuid        NOT NULL CONSTRAINT webhook_delivery_agent REFERENCES agent,
  trade_id         uuid,
  -- The event's. An agent has one principal, so this is the order of the agent's deliveries.
  sequence         bigint      NOT NULL,
  state            text        NOT NULL,
  -- Attempts since the delivery was created or redelivered by hand: its place in the retry schedule.
  tries            integer     NOT NULL,
  -- All attempts.
  attempts         integer     NOT NULL,
  first_attempt_at timestamptz,
  due_at           timestamptz,
  created_at       timestamptz NOT NULL,
  ended_at         timestamptz,
  CONSTRAINT webhook_delivery_once UNIQUE (event_id, agent_id),
  CONSTRAINT webhook_delivery_state CHECK (state IN ('pending', 'delivered', 'dead', 'disabled')),
  CONSTRAINT webhook_delivery_pending_is_due CHECK ((state = 'pending') = (due_at IS NOT NULL)),
  CONSTRAINT webhook_delivery_ended CHECK ((state = 'pending') = (ended_at IS NULL)),
  CONSTRAINT webhook_delivery_counts CHECK (tries BETWEEN 0 AND attempts)
) WITH (fillfactor = 60);
COMMENT ON CONSTRAINT webhook_delivery_once ON webhook_delivery IS 'an agent gets one delivery of an event, whatever its part in it';
COMMENT ON CONSTRAINT webhook_delivery_state ON webhook_delivery IS 'the states of a delivery';
COMMENT ON CONSTRAINT webhook_delivery_pending_is_due ON webhook_delivery IS 'exactly the pending deliveries have a due time';
COMMENT ON CONSTRAINT webhook_delivery_ended ON webhook_delivery IS 'exactly the ended deliveries have an end time; they are kept for 30 days from it';
COMMENT ON CONSTRAINT webhook_delivery_counts ON webhook_delivery IS 'the tries of this round are some of all attempts';
-- An endpoint's work, in the order in which it falls due.
CREATE INDEX webhook_delivery_due ON webhook_delivery (agent_id, due_at, sequence) WHERE state = 'pending';
-- First attempts go in order for each agent and trade.
CREATE INDEX webhook_delivery_unattempted ON webhook_delivery (agent_id, trade_id, sequence) WHERE state = 'pending' AND first_attempt_at IS NULL;
CREATE INDEX webhook_delivery_by_agent ON webhook_delivery (agent_id, delivery_id);
CREATE INDEX webhook_delivery_ended_at ON webhook_delivery (ended_at) WHERE ended_at IS NOT NULL;
-- For the metrics: few rows in health.
CREATE INDEX webhook_delivery_dead ON webhook_delivery (ended_at) WHERE state = 'dead';

-- Without a foreign key to the delivery; see webhook_delete_attempts.
CREATE TABLE webhook_attempt (
  delivery_id  uuid        NOT NULL,
  attempt_no   integer     NOT NULL,
  attempted_at timestamptz NOT NULL,
  status       integer,
  error        text,
  duration_ms  integer     NOT NULL,
  key_version  integer     NOT NULL,
  response     bytea,
  CONSTRAINT webhook_attempt_pkey PRIMARY KEY (delivery_id, attempt_no),
  CONSTRAINT webhook_attempt_duration CHECK (duration_ms >= 0),
  CONSTRAINT webhook_attempt_response_size CHECK (length(response) <= 1024)
);
COMMENT ON CONSTRAINT webhook_attempt_duration ON webhook_attempt IS 'measured by a monotonic clock';
COMMENT ON CONSTRAINT webhook_attempt_response_size ON webhook_attempt IS '1 KiB of a response is kept';

-- An agent's endpoint: its schedule, its health and its leases. The row is the lock of its claims, so the number of
-- attempts under way is bounded however many workers run. Leases are here and not on the deliveries: a claim updates this
-- row anyway and then writes no delivery. fillfactor keeps space for the new version on the same page.
CREATE TABLE webhook_endpoint (
  agent_id            uuid          CONSTRAINT webhook_endpoint_pkey PRIMARY KEY CONSTRAINT webhook_endpoint_agent REFERENCES agent,
  -- When the next claim is due; null: nothing to do.
  due_at              timestamptz,
  -- The first failure since the last success.
  failing_since       timestamptz,
  -- The leases, as arrays side by side: the leased deliveries …
  leased_delivery_ids uuid[]        NOT NULL DEFAULT '{}',
  -- Counts claims; the number of a claim is the lease token of its deliveries.
  claims              bigint        NOT NULL DEFAULT 0,
  -- … the token of each lease …
  lease_tokens        bigint[]      NOT NULL DEFAULT '{}',
  -- … and the end of each lease.
  leased_until        timestamptz[] NOT NULL DEFAULT '{}',
  CONSTRAINT webhook_endpoint_leases CHECK (cardinality(lease_tokens) = cardinality(leased_delivery_ids)
    AND cardinality(leased_until) = cardinality(leased_delivery_ids))
) WITH (fillfactor = 50);
COMMENT ON CONSTRAINT webhook_endpoint_leases ON webhook_endpoint IS 'each leased delivery has its token and its end';
CREATE INDEX webhook_endpoint_due ON webhook_endpoint (due_at) WHERE due_at IS NOT NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_delivery TO ats_app;
GRANT SELECT, INSERT, DELETE ON webhook_attempt TO ats_app;
GRANT SELECT, INSERT, UPDATE ON webhook_endpoint TO ats_app;

-- Payments ------------------------------------------------------------------------------------------------------------

-- The position of a payment in the review queue: its time in milliseconds, then its id. The processor's ids have no order.
-- The time zone only makes the function immutable. Two indexes use it, so a change needs a migration that rebuilds them.
CREATE FUNCTION payment_position(p_at timestamptz, p_id text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lpad(floor(extract(epoch FROM p_at AT TIME ZONE 'UTC') * 1000)::bigint::text, 15, '0') || p_id
$$;

-- Ticket purchases through Stripe Checkout.
CREATE TABLE ticket_purchase (
  session_id        text        CONSTRAINT ticket_purchase_pkey PRIMARY KEY,
  pack              text        NOT NULL,
  tickets_stamps    bigint      NOT NULL,
  price_minor       integer     NOT NULL,
  currency          text        NOT NULL,
  principal_id      uuid        CONSTRAINT ticket_purchase_principal REFERENCES principal,
  human_id          uuid        CONSTRAINT ticket_purchase_human REFERENCES human,
  checkout_url      text,
  status            text        NOT NULL,
  created_at        timestamptz NOT NULL,
  credited_at       timestamptz,
  livemode          boolean     NOT NULL,
  -- Leads from a refund or dispute to the purchase.
  payment_intent_id text,
  parked_reason     text,
  resolved_reasons  text[]      NOT NULL DEFAULT '{}',
  CONSTRAINT ticket_purchase_pack CHECK (pack IN ('starter', 'growth', 'scale')),
  CONSTRAINT ticket_purchase_status CHECK (status IN ('open', 'paid', 'credited', 'expired', 'parked')),
  CONSTRAINT ticket_purchase_beneficiary CHECK ((principal_id IS NULL) <> (human_id IS NULL)),
  CONSTRAINT ticket_purchase_credited CHECK ((status = 'credited') = (credited_at IS NOT NULL)),
  CONSTRAINT ticket_purchase_amounts CHECK (tickets_stamps > 0 AND price_minor > 0),
  CONSTRAINT ticket_purchase_parked CHECK ((status = 'parked') = (parked_reason IS NOT NULL))
);
COMMENT ON COLUMN ticket_purchase.resolved_reasons IS 'the reasons of its rows in payment_resolution; kept by trigger';
COMMENT ON CONSTRAINT ticket_purchase_pack ON ticket_purchase IS 'self-serve packs are Starter, Growth and Scale';
COMMENT ON CONSTRAINT ticket_purchase_status ON ticket_purchase IS 'the states of a purchase';
COMMENT ON CONSTRAINT ticket_purchase_beneficiary ON ticket_purchase IS 'a principal or a human''s wallet is credited, never both';
COMMENT ON CONSTRAINT ticket_purchase_credited ON ticket_purchase IS 'exactly the credited purchases have a credit time';
COMMENT ON CONSTRAINT ticket_purchase_amounts ON ticket_purchase IS 'a pack has tickets and a price';
COMMENT ON CONSTRAINT ticket_purchase_parked ON ticket_purchase IS 'exactly the parked purchases have a reason for the operator';
CREATE INDEX ticket_purchase_by_principal ON ticket_purchase (principal_id, created_at);
CREATE INDEX ticket_purchase_by_payment_intent ON ticket_purchase (payment_intent_id) WHERE payment_intent_id IS NOT NULL;
-- The unresolved part of the review queue, in the order of its pages.
CREATE INDEX ticket_purchase_to_look_at ON ticket_purchase (payment_position(created_at, session_id))
  WHERE status = 'parked' AND parked_reason <> ALL (resolved_reasons);

-- Every verified Stripe event, kept even if it changed nothing: it may arrive before the purchase's row commits.
CREATE TABLE stripe_event (
  stripe_event_id   text        CONSTRAINT stripe_event_pkey PRIMARY KEY,
  type              text        NOT NULL,
  session_id        text,
  -- The verified bytes. Text, not jsonb: jsonb rejects an escaped NUL, and no payment may be lost for that.
  payload           text        NOT NULL,
  -- The part that decides about a purchase (SessionReport of src/domain/packs.ts, as JSON); null for other events.
  report            text,
  outcome           text        NOT NULL,
  received_at       timestamptz NOT NULL,
  -- Why the event was parked or flagged; null if there is nothing to review.
  reason            text,
  payment_intent_id text,
  -- The key of the principal or human that the event itself names.
  reference         text,
  resolved_reasons  text[]      NOT NULL DEFAULT '{}',
  CONSTRAINT stripe_event_outcome CHECK (outcome IN ('credited', 'recorded', 'parked', 'foreign', 'waiting', 'flagged')),
  CONSTRAINT stripe_event_reason CHECK ((outcome IN ('parked', 'flagged')) = (reason IS NOT NULL))
);
COMMENT ON COLUMN stripe_event.resolved_reasons IS 'the reasons of its rows in payment_resolution; kept by trigger';
COMMENT ON CONSTRAINT stripe_event_outcome ON stripe_event IS 'the effect of the event; waiting: the purchase is not stored yet';
COMMENT ON CONSTRAINT stripe_event_reason ON stripe_event IS 'exactly the parked and flagged events have a reason for the operator';
CREATE INDEX stripe_event_by_session ON stripe_event (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX stripe_event_by_payment_intent ON stripe_event (payment_intent_id) WHERE payment_intent_id IS NOT NULL;
-- For payment_count: it counts from this narrow index, not from the table with its payloads.
CREATE INDEX stripe_event_by_outcome ON stripe_event (type, outcome, reason);
-- The unresolved part of the review queue, in the order of its pages.
CREATE INDEX stripe_event_to_look_at ON stripe_event (payment_position(received_at, stripe_event_id))
  WHERE (outcome = 'flagged' OR (outcome = 'waiting' AND type = 'checkout.session.completed'))
    AND coalesce(reason, 'no_purchase') <> ALL (resolved_reasons);

GRANT SELECT, INSERT, UPDATE ON ticket_purchase, stripe_event TO ats_app;

-- Operators -----------------------------------------------------------------------------------------------------------

-- Acts of operators, written in the transaction of the act and never changed.
CREATE TABLE operator_act (
  act_id        uuid        CONSTRAINT operator_act_pkey PRIMARY KEY,
  credential_id uuid        NOT NULL CONSTRAINT operator_act_credential REFERENCES credential,
  operation     text        NOT NULL,
  subject_key   text        NOT NULL,
  before        jsonb       NOT NULL,
  after         jsonb       NOT NULL,
  request_id    text        NOT NULL,
  acted_at      timestamptz NOT NULL,
  CONSTRAINT operator_act_operation CHECK (operation ~ '^[a-z][A-Za-z]*$'),
  CONSTRAINT operator_act_subject CHECK (length(subject_key) BETWEEN 1 AND 255)
);
COMMENT ON CONSTRAINT operator_act_operation ON operator_act IS 'the name of a mutation';
COMMENT ON CONSTRAINT operator_act_subject ON operator_act IS 'the key of the object of the act';
CREATE INDEX operator_act_by_subject ON operator_act (subject_key, act_id);

-- Parked purchases and flagged payments that an operator resolved. They leave the review queue and stay on record. A
-- purchase that is parked again for another reason is listed again.
CREATE TABLE payment_resolution (
  -- The processor's id: of the session for a parked purchase, of the event for a flagged payment.
  payment_id text NOT NULL,
  -- Why it was parked or flagged.
  reason     text NOT NULL,
  -- The operator's act, with its time and reason.
  act_id     uuid NOT NULL CONSTRAINT payment_resolution_act REFERENCES operator_act,
  CONSTRAINT payment_resolution_pkey PRIMARY KEY (payment_id, reason)
);

GRANT SELECT, INSERT ON operator_act, payment_resolution TO ats_app;

-- Requests ------------------------------------------------------------------------------------------------------------

-- Answers kept for their idempotency keys.
CREATE TABLE idempotency_answer (
  scope            text        NOT NULL,
  key              text        NOT NULL,
  fingerprint      bytea       NOT NULL,
  status           integer     NOT NULL,
  headers          jsonb       NOT NULL,
  body             text,
  body_ciphertext  bytea,
  body_key_id      text,
  created_at       timestamptz NOT NULL,
  expires_at       timestamptz NOT NULL,
  CONSTRAINT idempotency_answer_pkey PRIMARY KEY (scope, key),
  CONSTRAINT idempotency_answer_body CHECK ((body IS NULL) <> (body_ciphertext IS NULL)),
  CONSTRAINT idempotency_answer_sealed CHECK ((body_ciphertext IS NULL) = (body_key_id IS NULL))
);
COMMENT ON CONSTRAINT idempotency_answer_body ON idempotency_answer IS 'an answer with a secret is stored encrypted, every other in clear';
COMMENT ON CONSTRAINT idempotency_answer_sealed ON idempotency_answer IS 'a ciphertext names its key';
CREATE INDEX idempotency_answer_expiry ON idempotency_answer (expires_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_answer TO ats_app;

-- Sessions ------------------------------------------------------------------------------------------------------------

-- Sign-ins at the identity provider that are not back yet. A sign-in is deleted when it comes back, so it counts once.
CREATE TABLE sign_in (
  state_hash          bytea       CONSTRAINT sign_in_pkey PRIMARY KEY,
  browser_hash        bytea       NOT NULL,
  proof_ciphertext    bytea       NOT NULL,
  proof_key_id        text        NOT NULL,
  return_to           text,
  created_at          timestamptz NOT NULL,
  expires_at          timestamptz NOT NULL,
  CONSTRAINT sign_in_hashes CHECK (length(state_hash) = 32 AND length(browser_hash) = 32),
  CONSTRAINT sign_in_return_to_local CHECK (return_to ~ '^/([^/\\]|$)' AND length(return_to) <= 2048),
  CONSTRAINT sign_in_lives CHECK (expires_at > created_at)
);
COMMENT ON CONSTRAINT sign_in_hashes ON sign_in IS 'SHA-256: a reader of the table can neither finish a sign-in nor pass for its browser';
COMMENT ON CONSTRAINT sign_in_return_to_local ON sign_in IS 'a path of this service: sign-in must not redirect a browser elsewhere';
COMMENT ON CONSTRAINT sign_in_lives ON sign_in IS 'a sign-in that expires before it begins is a programming error';
CREATE INDEX sign_in_expiry ON sign_in (expires_at);

-- Sign-in sessions: the `sid` of the JWT, and the family of all refresh tokens of one sign-in.
CREATE TABLE refresh_session (
  session_id   uuid        CONSTRAINT refresh_session_pkey PRIMARY KEY,
  human_id     uuid        NOT NULL CONSTRAINT refresh_session_human REFERENCES human,
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  ended_at     timestamptz,
  ended_reason text,
  CONSTRAINT refresh_session_lives CHECK (expires_at > created_at),
  CONSTRAINT refresh_session_ended CHECK ((ended_at IS NULL) = (ended_reason IS NULL)),
  CONSTRAINT refresh_session_reason CHECK (ended_reason IN ('signed_out', 'reused', 'account_closed'))
);
COMMENT ON CONSTRAINT refresh_session_lives ON refresh_session IS 'a session that expires before it begins is a programming error';
COMMENT ON CONSTRAINT refresh_session_ended ON refresh_session IS 'exactly the ended sessions have a reason';
COMMENT ON CONSTRAINT refresh_session_reason ON refresh_session IS 'signed out, an old refresh token was used again, or the account was closed; expiry needs no row';
CREATE INDEX refresh_session_by_human ON refresh_session (human_id) WHERE ended_at IS NULL;
CREATE INDEX refresh_session_expiry ON refresh_session (expires_at);

CREATE TABLE refresh_token (
  token_hash bytea       CONSTRAINT refresh_token_pkey PRIMARY KEY,
  session_id uuid        NOT NULL CONSTRAINT refresh_token_session REFERENCES refresh_session ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  rotated_at timestamptz,
  CONSTRAINT refresh_token_hash CHECK (length(token_hash) = 32)
);
COMMENT ON CONSTRAINT refresh_token_hash ON refresh_token IS 'SHA-256 of 256 random bits: only the browser has the token itself';
CREATE UNIQUE INDEX refresh_token_one_current ON refresh_token (session_id) WHERE rotated_at IS NULL;
CREATE INDEX refresh_token_by_session ON refresh_token (session_id);

-- Keys that sign the JWT. A key is served until the last JWT that it signed has expired.
CREATE TABLE session_key (
  key_id             uuid        CONSTRAINT session_key_pkey PRIMARY KEY,
  public_key         text        NOT NULL,
  private_ciphertext bytea       NOT NULL,
  private_key_id     text        NOT NULL,
  created_at         timestamptz NOT NULL,
  signs_until        timestamptz NOT NULL,
  served_until       timestamptz NOT NULL,
  CONSTRAINT session_key_public CHECK (public_key ~ '^[A-Za-z0-9_-]{43}$'),
  CONSTRAINT session_key_times CHECK (created_at < signs_until AND signs_until < served_until)
);
COMMENT ON CONSTRAINT session_key_public ON session_key IS 'the x of an Ed25519 key: base64url of 32 bytes (RFC 8037)';
COMMENT ON CONSTRAINT session_key_times ON session_key IS 'a key outlives its last signature, so that the last JWT can be verified';
CREATE INDEX session_key_served ON session_key (served_until);

GRANT SELECT, INSERT, UPDATE, DELETE ON refresh_session, refresh_token TO ats_app;
GRANT SELECT, INSERT, DELETE ON sign_in, session_key TO ats_app;

-- Schema --------------------------------------------------------------------------------------------------------------

-- The files of sql/ that were applied, each with the SHA-256 of its text.
CREATE TABLE schema_object (
  name   text  CONSTRAINT schema_object_pkey PRIMARY KEY,
  sha256 bytea NOT NULL
);
GRANT SELECT ON schema_object TO ats_app;
