-- Names the advisory lock of the test clock.
--
-- Every transaction of a sandbox shares it until it ends, and a step of the clock takes it alone. So no transaction sees
-- two times, and none is open while the clock steps.
-- Callers: sandbox_now, sandbox_step.
-- Locks: none; it only computes the key.
CREATE OR REPLACE FUNCTION sandbox_clock_lock() RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended('sandbox clock', 0)
$$;
