-- The facts of the trades that this audit reads, parsed once, each with the state of the trade after it.
--
-- Trades with a broken chain are left out, because F1 reports them.
CREATE OR REPLACE VIEW audit_act AS
  SELECT s.trade_id, s.fact_no, s.kind, s.at, s.body,
    coalesce(first_value(s.new_state) OVER (PARTITION BY s.trade_id, s.changes ORDER BY s.fact_no), 'bond_reserved') AS state
  FROM (SELECT f.trade_id, f.fact_no, f.body, f.body->>'kind' AS kind, (f.body->>'at')::timestamptz AS at, f.body->'trade'->>'state' AS new_state,
      count(f.body->'trade'->>'state') OVER w AS changes
    FROM (SELECT c.trade_id, c.fact_no, trade_fact_json(c.body) AS body
      FROM (SELECT f.*, bool_and(f.is_chained) OVER (PARTITION BY f.trade_id) AS is_whole
        FROM (SELECT f.*, f.sha256 = trade_fact_sha256(lag(f.sha256) OVER (PARTITION BY f.trade_id ORDER BY f.fact_no), f.body) AS is_chained
          FROM audit_fact f) f) c
      WHERE c.is_whole OFFSET 0) f
    WINDOW w AS (PARTITION BY f.trade_id ORDER BY f.fact_no)) s;

GRANT SELECT ON audit_act TO ats_app;
