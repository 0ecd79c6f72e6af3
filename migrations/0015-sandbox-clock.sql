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

-- Faults that a developer injects into a sandbox.
CREATE TABLE sandbox_fault (
  fault_id     bigint  GENERATED ALWAYS AS IDENTITY CONSTRAINT sandbox_fault_pkey PRIMARY KEY,
  kind         text    NOT NULL,
  principal_id uuid    CONSTRAINT sandbox_fault_principal REFERENCES principal,
  remaining    integer NOT NULL,
  CONSTRAINT sandbox_fault_kind CHECK (kind IN ('drop_after_commit', 'error_after_commit', 'duplicate_webhook', 'reorder_webhooks', 'slow')),
  CONSTRAINT sandbox_fault_remaining CHECK (remaining >= 0)
);
COMMENT ON COLUMN sandbox_fault.principal_id IS 'whose requests and webhooks fail; null: those of all';
COMMENT ON COLUMN sandbox_fault.remaining IS 'how often the fault still happens';
COMMENT ON CONSTRAINT sandbox_fault_principal ON sandbox_fault IS 'a fault belongs to a principal of the sandbox, or to all';
COMMENT ON CONSTRAINT sandbox_fault_kind ON sandbox_fault IS 'the kinds of faults';
COMMENT ON CONSTRAINT sandbox_fault_remaining ON sandbox_fault IS 'a fault happens as often as it was injected';
CREATE INDEX sandbox_fault_to_come ON sandbox_fault (fault_id) WHERE remaining > 0;
CREATE INDEX sandbox_fault_by_principal ON sandbox_fault (principal_id);

GRANT SELECT, INSERT, UPDATE ON sandbox_fault TO ats_app;
