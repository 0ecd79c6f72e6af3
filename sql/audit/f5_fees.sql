-- F5: each activation fee is the price times the rate of the trade, rounded up
--
-- An imported trade says its rate, price and fee together. I6 compares fees with the ledger, and F2 with the rows.
CREATE OR REPLACE VIEW audit_f5_fees AS
  SELECT format('trade %s, step %s: a fee of %s for a price of %s at %s bps', f.trade_id, s.step_no, s.fee, t.price, r.bps) AS detail
  FROM (SELECT a.trade_id, a.kind, a.body, first_value(a.body) OVER (PARTITION BY a.trade_id ORDER BY a.fact_no) AS created FROM audit_act a) f
  CROSS JOIN LATERAL (SELECT (f.created->'settings'->>'activation_fee_bps')::numeric AS bps) r
  CROSS JOIN LATERAL (SELECT x->>'step_no' AS step_no, (x->>'fee_stamps')::numeric AS fee FROM jsonb_array_elements(f.body->'steps') x) s
  LEFT JOIN LATERAL (SELECT (x->>'price_stamps')::numeric AS price FROM jsonb_array_elements(f.created->'terms'->'steps') x
    WHERE x->>'step_no' = s.step_no) t ON true
  WHERE f.kind = 'step_activated' AND f.created->>'kind' = 'created' AND s.fee IS NOT NULL AND s.fee IS DISTINCT FROM ceil(t.price * r.bps / 10000);

GRANT SELECT ON audit_f5_fees TO ats_app;
