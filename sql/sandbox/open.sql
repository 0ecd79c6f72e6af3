-- Makes an unused database a sandbox, and returns whether it is one.
-- A database that was live stays live: the service was open on it, or it has a credential or a principal.
-- Callers: src/database/connection/open.ts.
-- Locks: the row of service_hours, which a live service updates before it serves its first request.
CREATE OR REPLACE FUNCTION sandbox_open() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM service_hours FOR UPDATE;
  IF EXISTS (SELECT FROM sandbox_clock) THEN
    RETURN true;
  END IF;
  IF EXISTS (SELECT FROM service_hours WHERE open_at IS NOT NULL) OR EXISTS (SELECT FROM credential)
    OR EXISTS (SELECT FROM principal) THEN
    RETURN false;
  END IF;
  INSERT INTO sandbox_clock DEFAULT VALUES;
  RETURN true;
END $$;
