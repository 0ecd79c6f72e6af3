-- The counterparties of each principal's completed trades, with their owners, for the record of the principal at fault.

CREATE TABLE completed_counterparty (
  principal_id    uuid        NOT NULL CONSTRAINT completed_counterparty_principal REFERENCES principal,
  counterparty_id uuid        NOT NULL CONSTRAINT completed_counterparty_counterparty REFERENCES principal (principal_id),
  owner_id        uuid,
  settled_at      timestamptz NOT NULL,
  CONSTRAINT completed_counterparty_pkey PRIMARY KEY (principal_id, counterparty_id)
);
COMMENT ON TABLE completed_counterparty IS 'each principal with which a principal has completed a trade';
COMMENT ON COLUMN completed_counterparty.owner_id IS 'the oldest owner of the counterparty; null: it has none, or shares an owner with the principal';
COMMENT ON COLUMN completed_counterparty.settled_at IS 'time of the last completed trade of both';

INSERT INTO completed_counterparty (principal_id, counterparty_id, owner_id, settled_at)
SELECT k.principal_id, k.counterparty_id,
  CASE WHEN NOT EXISTS (SELECT FROM binding o JOIN binding c USING (human_id)
      WHERE o.principal_id = k.principal_id AND o.role = 'owner' AND c.principal_id = k.counterparty_id AND c.role = 'owner')
    THEN (SELECT b.human_id FROM binding b WHERE b.principal_id = k.counterparty_id AND b.role = 'owner' ORDER BY b.binding_id LIMIT 1) END,
  k.settled_at
FROM (
  SELECT a.principal_id, b.principal_id AS counterparty_id, max(s.settled_at) AS settled_at
  FROM settlement s JOIN trade_participant a USING (trade_id) JOIN trade_participant b USING (trade_id)
  WHERE s.outcome = 'completed' AND a.principal_id <> b.principal_id
  GROUP BY 1, 2) k;

-- The newest counterparties of a principal, and its owners one after the other.
CREATE INDEX completed_counterparty_newest ON completed_counterparty (principal_id, settled_at) INCLUDE (owner_id) WHERE owner_id IS NOT NULL;
CREATE INDEX completed_counterparty_by_owner ON completed_counterparty (principal_id, owner_id, settled_at) WHERE owner_id IS NOT NULL;
CREATE INDEX trade_completed ON trade_participant (principal_id, settled_at) WHERE outcome = 'completed';

GRANT SELECT, INSERT ON completed_counterparty TO ats_app;
GRANT UPDATE (owner_id, settled_at) ON completed_counterparty TO ats_app;
