-- Appends a fact to the chain of a principal: the state that an object has now. A removed object has none.
-- Callers: src/database/repositories/authority.ts, in the round trip of COMMIT; authority_import_facts.
-- Locks: an advisory lock of the chain. It is the last lock of the transaction, so it waits for no other.
CREATE OR REPLACE FUNCTION authority_add_fact(p_act jsonb, p_object text, p_id uuid, p_version integer, p_principal uuid) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_chain uuid := p_principal;
  v_state jsonb;
  v_body  text;
BEGIN
  SELECT r.principal_id, r.state INTO v_chain, v_state FROM authority_row r
  WHERE r.object = p_object AND r.id = p_id AND r.version = p_version;
  v_chain := coalesce(v_chain, p_principal);
  v_body := (p_act || jsonb_build_object('object', p_object, 'id', p_id, 'version', p_version, 'state', v_state))::text;
  PERFORM pg_advisory_xact_lock(hashtextextended('authority ' || v_chain, 0));
  INSERT INTO authority_fact (principal_id, fact_no, body, sha256)
  SELECT v_chain, coalesce(l.fact_no, 0) + 1, v_body, trade_fact_sha256(l.sha256, v_body)
  FROM (SELECT) one
  LEFT JOIN LATERAL (SELECT f.fact_no, f.sha256 FROM authority_fact f WHERE f.principal_id = v_chain ORDER BY f.fact_no DESC LIMIT 1) l ON true;
END $$;
