-- A1: the facts about who may act form a chain for each principal, without gaps
CREATE OR REPLACE VIEW audit_a1_chain AS
  SELECT format('principal %s, fact %s: %s', f.principal_id, f.fact_no,
    CASE WHEN f.fact_no <> f.place THEN format('it is the %s. of the chain', f.place) ELSE 'it is not the one that was chained' END) AS detail
  FROM (SELECT f.*, row_number() OVER w AS place, lag(f.sha256) OVER w AS previous
    FROM authority_fact f WINDOW w AS (PARTITION BY f.principal_id ORDER BY f.fact_no)) f
  WHERE f.fact_no <> f.place OR f.sha256 <> trade_fact_sha256(f.previous, f.body);

GRANT SELECT ON audit_a1_chain TO ats_app;
