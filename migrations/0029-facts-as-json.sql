-- The facts of a decision are json instead of jsonb, which takes less time (docs/decisions/0017-plans-on-indexes.md).

-- The files of sql/ create them with json as their result. A new database does not have them yet.
DROP FUNCTION IF EXISTS load_facts(jsonb, timestamptz);
DROP FUNCTION IF EXISTS principal_facts(uuid[], timestamptz);
