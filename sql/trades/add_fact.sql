-- Appends a fact to the chain of a trade.
-- Callers: apply_effects, trade_import_facts, and the end of a closed period (src/database/repositories/service-hours.ts).
-- Locks: none. Callers hold the lock of the trade, so its chain has one writer.
CREATE OR REPLACE FUNCTION trade_add_fact(p_trade uuid, p_body text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO trade_fact (trade_id, fact_no, body, sha256)
  SELECT p_trade, coalesce(l.fact_no, 0) + 1, p_body, trade_fact_sha256(l.sha256, p_body)
  FROM (SELECT) one
  LEFT JOIN LATERAL (SELECT f.fact_no, f.sha256 FROM trade_fact f WHERE f.trade_id = p_trade ORDER BY f.fact_no DESC LIMIT 1) l ON true;
END $$;
