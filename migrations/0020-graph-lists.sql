-- The index of the order in which operators list settled trades.

CREATE INDEX settlement_by_time ON settlement (settled_at, trade_id);
