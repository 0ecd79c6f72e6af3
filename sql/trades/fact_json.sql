-- Parses the text of a fact. Null: it is no JSON, because it was changed.
-- It is not PARALLEL SAFE: PostgreSQL 15 refuses its EXCEPTION block in a parallel plan.
-- Callers: authority_last_fact, and the audit.
-- Locks: none.
CREATE OR REPLACE FUNCTION trade_fact_json(p_body text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN p_body::jsonb;
EXCEPTION WHEN invalid_text_representation OR untranslatable_character THEN
  RETURN NULL;
END $$;
