-- Waits for the turn of a caller at a row that several parties lock.
--
-- A party with many waiting calls could keep a row from its counterparty until a deadline has passed. So its calls first wait for each
-- other, and then as one in the queue of the row. PostgreSQL serves waiters of an advisory lock in order. Those of a row it does
-- not: a rollback to a savepoint lets a new caller pass them. A caller waits for the row anyway, so turns cost no concurrency.
-- Without a caller or a row there is no turn.
-- Callers: load_decision_data.
-- Locks: one advisory lock of caller and row, then one of the row, until the lock of the row ends. Both come before that lock.
CREATE OR REPLACE FUNCTION wait_for_turn(p_caller uuid, p_row uuid) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('turn ' || p_caller || p_row, 0));
  SELECT pg_advisory_xact_lock(hashtextextended('row ' || p_row, 0)) WHERE p_caller IS NOT NULL;
$$;
