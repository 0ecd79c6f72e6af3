-- F1: each trade's facts form a chain without gaps, from the fact of its creation on
--
-- The first fact is `created`, or `imported` for a trade of a release without facts. The digest of a fact is over its text and
-- the digest before it, so a changed fact breaks the chain at the changed place.
CREATE OR REPLACE VIEW audit_f1_chain AS
  SELECT format('trade %s, fact %s: %s', f.trade_id, f.fact_no, CASE
    WHEN f.fact_no <> f.place THEN format('it is the %s. of the chain', f.place)
    WHEN f.sha256 <> trade_fact_sha256(f.previous, f.body) THEN 'it is not the one that was chained'
    ELSE 'it does not begin a trade' END) AS detail
  FROM (SELECT f.*, row_number() OVER w AS place, lag(f.sha256) OVER w AS previous
    FROM audit_fact f WINDOW w AS (PARTITION BY f.trade_id ORDER BY f.fact_no)) f
  WHERE f.fact_no <> f.place OR f.sha256 <> trade_fact_sha256(f.previous, f.body)
    OR (f.fact_no = 1 AND f.body !~ '"kind": ?"(created|imported)"')
  UNION ALL
  SELECT format('trade %s has %s facts, but does not exist', f.trade_id, count(*))
  FROM trade_fact f LEFT JOIN trade t USING (trade_id) WHERE t.trade_id IS NULL AND f.trade_id >= audit_since_id() GROUP BY f.trade_id;

GRANT SELECT ON audit_f1_chain TO ats_app;
