-- Returns the start of a mandate's budget period: of the day, of the week from Monday, or of the month, in UTC.
-- Callers: mandate_use, mandate_data.
-- Locks: none.
CREATE OR REPLACE FUNCTION mandate_period_start(p_period text, p_at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_period = 'total' THEN '-infinity' ELSE date_trunc(p_period, p_at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' END
$$;
