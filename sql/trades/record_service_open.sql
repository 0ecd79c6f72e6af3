-- Records before COMMIT that the service is open. A closed period then begins after the transaction's act.
-- Fails with 40001 if the service was closed since the act was decided, so that the act is decided again.
-- Callers: src/database/repositories/service-hours.ts.
-- Locks: the row of service_hours.
CREATE OR REPLACE FUNCTION record_service_open(p_gap_seconds integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE service_hours SET open_at = clock_timestamp()
  WHERE open_at > clock_timestamp() - make_interval(secs => p_gap_seconds) AND NOT EXISTS (SELECT FROM ledger_halt);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the service was closed before the commit' USING ERRCODE = 'serialization_failure';
  END IF;
END $$;
