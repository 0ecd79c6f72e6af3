-- Moves the test clock one step towards its target, and returns what it did.
--
-- still: there is no target. busy: work is due, or a transaction is open. stepped: the clock moved to the next time at
-- which work is due, rounded up to a second, or to the target. arrived: the target is reached and nothing is due.
-- A long way is made in such steps, so work happens in the order and at the times of real life.
--
-- Callers: src/sandbox/clock.ts.
-- Locks: the advisory lock of the test clock, exclusive. It waits 500 ms at most, because all requests wait behind it.
CREATE OR REPLACE FUNCTION sandbox_step() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_clock sandbox_clock;
  v_due   record;
  v_real  timestamptz;
  v_now   timestamptz;
  v_to    timestamptz;
BEGIN
  IF NOT EXISTS (SELECT FROM sandbox_clock WHERE target_at IS NOT NULL) THEN
    RETURN 'still';
  END IF;
  PERFORM set_config('lock_timeout', '500ms', true);
  BEGIN
    PERFORM pg_advisory_xact_lock(sandbox_clock_lock());
  EXCEPTION WHEN lock_not_available THEN
    RETURN 'busy';
  END;
  SELECT * INTO STRICT v_clock FROM sandbox_clock;
  v_real := clock_timestamp();
  v_now := v_real + v_clock.advanced_ms * interval '1 millisecond';
  SELECT * INTO v_due FROM sandbox_due(v_now);
  IF v_due.trades + v_due.proposals + v_due.listings + v_due.events + v_due.webhooks > 0 THEN
    RETURN 'busy';
  END IF;
  IF v_now >= v_clock.target_at THEN
    UPDATE sandbox_clock SET target_at = NULL;
    RETURN 'arrived';
  END IF;
  v_to := least(date_trunc('second', v_due.next_at + interval '999 milliseconds'), v_clock.target_at);
  UPDATE sandbox_clock SET advanced_ms = greatest(advanced_ms, ceil(extract(epoch FROM v_to - v_real) * 1000));
  RETURN 'stepped';
END $$;
