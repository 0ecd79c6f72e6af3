-- The test clock of a sandbox. A live database has no row, and a live service never reads a row as time.

CREATE TABLE sandbox_clock (
  only_row    boolean     NOT NULL DEFAULT true CONSTRAINT sandbox_clock_pkey PRIMARY KEY,
  advanced_ms bigint      NOT NULL DEFAULT 0,
  target_at   timestamptz,
  request_key text,
  advanced_to timestamptz,
  CONSTRAINT sandbox_clock_one_row CHECK (only_row),
  CONSTRAINT sandbox_clock_forward CHECK (advanced_ms >= 0)
);
COMMENT ON TABLE sandbox_clock IS 'a row makes the database a sandbox: its time is the real time plus advanced_ms';
COMMENT ON COLUMN sandbox_clock.target_at IS 'the time that the clock is moving to; null: it is not moving';
COMMENT ON COLUMN sandbox_clock.request_key IS 'the request that moved the clock last; null: none';
COMMENT ON COLUMN sandbox_clock.advanced_to IS 'the time that the last request moved the clock to';
COMMENT ON CONSTRAINT sandbox_clock_one_row ON sandbox_clock IS 'a sandbox has one clock';
COMMENT ON CONSTRAINT sandbox_clock_forward ON sandbox_clock IS 'a test clock is never behind the real time';

GRANT SELECT, INSERT, UPDATE ON sandbox_clock TO ats_app;
