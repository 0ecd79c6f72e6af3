-- The market: listings that every caller may read, and the reputation of principals.

ALTER TABLE listing ADD COLUMN visibility text NOT NULL DEFAULT 'match_only'
  CONSTRAINT listing_visibility CHECK (visibility IN ('match_only', 'market'));
COMMENT ON CONSTRAINT listing_visibility ON listing IS 'match runs alone find a listing, or every caller reads it in the market';

-- The market in each of its orders: of everything, of a side, of a trade profile, and of both.
CREATE INDEX market_newest ON listing (listing_id) WHERE visibility = 'market' AND state = 'active';
CREATE INDEX market_newest_by_side ON listing (side, listing_id) WHERE visibility = 'market' AND state = 'active';
CREATE INDEX market_newest_by_profile ON listing (trade_profile, listing_id) WHERE visibility = 'market' AND state = 'active';
CREATE INDEX market_newest_by_both ON listing (trade_profile, side, listing_id) WHERE visibility = 'market' AND state = 'active';
CREATE INDEX market_priced ON listing (price_stamps, listing_id) WHERE visibility = 'market' AND state = 'active';
CREATE INDEX market_priced_by_side ON listing (side, price_stamps, listing_id) WHERE visibility = 'market' AND state = 'active';
CREATE INDEX market_priced_by_profile ON listing (trade_profile, price_stamps, listing_id) WHERE visibility = 'market' AND state = 'active';
CREATE INDEX market_priced_by_both ON listing (trade_profile, side, price_stamps, listing_id)
  WHERE visibility = 'market' AND state = 'active';
-- Whether a principal offers in the market.
CREATE INDEX market_by_principal ON listing (principal_id, listing_id) WHERE visibility = 'market' AND state = 'active';
-- The trade profiles by prefix, and their active listings, newest first.
CREATE INDEX listing_active_by_profile ON listing ((trade_profile COLLATE "C"), side, listing_id DESC) WHERE state = 'active';

CREATE TABLE settlement_owner (
  trade_id     uuid   NOT NULL CONSTRAINT settlement_owner_settlement REFERENCES settlement (trade_id),
  principal_id uuid   NOT NULL CONSTRAINT settlement_owner_principal REFERENCES principal,
  human_ids    uuid[] NOT NULL,
  CONSTRAINT settlement_owner_pkey PRIMARY KEY (trade_id, principal_id)
);
COMMENT ON TABLE settlement_owner IS 'the owners of each participant when its trade was settled';
COMMENT ON COLUMN settlement_owner.human_ids IS 'oldest binding first';

CREATE TABLE principal_reputation (
  principal_id     uuid        CONSTRAINT principal_reputation_pkey PRIMARY KEY CONSTRAINT principal_reputation_principal REFERENCES principal,
  settled_trades   integer     NOT NULL,
  counterparties   integer     NOT NULL,
  f1               integer     NOT NULL,
  f2               integer     NOT NULL,
  f3               integer     NOT NULL,
  f4               integer     NOT NULL,
  f5               integer     NOT NULL,
  disputes_raised  integer     NOT NULL,
  disputes_won     integer     NOT NULL,
  disputes_lost    integer     NOT NULL,
  disputes_unruled integer     NOT NULL,
  fees_paid_stamps bigint      NOT NULL,
  first_trade_at   timestamptz NOT NULL,
  CONSTRAINT principal_reputation_range CHECK (settled_trades > 0 AND least(counterparties, f1, f2, f3, f4, f5, disputes_won, disputes_lost,
    disputes_unruled, fees_paid_stamps) >= 0 AND f1 + f2 + f3 + f4 + f5 <= settled_trades
    AND disputes_won + disputes_lost + disputes_unruled <= disputes_raised AND disputes_raised <= settled_trades)
);
COMMENT ON TABLE principal_reputation IS 'figures of the settled trades in which every participant had a bond';
COMMENT ON CONSTRAINT principal_reputation_range ON principal_reputation IS 'each fault and each dispute is one of the settled trades';

CREATE TABLE reputation_counterparty (
  principal_id uuid NOT NULL CONSTRAINT reputation_counterparty_principal REFERENCES principal,
  human_id     uuid NOT NULL CONSTRAINT reputation_counterparty_human REFERENCES human,
  CONSTRAINT reputation_counterparty_pkey PRIMARY KEY (principal_id, human_id)
);
COMMENT ON TABLE reputation_counterparty IS 'the owners with whose principals a principal has settled a bonded trade';

-- Trades that were settled before: with the owners of today, because those of the settlement were not recorded.
INSERT INTO settlement_owner (trade_id, principal_id, human_ids)
SELECT p.trade_id, p.principal_id, ARRAY(SELECT b.human_id FROM binding b WHERE b.principal_id = p.principal_id AND b.role = 'owner' ORDER BY b.binding_id)
FROM settlement s JOIN trade_participant p USING (trade_id);

CREATE TEMPORARY TABLE counted_trade ON COMMIT DROP AS
SELECT trade_id FROM settlement s WHERE NOT EXISTS (SELECT FROM trade_participant p WHERE p.trade_id = s.trade_id AND p.bond_stamps = 0);

INSERT INTO reputation_counterparty (principal_id, human_id)
SELECT DISTINCT own.principal_id, other.human_ids[1] FROM counted_trade JOIN settlement_owner own USING (trade_id)
JOIN settlement_owner other USING (trade_id)
WHERE own.principal_id <> other.principal_id AND cardinality(other.human_ids) > 0 AND NOT own.human_ids && other.human_ids;

INSERT INTO principal_reputation
SELECT p.principal_id, count(*), (SELECT count(*) FROM reputation_counterparty c WHERE c.principal_id = p.principal_id),
  count(*) FILTER (WHERE p.failure_class = 'F1'), count(*) FILTER (WHERE p.failure_class = 'F2'), count(*) FILTER (WHERE p.failure_class = 'F3'),
  count(*) FILTER (WHERE p.failure_class = 'F4'), count(*) FILTER (WHERE p.failure_class = 'F5'), count(*) FILTER (WHERE p.is_disputed),
  count(*) FILTER (WHERE p.is_disputed AND p.fault_principal_id <> p.principal_id),
  count(*) FILTER (WHERE p.is_disputed AND p.fault_principal_id = p.principal_id),
  count(*) FILTER (WHERE p.is_disputed AND p.failure_cause = 'unruled'), sum(p.fees_stamps), min(p.settled_at)
FROM (
  SELECT y.principal_id, y.fees_stamps, s.settled_at, s.failure_cause, s.fault_principal_id,
    CASE WHEN s.fault_principal_id = y.principal_id THEN s.failure_class END AS failure_class, EXISTS (SELECT FROM trade_step d
      WHERE d.trade_id = s.trade_id AND d.step_no = s.faulted_step_no AND t.dispute_burn_bps IS NOT NULL
        AND d.checkpoint_status IS NOT NULL AND d.rebuttal_filed_at < d.deadline_at
        AND y.principal_id IN (d.provider_principal_id, d.consumer_principal_id)) AS is_disputed
  FROM counted_trade JOIN settlement s USING (trade_id) JOIN trade t USING (trade_id) JOIN settlement_party y USING (trade_id)) p
GROUP BY p.principal_id;

GRANT SELECT, INSERT ON settlement_owner, reputation_counterparty, principal_reputation TO ats_app;
GRANT UPDATE (settled_trades, counterparties, f1, f2, f3, f4, f5, disputes_raised, disputes_won, disputes_lost, disputes_unruled,
  fees_paid_stamps, first_trade_at) ON principal_reputation TO ats_app;
