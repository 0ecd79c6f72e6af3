-- Returns the time of a sandbox: the time of the transaction plus the offset of the test clock, in whole milliseconds.
-- It fails in a live database, which has no test clock. Volatile: the row is read after the lock is granted.
-- Callers: src/database/transactions/database.ts.
-- Locks: the advisory lock of the test clock, shared, until the transaction ends.
CREATE OR REPLACE FUNCTION sandbox_now() RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  v_at timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(sandbox_clock_lock());
  SELECT date_trunc('milliseconds', now()) + advanced_ms * interval '1 millisecond' INTO STRICT v_at FROM sandbox_clock;
  RETURN v_at;
END $$;
