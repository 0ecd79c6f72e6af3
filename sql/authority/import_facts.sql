-- Adds a fact `imported` for each object whose last fact does not give its state: for rows of a release without facts.
--
-- It accepts the rows as they are. The owner of the database runs it once after an upgrade during which both releases ran.
-- Callers: the statement below, the owner by hand, and tests that insert rows themselves.
-- Locks: those of authority_add_fact.
CREATE OR REPLACE FUNCTION authority_import_facts() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_act CONSTANT jsonb := jsonb_build_object('kind', 'imported', 'at', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'actor', NULL, 'request_digest', NULL);
BEGIN
  PERFORM authority_add_fact(v_act, d.object, d.id, d.version, d.principal_id)
  FROM (SELECT * FROM authority_difference ORDER BY principal_id, object, id, version) d;
END $$;

REVOKE ALL ON FUNCTION authority_import_facts FROM PUBLIC;

-- Once, when this file comes into a database.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM authority_fact) THEN PERFORM authority_import_facts(); END IF;
END $$;
