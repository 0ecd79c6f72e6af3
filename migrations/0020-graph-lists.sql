-- Indexes of what waits for an owner, and of the order in which operators list settled trades.

CREATE INDEX approval_pending ON approval (principal_id, expires_at) WHERE decision IS NULL;
CREATE INDEX settlement_by_time ON settlement (settled_at, trade_id);
