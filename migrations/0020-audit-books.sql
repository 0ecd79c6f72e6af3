-- `ats audit` as views (ledger.md §4): each answers a row, `detail`, for everything that is not as it must be, and none in
-- health; whoever can read the database can ask them by hand. I6 alone is not all here: settlements are computed anew by the
-- service's own rules (src/ledger/audit/settlements.ts).
--
-- Books too large to be read whole again and again are read from a checkpoint: what a clean audit has proved, up to a sealed
-- block. With `ats.audit_height` and its companions set (SET LOCAL) to a checkpoint's, the views look at journals sealed
-- after it or not sealed yet, and at what was made, or is open, since. Blocks, not ids or times, because only blocks miss no
-- late commit. Sums over all balances are whole either way.

-- Every clean audit, the newest last. deferred: the platform's accounts by id, each with its last entry then: they are folded
-- later than they are posted to, so that the block of a posting says nothing of its entry.
CREATE TABLE ledger_checkpoint (
  checkpoint_id bigint      GENERATED ALWAYS AS IDENTITY CONSTRAINT ledger_checkpoint_pkey PRIMARY KEY,
  whole         boolean     NOT NULL,
  height        bigint      NOT NULL,
  hash          bytea       NOT NULL,
  journals      bigint      NOT NULL,
  deferred      jsonb       NOT NULL,
  audited_at    timestamptz NOT NULL
);
CREATE TRIGGER ledger_checkpoint_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_checkpoint
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only();
REVOKE ALL ON ledger_checkpoint FROM PUBLIC;
GRANT SELECT ON ledger_checkpoint TO ats_app;

CREATE FUNCTION ledger_checked(p_whole boolean, p_height bigint, p_hash bytea, p_journals bigint, p_deferred jsonb, p_at timestamptz)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO ledger_checkpoint (whole, height, hash, journals, deferred, audited_at)
  VALUES (p_whole, p_height, p_hash, p_journals, p_deferred, p_at)
$$;
REVOKE ALL ON FUNCTION ledger_checked FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_checked TO ats_app;

-- What the guard found when it last looked: for whoever watches the service.
CREATE TABLE ledger_guard (
  one        boolean     NOT NULL DEFAULT true CONSTRAINT ledger_guard_pkey PRIMARY KEY,
  violations integer     NOT NULL,
  looked_at  timestamptz NOT NULL,
  CONSTRAINT ledger_guard_one CHECK (one)
);
COMMENT ON CONSTRAINT ledger_guard_one ON ledger_guard IS 'the last look, and no other';
REVOKE ALL ON ledger_guard FROM PUBLIC;
GRANT SELECT ON ledger_guard TO ats_app;

CREATE FUNCTION ledger_guarded(p_violations integer) RETURNS void LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO ledger_guard (violations, looked_at) VALUES (p_violations, now())
  ON CONFLICT (one) DO UPDATE SET violations = excluded.violations, looked_at = excluded.looked_at
$$;
REVOKE ALL ON FUNCTION ledger_guarded FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_guarded TO ats_app;

-- The scope. Nothing set: everything. IMMUTABLE, though a setting decides: so they are constants to the planner, and each
-- statement gets the plan of its scope. Whoever uses the views from a statement that is planned once and run in two scopes
-- gets the first scope's.
CREATE FUNCTION audit_height() RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(current_setting('ats.audit_height', true), '')::bigint, 0)
$$;
CREATE FUNCTION audit_since() RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(current_setting('ats.audit_since', true), '')::timestamptz, '-infinity')
$$;
-- The least UUIDv7 of that time: ids are made of the transaction's time.
CREATE FUNCTION audit_since_id() RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN audit_since() = '-infinity' THEN '00000000-0000-0000-0000-000000000000'
    ELSE (lpad(to_hex((extract(epoch FROM audit_since()) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid END
$$;
CREATE FUNCTION audit_deferred() RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(current_setting('ats.audit_deferred', true), '')::jsonb, '{}')
$$;

CREATE VIEW audit_journal AS
  SELECT j.* FROM ledger_journal j WHERE audit_height() = 0
  UNION ALL SELECT j.* FROM ledger_sealed s JOIN ledger_journal j USING (journal_id) WHERE audit_height() > 0 AND s.height > audit_height()
  UNION ALL SELECT j.* FROM ledger_unsealed u JOIN ledger_journal j USING (journal_id) WHERE audit_height() > 0;

CREATE VIEW audit_posting AS
  SELECT p.* FROM ledger_posting p WHERE audit_height() = 0
  UNION ALL SELECT p.* FROM audit_journal j JOIN ledger_posting p USING (journal_id) WHERE audit_height() > 0;

CREATE VIEW audit_side AS
  SELECT p.posting_id, p.journal_id, s.account_id, s.amount
  FROM audit_posting p CROSS JOIN LATERAL (VALUES (p.debit_account_id, -p.amount), (p.credit_account_id, p.amount)) AS s (account_id, amount);

CREATE VIEW audit_account AS
  SELECT a.* FROM ledger_account a WHERE audit_height() = 0
  UNION ALL SELECT a.* FROM (
    SELECT account_id FROM audit_side UNION SELECT jsonb_object_keys(audit_deferred())::bigint) touched
  JOIN ledger_account a USING (account_id) WHERE audit_height() > 0;

-- In part: by the index that keeps a posting from reaching an account twice, which begins with the principal.
CREATE VIEW audit_entry AS
  SELECT e.* FROM ledger_entry e WHERE audit_height() = 0
  UNION ALL SELECT e.* FROM audit_side s JOIN ledger_account a USING (account_id)
    JOIN ledger_entry e ON e.principal_id = a.principal_id AND e.posting_id = s.posting_id AND e.account_id = s.account_id
    WHERE audit_height() > 0
  UNION ALL SELECT e.* FROM audit_side s JOIN ledger_account a USING (account_id)
    JOIN ledger_entry e ON e.principal_id IS NULL AND e.posting_id = s.posting_id AND e.account_id = s.account_id
    WHERE audit_height() > 0 AND a.principal_id IS NULL AND a.mode = 'sync'
  UNION ALL SELECT e.* FROM jsonb_each_text(audit_deferred()) d (account_id, seq)
    JOIN ledger_entry e ON e.account_id = d.account_id::bigint AND e.seq > d.seq::bigint
    WHERE audit_height() > 0;

-- In part: trades that are open, that moved stamps or that ended since.
CREATE VIEW audit_trade AS
  SELECT t.* FROM trade t WHERE audit_height() = 0
  UNION ALL SELECT t.* FROM (
    SELECT trade_id FROM trade_participant WHERE open
    UNION SELECT trade_id FROM audit_journal WHERE trade_id IS NOT NULL
    UNION SELECT trade_id FROM settlement WHERE settlement_id >= audit_since_id()) live
  JOIN trade t USING (trade_id) WHERE audit_height() > 0;

CREATE VIEW audit_i1_sum AS
  SELECT format('balances %s + unfolded %s = %s', b.total, u.total, b.total + u.total) AS detail
  FROM (SELECT coalesce(sum(balance), 0) AS total FROM ledger_balance) b,
    (SELECT coalesce(sum(amount), 0) AS total FROM ledger_unfolded) u
  WHERE b.total + u.total <> 0;

CREATE VIEW audit_i2_balance AS
  SELECT format('account %s: balance %s at entry %s, last entry %s with %s', a.account_id, b.balance, b.entry_seq, e.seq, e.balance_after) AS detail
  FROM audit_account a LEFT JOIN ledger_balance b USING (account_id)
  LEFT JOIN LATERAL (SELECT seq, balance_after FROM ledger_entry l WHERE l.account_id = a.account_id ORDER BY seq DESC LIMIT 1) e ON true
  WHERE b.account_id IS NULL OR b.entry_seq IS DISTINCT FROM e.seq OR b.balance <> coalesce(e.balance_after, 0)
    OR b.floor_balance IS DISTINCT FROM (CASE a.mode WHEN 'sync' THEN 0 END);

CREATE VIEW audit_i3_chain AS
  SELECT format('account %s, entry %s: from %s by %s to %s, after entry %s with %s', e.account_id, e.seq, e.balance_before, e.amount,
    e.balance_after, p.seq, p.balance_after) AS detail
  FROM audit_entry e LEFT JOIN ledger_entry p ON p.account_id = e.account_id AND p.seq = e.seq - 1
  WHERE e.seq < 1 OR (e.seq > 1 AND p.seq IS NULL) OR e.balance_before <> coalesce(p.balance_after, 0)
    OR e.balance_after <> e.balance_before + e.amount;

-- Whole only: in part it follows from the chain and from each side being there once.
CREATE VIEW audit_i4_replay AS
  SELECT format('account %s: postings give %s, balance and unfolded %s', account_id, replayed, held) AS detail
  FROM (SELECT a.account_id, coalesce(r.total, 0) AS replayed, coalesce(b.balance, 0) + coalesce(u.total, 0) AS held
    FROM ledger_account a LEFT JOIN ledger_balance b USING (account_id)
    LEFT JOIN (SELECT account_id, sum(amount) AS total FROM audit_side GROUP BY account_id) r USING (account_id)
    LEFT JOIN (SELECT account_id, sum(amount) AS total FROM ledger_unfolded GROUP BY account_id) u USING (account_id)
    WHERE audit_height() = 0) x
  WHERE replayed <> held;

-- From the sides to their entries, from the entries to their sides. A principal's and the others' apart, for the index.
CREATE VIEW audit_i4_sides AS
  SELECT format('posting %s, account %s: %s posted, %s entered', s.posting_id, s.account_id, s.amount, e.amount) AS detail
  FROM audit_side s JOIN ledger_account a USING (account_id)
  LEFT JOIN ledger_entry e ON e.principal_id = a.principal_id AND e.posting_id = s.posting_id AND e.account_id = s.account_id
  WHERE a.principal_id IS NOT NULL AND e.amount IS DISTINCT FROM s.amount
  UNION ALL
  SELECT format('posting %s, account %s: %s posted, %s entered, %s waiting', s.posting_id, s.account_id, s.amount, e.amount, u.amount)
  FROM audit_side s JOIN ledger_account a USING (account_id)
  LEFT JOIN ledger_entry e ON e.principal_id IS NULL AND e.posting_id = s.posting_id AND e.account_id = s.account_id
  LEFT JOIN ledger_unfolded u ON u.posting_id = s.posting_id AND u.account_id = s.account_id
  WHERE a.principal_id IS NULL AND ((e.amount IS NULL) = (u.amount IS NULL) OR coalesce(e.amount, u.amount) <> s.amount)
  UNION ALL
  SELECT format('posting %s, account %s: entry %s of %s, principal %s, for which nothing is posted', e.posting_id, e.account_id, e.seq, e.amount, e.principal_id)
  FROM audit_entry e LEFT JOIN ledger_posting p USING (posting_id) LEFT JOIN ledger_account a USING (account_id)
  WHERE e.principal_id IS DISTINCT FROM a.principal_id
    OR e.amount IS DISTINCT FROM (CASE e.account_id WHEN p.credit_account_id THEN p.amount WHEN p.debit_account_id THEN -p.amount END)
  UNION ALL
  SELECT format('posting %s, account %s: %s waits, for which nothing is posted', u.posting_id, u.account_id, u.amount)
  FROM ledger_unfolded u LEFT JOIN ledger_posting p USING (posting_id) LEFT JOIN ledger_account a USING (account_id)
  WHERE a.mode IS DISTINCT FROM 'deferred'
    OR u.amount IS DISTINCT FROM (CASE u.account_id WHEN p.credit_account_id THEN p.amount WHEN p.debit_account_id THEN -p.amount END);

CREATE VIEW audit_i4_hashes AS
  SELECT format('journal %s of block %s is not what was hashed when it was written', x.journal_id, coalesce(s.height::text, 'none yet')) AS detail
  FROM (SELECT j.journal_id, j.canonical_sha256, sha256(ledger_journal_head(j.journal_id, j.idem_key, j.kind, j.trade_id, j.created_at)
      || coalesce(string_agg(ledger_field(ledger_account_name(d.kind, d.principal_id, d.human_id, d.trade_id, d.step_no))
        || ledger_field(ledger_account_name(c.kind, c.principal_id, c.human_id, c.trade_id, c.step_no)) || ledger_field(p.amount::text), '' ORDER BY p.line_no), '')) AS computed
    FROM audit_journal j LEFT JOIN ledger_posting p USING (journal_id)
    LEFT JOIN ledger_account d ON d.account_id = p.debit_account_id LEFT JOIN ledger_account c ON c.account_id = p.credit_account_id
    GROUP BY j.journal_id, j.idem_key, j.kind, j.trade_id, j.created_at, j.canonical_sha256) x
  LEFT JOIN ledger_sealed s USING (journal_id)
  WHERE canonical_sha256 <> computed;

CREATE VIEW audit_i5_trade_accounts AS
  SELECT format('trade %s (%s), %s of principal %s, step %s: %s held, %s expected', coalesce(h.trade_id, x.trade_id), t.state,
    coalesce(h.kind, x.kind), coalesce(h.principal_id, x.principal_id), coalesce(h.step_no, x.step_no), coalesce(h.balance, 0), coalesce(x.stamps, 0)) AS detail
  FROM (
    SELECT a.trade_id, a.kind, a.principal_id, coalesce(a.step_no, 0) AS step_no, b.balance
    FROM ledger_account a JOIN ledger_balance b USING (account_id) WHERE a.trade_id IS NOT NULL AND audit_height() = 0
    UNION ALL SELECT a.trade_id, a.kind, a.principal_id, coalesce(a.step_no, 0), b.balance
    FROM audit_trade t JOIN ledger_account a ON coalesce(a.trade_id, '00000000-0000-0000-0000-000000000000') = t.trade_id
    JOIN ledger_balance b USING (account_id) WHERE audit_height() > 0) h
  FULL JOIN (
    SELECT p.trade_id, 'trade_bond' AS kind, p.principal_id, 0 AS step_no, p.bond_stamps AS stamps
    FROM audit_trade o JOIN trade_participant p USING (trade_id) WHERE o.state NOT IN ('completed', 'failed', 'compensated')
    UNION ALL SELECT s.trade_id, 'trade_escrow', s.consumer_principal_id, s.step_no, s.price_stamps
    FROM audit_trade o JOIN trade_step s USING (trade_id)
    WHERE o.state NOT IN ('completed', 'failed', 'compensated') AND s.activated_at IS NOT NULL) x
  ON x.trade_id = h.trade_id AND x.kind = h.kind AND x.principal_id = h.principal_id AND x.step_no = h.step_no
  LEFT JOIN trade t ON t.trade_id = coalesce(h.trade_id, x.trade_id)
  WHERE coalesce(h.balance, 0) <> coalesce(x.stamps, 0) OR t.trade_id IS NULL;

CREATE VIEW audit_i6_trade_journals AS
  SELECT format('trade %s, principal %s: bond %s, reserved %s', p.trade_id, p.principal_id, p.bond_stamps, coalesce(m.stamps, 0)) AS detail
  FROM audit_trade t JOIN trade_participant p USING (trade_id) CROSS JOIN LATERAL (
    SELECT sum(o.amount) AS stamps FROM ledger_journal j JOIN ledger_posting o USING (journal_id) JOIN ledger_account c ON c.account_id = o.credit_account_id
    WHERE j.idem_key = 'trade:' || p.trade_id || ':reserve' AND c.kind = 'trade_bond' AND c.trade_id = p.trade_id AND c.principal_id = p.principal_id) m
  WHERE p.bond_stamps <> coalesce(m.stamps, 0)
  UNION ALL
  SELECT format('trade %s, step %s: price %s and fee %s, escrowed %s and taken %s', s.trade_id, s.step_no, s.price_stamps, s.fee_stamps, coalesce(m.price, 0), coalesce(m.fee, 0))
  FROM audit_trade t JOIN trade_step s USING (trade_id) CROSS JOIN LATERAL (
    SELECT sum(o.amount) FILTER (WHERE c.kind = 'trade_escrow' AND c.trade_id = s.trade_id AND c.step_no = s.step_no) AS price,
      sum(o.amount) FILTER (WHERE c.kind = 'platform_fee') AS fee
    FROM ledger_journal j JOIN ledger_posting o USING (journal_id) JOIN ledger_account c ON c.account_id = o.credit_account_id
    JOIN ledger_account d ON d.account_id = o.debit_account_id
    WHERE j.idem_key = 'trade:' || s.trade_id || ':activate:' || s.step_no AND d.kind = 'ticket' AND d.principal_id = s.consumer_principal_id) m
  WHERE coalesce(m.price, 0) <> (CASE WHEN s.activated_at IS NULL THEN 0 ELSE s.price_stamps END) OR coalesce(m.fee, 0) <> s.fee_stamps
  UNION ALL
  SELECT format('journal %s (%s) of trade %s is under the key %s', j.journal_id, j.kind, j.trade_id, j.idem_key)
  FROM audit_journal j WHERE j.trade_id IS NOT NULL AND NOT CASE j.kind
    WHEN 'trade_bond' THEN j.idem_key = 'trade:' || j.trade_id || ':reserve'
    WHEN 'activation' THEN EXISTS (SELECT FROM trade_step s WHERE s.trade_id = j.trade_id AND j.idem_key = 'trade:' || j.trade_id || ':activate:' || s.step_no)
    ELSE j.idem_key = 'trade:' || j.trade_id || ':settle' AND EXISTS (SELECT FROM settlement s WHERE s.trade_id = j.trade_id) END;

CREATE VIEW audit_i7_cleared AS
  SELECT format('%s left the clearing account, sessions worth %s are credited', cleared.stamps, credited.stamps) AS detail
  FROM (SELECT -(coalesce(sum(b.balance), 0) + coalesce((SELECT sum(u.amount) FROM ledger_unfolded u JOIN ledger_account c USING (account_id)
      WHERE c.kind = 'stripe_clearing'), 0)) AS stamps
    FROM ledger_account a JOIN ledger_balance b USING (account_id) WHERE a.kind = 'stripe_clearing') cleared,
    (SELECT coalesce(sum(tickets_stamps), 0) AS stamps FROM ticket_purchase WHERE status = 'credited') credited
  WHERE cleared.stamps <> credited.stamps;

CREATE VIEW audit_i7_credited AS
  SELECT format('session %s (%s): %s stamps to %s posted, %s to %s expected', substr(j.idem_key, 16), coalesce(p.status, 'unknown'),
    l.amount, coalesce(c.principal_id, c.human_id), p.tickets_stamps, coalesce(p.principal_id, p.human_id)) AS detail
  FROM audit_journal j JOIN ledger_posting l USING (journal_id) JOIN ledger_account c ON c.account_id = l.credit_account_id
  LEFT JOIN ticket_purchase p ON p.session_id = substr(j.idem_key, 16)
  WHERE j.kind = 'ticket_purchase' AND (j.idem_key NOT LIKE 'stripe:session:%' OR p.status IS DISTINCT FROM 'credited'
    OR (l.line_no, l.amount, coalesce(c.principal_id, c.human_id)) IS DISTINCT FROM (1, p.tickets_stamps, coalesce(p.principal_id, p.human_id)))
  UNION ALL
  SELECT format('session %s is credited, and nothing is posted for it', p.session_id)
  FROM ticket_purchase p LEFT JOIN ledger_journal j ON j.idem_key = 'stripe:session:' || p.session_id
  WHERE p.status = 'credited' AND p.credited_at >= audit_since() AND j.kind IS DISTINCT FROM 'ticket_purchase';

CREATE VIEW audit_i8_settlements AS
  SELECT format('trade %s is %s and has %s settlements', t.trade_id, t.state, count(s.trade_id)) AS detail
  FROM audit_trade t LEFT JOIN settlement s USING (trade_id) GROUP BY t.trade_id, t.state
  HAVING count(s.trade_id) <> (t.state IN ('completed', 'failed', 'compensated'))::integer
  UNION ALL SELECT format('settlement of trade %s, which there is not', s.trade_id)
  FROM settlement s LEFT JOIN trade t USING (trade_id) WHERE s.settlement_id >= audit_since_id() AND t.trade_id IS NULL;

CREATE VIEW audit_i8_told AS
  SELECT format('trade %s (%s), principal %s: %s records, %s terminal events, %s of the right type', t.trade_id, t.state, p.principal_id, r.n, e.n, e.fitting) AS detail
  FROM audit_trade t JOIN trade_participant p USING (trade_id)
  CROSS JOIN LATERAL (SELECT count(*) AS n FROM settlement_party s WHERE s.trade_id = t.trade_id AND s.principal_id = p.principal_id) r
  CROSS JOIN LATERAL (SELECT count(*) AS n,
      count(*) FILTER (WHERE v.type = CASE t.state WHEN 'completed' THEN 'trade.completed' ELSE 'trade.failed' END) AS fitting
    FROM event v WHERE v.trade_id = t.trade_id AND v.principal_id = p.principal_id AND v.type IN ('trade.completed', 'trade.failed')) e
  WHERE (r.n, e.n, e.fitting) <> CASE WHEN t.state IN ('completed', 'failed', 'compensated') THEN ROW (1::bigint, 1::bigint, 1::bigint) ELSE ROW (0::bigint, 0::bigint, 0::bigint) END
  UNION ALL SELECT format('trade %s, principal %s: told, but no participant', told.trade_id, told.principal_id)
  FROM (SELECT s.trade_id, s.principal_id FROM audit_trade t JOIN settlement_party s USING (trade_id)
    UNION SELECT v.trade_id, v.principal_id FROM audit_trade t JOIN event v USING (trade_id) WHERE v.type IN ('trade.completed', 'trade.failed')) told
  WHERE NOT EXISTS (SELECT FROM trade_participant p WHERE p.trade_id = told.trade_id AND p.principal_id = told.principal_id);

-- S1 to S3: the seals (docs/ledger-proofs.md). What a block says of itself, what it says of its journals, and that every
-- journal is in one.
CREATE VIEW audit_s1_blocks AS
  SELECT format('block %s: %s', b.height, CASE
    WHEN b.hash <> ledger_block_hash(b.height, b.previous, b.merkle_root, b.journals) THEN 'its hash is not that of its contents'
    ELSE format('it does not follow block %s', b.height - 1) END) AS detail
  FROM ledger_block b LEFT JOIN ledger_block p ON p.height = b.height - 1
  WHERE b.height > audit_height() AND (b.hash <> ledger_block_hash(b.height, b.previous, b.merkle_root, b.journals)
    OR b.previous <> coalesce(p.hash, decode(repeat('00', 32), 'hex')) OR (p.height IS NULL) <> (b.height = 1))
  UNION ALL
  SELECT format('block %s: an audit found %s there, now it is %s', c.height, encode(c.hash, 'hex'), coalesce(encode(b.hash, 'hex'), 'not there'))
  FROM ledger_checkpoint c LEFT JOIN ledger_block b USING (height)
  WHERE c.height > 0 AND c.height >= audit_height() AND b.hash IS DISTINCT FROM c.hash;

CREATE VIEW audit_s2_contents AS
  SELECT format('block %s: %s journals are there, %s were sealed%s', coalesce(b.height, l.height), coalesce(l.found, 0), coalesce(b.journals, 0),
    CASE WHEN l.found = b.journals AND l.places = b.journals THEN ', and not these' END) AS detail
  FROM (SELECT * FROM ledger_block WHERE height > audit_height()) b
  FULL JOIN (SELECT s.height, count(j.journal_id) AS found, max(s.leaf_no) AS places,
      ledger_merkle_root(array_agg(coalesce(j.canonical_sha256, '') ORDER BY s.leaf_no)) AS root
    FROM ledger_sealed s LEFT JOIN ledger_journal j USING (journal_id) WHERE s.height > audit_height() GROUP BY s.height) l ON l.height = b.height
  WHERE l.height IS NULL OR b.height IS NULL OR l.found <> b.journals OR l.places <> b.journals OR l.root <> b.merkle_root;

CREATE VIEW audit_s3_queue AS
  SELECT format('journal %s is in no block and waits for none', j.journal_id) AS detail
  FROM ledger_journal j LEFT JOIN ledger_sealed s USING (journal_id) LEFT JOIN ledger_unsealed u USING (journal_id)
  WHERE audit_height() = 0 AND s.journal_id IS NULL AND u.journal_id IS NULL
  UNION ALL
  SELECT format('journal %s waits for a block%s', u.journal_id, CASE WHEN j.journal_id IS NULL THEN ', and is not there' ELSE format(' and is in block %s', s.height) END)
  FROM ledger_unsealed u LEFT JOIN ledger_sealed s USING (journal_id) LEFT JOIN ledger_journal j USING (journal_id)
  WHERE s.journal_id IS NOT NULL OR j.journal_id IS NULL;

GRANT SELECT ON audit_journal, audit_posting, audit_side, audit_account, audit_entry, audit_trade, audit_i1_sum, audit_i2_balance,
  audit_i3_chain, audit_i4_replay, audit_i4_sides, audit_i4_hashes, audit_i5_trade_accounts, audit_i6_trade_journals, audit_i7_cleared,
  audit_i7_credited, audit_i8_settlements, audit_i8_told, audit_s1_blocks, audit_s2_contents, audit_s3_queue TO ats_app;
