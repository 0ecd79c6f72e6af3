-- Indexes of the filters by which operators list trades of all principals.

CREATE INDEX trade_open ON trade (state, trade_id) WHERE settled_at IS NULL;
CREATE INDEX settlement_by_outcome ON settlement (outcome, trade_id);
CREATE INDEX settlement_by_class ON settlement (failure_class, trade_id) WHERE failure_class IS NOT NULL;
