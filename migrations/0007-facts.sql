-- Facts: the source of a trade, and of who may act. Rows of the other tables are a projection of them.
--
-- The release before writes no facts. apply_effects then adds one with the rows as they are, so its trades go on.

-- The facts of a trade, numbered from 1. sha256 = SHA-256('ats-fact-v1' || the sha256 before || body).
CREATE TABLE trade_fact (
  trade_id uuid    NOT NULL,
  fact_no  integer NOT NULL,
  body     text    NOT NULL,
  sha256   bytea   NOT NULL,
  CONSTRAINT trade_fact_pkey PRIMARY KEY (trade_id, fact_no),
  CONSTRAINT trade_fact_no_range CHECK (fact_no > 0),
  CONSTRAINT trade_fact_sha256_length CHECK (octet_length(sha256) = 32)
);
COMMENT ON COLUMN trade_fact.body IS 'canonical JSON (RFC 8785): kind, at, actor, request_digest, and what the act changed';
COMMENT ON CONSTRAINT trade_fact_no_range ON trade_fact IS 'facts are numbered from 1';
COMMENT ON CONSTRAINT trade_fact_sha256_length ON trade_fact IS 'SHA-256';
GRANT SELECT, INSERT ON trade_fact TO ats_app;
