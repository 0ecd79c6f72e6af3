-- Parses the text of a fact. Null: it is no JSON, because it was changed.
-- Callers: authority_last_fact, and the audit.
-- Locks: none.
CREATE OR REPLACE FUNCTION trade_fact_json(p_body text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN p_body::jsonb;
EXCEPTION WHEN invalid_text_representation OR untranslatable_character THEN
  RETURN NULL;
END $$;
