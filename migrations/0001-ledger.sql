-- The ledger (ledger.md): double entry in which drift is impossible, with one writer.
-- credit adds, debit subtracts; the sum of all balances is zero, always. SQLSTATEs of our own: AT001 a key used again for
-- another journal, AT002 the ledger is stopped, AT003 append-only, AT004 not a journal, AT005 a settlement left stamps behind.

-- Who an account belongs to is which of its owner columns are set; ledger.md §1 has the table of kinds.
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
COMMENT ON CONSTRAINT ledger_account_kind ON ledger_account IS 'ledger.md §1';
COMMENT ON CONSTRAINT ledger_account_mode ON ledger_account IS 'ledger.md §1: the platform''s accounts are hot, so they are folded later and never locked by a request';
COMMENT ON CONSTRAINT ledger_account_principal ON ledger_account IS 'ledger.md §1: whose it is; an escrow is the consumer''s of its step';
COMMENT ON CONSTRAINT ledger_account_human ON ledger_account IS 'ledger.md §1: a wallet belongs to a human, nothing else does';
COMMENT ON CONSTRAINT ledger_account_trade ON ledger_account IS 'ledger.md §1: a bond or escrow is of one trade, so it cannot be released early nor slashed for another';
COMMENT ON CONSTRAINT ledger_account_step ON ledger_account IS 'ledger.md §1: an escrow is of one step, numbered from 1';
-- How ledger_post finds an account, whatever its kind, with one plain index join: IS NOT DISTINCT FROM cannot use an index.
CREATE INDEX ledger_account_by_owner ON ledger_account (
  coalesce(trade_id, '00000000-0000-0000-0000-000000000000'),
  coalesce(principal_id, human_id, '00000000-0000-0000-0000-000000000000'), kind, coalesce(step_no, 0));

-- Narrow and without another index: an update of a balance stays on its page (HOT); fillfactor leaves it the room.
CREATE TABLE ledger_balance (
  account_id    bigint CONSTRAINT ledger_balance_pkey PRIMARY KEY CONSTRAINT ledger_balance_account REFERENCES ledger_account,
  balance       bigint NOT NULL,
  entry_seq     bigint,
  floor_balance bigint,
  CONSTRAINT no_overdraft CHECK (balance >= coalesce(floor_balance, balance)),
  CONSTRAINT ledger_balance_ceiling CHECK (floor_balance IS NULL OR balance <= 9007199254740991),
  CONSTRAINT ledger_balance_starts_at_zero CHECK (entry_seq IS NOT NULL OR balance = 0)
) WITH (fillfactor = 50);
COMMENT ON CONSTRAINT no_overdraft ON ledger_balance IS 'ledger.md §1: what has a floor never goes below it; answered as 402';
COMMENT ON CONSTRAINT ledger_balance_ceiling ON ledger_balance IS 'contract §1: a balance goes over the wire as a JSON integer, at most 2^53-1; the platform''s own do not';
COMMENT ON CONSTRAINT ledger_balance_starts_at_zero ON ledger_balance IS 'a balance without an entry behind it would be stamps out of nothing';

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
  CONSTRAINT ledger_journal_idem_key_length CHECK (length(idem_key) BETWEEN 1 AND 600),
  CONSTRAINT ledger_journal_hash_length CHECK (octet_length(request_hash) = 32 AND octet_length(canonical_sha256) = 32),
  CONSTRAINT ledger_journal_trade CHECK ((trade_id IS NOT NULL) = (kind IN ('trade_bond', 'activation', 'settlement')))
);
COMMENT ON CONSTRAINT ledger_journal_kind ON ledger_journal IS 'contract §7, Posting: kind';
COMMENT ON CONSTRAINT ledger_journal_idem_key_length ON ledger_journal IS 'a request''s key has at most 255 characters (contract §4); its scope is put before it';
COMMENT ON CONSTRAINT ledger_journal_hash_length ON ledger_journal IS 'SHA-256';
COMMENT ON CONSTRAINT ledger_journal_trade ON ledger_journal IS 'contract §7, Posting: trade_key is there exactly where a trade moved the stamps';

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
COMMENT ON CONSTRAINT ledger_posting_amount ON ledger_posting IS 'a posting moves something, and from debit to credit';
COMMENT ON CONSTRAINT ledger_posting_two_accounts ON ledger_posting IS 'double entry: what arrives somewhere left somewhere else';
COMMENT ON CONSTRAINT ledger_posting_line_range ON ledger_posting IS 'line and side together fit the 16 bits they take in a posting''s key';

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
COMMENT ON CONSTRAINT ledger_entry_sum ON ledger_entry IS 'ledger.md §2: each running balance follows from its own line';
COMMENT ON CONSTRAINT ledger_entry_first ON ledger_entry IS 'ledger.md §2: a chain starts at entry 1, from nothing';
COMMENT ON CONSTRAINT ledger_entry_amount ON ledger_entry IS 'a posting moves something';
COMMENT ON CONSTRAINT no_overdraft ON ledger_entry IS 'contract §7, Posting: balance_after_stamps is never negative, not even between two lines of one journal';
-- A principal's postings newest first (contract §6); unique, so that no posting reaches an account twice.
CREATE UNIQUE INDEX ledger_entry_once ON ledger_entry (principal_id, posting_id, account_id) NULLS NOT DISTINCT;

-- The cached balance is the last entry, or COMMIT fails.
ALTER TABLE ledger_balance ADD CONSTRAINT ledger_balance_is_an_entry FOREIGN KEY (account_id, entry_seq, balance)
  REFERENCES ledger_entry (account_id, seq, balance_after) DEFERRABLE INITIALLY DEFERRED;

-- Everyone's postings meet in these three: were they made on first use, that use would hold up all the others.
WITH made AS (
  INSERT INTO ledger_account (kind, mode) VALUES ('platform_fee', 'deferred'), ('slash_pool', 'deferred'), ('stripe_clearing', 'deferred')
  RETURNING account_id
)
INSERT INTO ledger_balance (account_id, balance) SELECT account_id, 0 FROM made;

-- Sides of postings that touch deferred accounts and wait for ledger_fold; deleting a row is folding it.
CREATE TABLE ledger_unfolded (
  posting_id bigint NOT NULL CONSTRAINT ledger_unfolded_posting REFERENCES ledger_posting,
  account_id bigint NOT NULL CONSTRAINT ledger_unfolded_account REFERENCES ledger_account,
  amount     bigint NOT NULL,
  CONSTRAINT ledger_unfolded_pkey PRIMARY KEY (posting_id, account_id),
  CONSTRAINT ledger_unfolded_amount CHECK (amount <> 0)
);
COMMENT ON CONSTRAINT ledger_unfolded_amount ON ledger_unfolded IS 'a posting moves something';

-- The stop switch (ledger.md §4): while a row is here nothing is posted. Its owner takes it out again by hand.
CREATE TABLE ledger_halt (
  one       boolean     NOT NULL DEFAULT true CONSTRAINT ledger_halt_pkey PRIMARY KEY,
  halted_at timestamptz NOT NULL DEFAULT now(),
  reason    text        NOT NULL,
  CONSTRAINT ledger_halt_one CHECK (one)
);
COMMENT ON CONSTRAINT ledger_halt_one ON ledger_halt IS 'a switch is on or off: at most one row';

CREATE FUNCTION ledger_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'AT003';
END $$;
CREATE TRIGGER ledger_account_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_account FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();
CREATE TRIGGER ledger_journal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_journal FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();
CREATE TRIGGER ledger_posting_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_posting FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();
CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entry FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();

-- The id of an entry (its key is the TypeID `pst` of it): the journal's id with line and side in its lowest 16 bits, so
-- that the journal is found from it by a range of 2^16 ids. Side 0 is the debit, 1 the credit.
CREATE FUNCTION ledger_entry_uuid(journal_id uuid, line_no integer, side integer) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (left(journal_id::text, 32) || lpad(to_hex(line_no * 2 + side), 4, '0'))::uuid
$$;

-- One field of the canonical encoding of a journal: its length in four bytes, then its bytes. Absent is empty.
CREATE FUNCTION ledger_field(field text) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT int4send(octet_length(convert_to(coalesce(field, ''), 'UTF8'))) || convert_to(coalesce(field, ''), 'UTF8')
$$;

-- An account in the canonical encoding: by what it belongs to, so that the hash outlives our numbering.
CREATE FUNCTION ledger_account_name(kind text, principal_id uuid, human_id uuid, trade_id uuid, step_no integer) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT concat_ws(':', kind, trade_id, step_no, principal_id, human_id)
$$;

-- What a journal is before its lines, in the canonical encoding; created_at in milliseconds since 1970.
CREATE FUNCTION ledger_journal_head(journal_id uuid, idem_key text, kind text, trade_id uuid, created_at timestamptz) RETURNS bytea
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT ledger_field('ats-journal-v1') || ledger_field(journal_id::text) || ledger_field(idem_key) || ledger_field(kind)
    || ledger_field(trade_id::text) || ledger_field((extract(epoch FROM created_at) * 1000)::bigint::text)
$$;

-- The application's role: one for the cluster, whose databases may be migrated at the same time, by a user who may or may
-- not create roles (PostgreSQL 16 on: who creates a role may not yet become it).
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'ats_app') THEN
    BEGIN
      CREATE ROLE ats_app NOLOGIN;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- another database of the cluster was faster
    END;
  END IF;
  IF NOT pg_has_role(current_user, 'ats_app', CASE WHEN current_setting('server_version_num')::integer >= 160000 THEN 'SET' ELSE 'MEMBER' END) THEN
    BEGIN
      EXECUTE format('GRANT ats_app TO %I', current_user)
        || CASE WHEN current_setting('server_version_num')::integer >= 160000 THEN ' WITH SET TRUE' ELSE '' END;
    EXCEPTION
      WHEN unique_violation THEN
        NULL; -- another database of the cluster was faster
      WHEN insufficient_privilege THEN
        RAISE WARNING 'user % may not become ats_app: grant it (GRANT ats_app TO ...) to whomever the service connects as', current_user;
    END;
  END IF;
  IF NOT has_schema_privilege('ats_app', 'public', 'USAGE') THEN
    GRANT USAGE ON SCHEMA public TO ats_app;
  END IF;
END $$;

REVOKE ALL ON ledger_account, ledger_balance, ledger_journal, ledger_posting, ledger_entry, ledger_unfolded, ledger_halt FROM PUBLIC;
GRANT SELECT ON ledger_account, ledger_balance, ledger_journal, ledger_posting, ledger_entry, ledger_unfolded, ledger_halt TO ats_app;
REVOKE ALL ON FUNCTION ledger_append_only FROM PUBLIC;
