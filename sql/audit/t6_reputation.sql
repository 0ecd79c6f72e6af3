-- T6: each principal's reputation and counterparties are those of its settled trades, with their owners
--
-- Full audits only. The owners of the moment of each settlement are in settlement_owner. Those in completed_counterparty are
-- of today. They cannot be computed for a counterparty that no owner has accepted, because it keeps an earlier one.
CREATE OR REPLACE VIEW audit_t6_reputation AS
  WITH bonded AS (
    SELECT s.trade_id, s.failure_class, s.failure_cause, s.fault_principal_id, s.settled_at, d.provider_principal_id, d.consumer_principal_id
    FROM settlement s JOIN (SELECT trade_id FROM trade_participant GROUP BY trade_id HAVING min(bond_stamps) > 0) p USING (trade_id)
    LEFT JOIN (SELECT d.trade_id, d.step_no, d.provider_principal_id, d.consumer_principal_id FROM trade_step d JOIN trade t USING (trade_id)
      WHERE t.dispute_burn_bps IS NOT NULL AND d.checkpoint_status IS NOT NULL AND d.rebuttal_filed_at < d.deadline_at) d
      ON d.trade_id = s.trade_id AND d.step_no = s.faulted_step_no),
  pair AS (
    SELECT DISTINCT own.principal_id, other.human_ids[1] AS human_id FROM bonded JOIN settlement_owner own USING (trade_id)
    JOIN settlement_owner other USING (trade_id)
    WHERE own.principal_id <> other.principal_id AND cardinality(other.human_ids) > 0 AND NOT own.human_ids && other.human_ids),
  counted AS (
    SELECT y.principal_id, count(*) AS settled_trades, coalesce(min(c.counterparties), 0) AS counterparties,
      count(*) FILTER (WHERE k.is_fault AND b.failure_class = 'F1') AS f1, count(*) FILTER (WHERE k.is_fault AND b.failure_class = 'F2') AS f2,
      count(*) FILTER (WHERE k.is_fault AND b.failure_class = 'F3') AS f3, count(*) FILTER (WHERE k.is_fault AND b.failure_class = 'F4') AS f4,
      count(*) FILTER (WHERE k.is_fault AND b.failure_class = 'F5') AS f5, count(*) FILTER (WHERE k.is_disputed) AS disputes_raised,
      count(*) FILTER (WHERE k.is_disputed AND NOT k.is_fault AND b.fault_principal_id IS NOT NULL) AS disputes_won,
      count(*) FILTER (WHERE k.is_disputed AND k.is_fault) AS disputes_lost,
      count(*) FILTER (WHERE k.is_disputed AND b.failure_cause = 'unruled') AS disputes_unruled,
      sum(y.fees_stamps) AS fees_paid_stamps, min(b.settled_at) AS first_trade_at
    FROM bonded b JOIN settlement_party y USING (trade_id)
    CROSS JOIN LATERAL (SELECT b.fault_principal_id IS NOT DISTINCT FROM y.principal_id AS is_fault,
      coalesce(y.principal_id IN (b.provider_principal_id, b.consumer_principal_id), false) AS is_disputed) k
    LEFT JOIN (SELECT principal_id, count(*) AS counterparties FROM pair GROUP BY 1) c ON c.principal_id = y.principal_id
    GROUP BY y.principal_id)
  SELECT format('principal %s: its reputation is %s, its trades say %s', coalesce(r.principal_id, c.principal_id), r.figures, c.figures) AS detail
  FROM (SELECT principal_id, ROW(settled_trades, counterparties, f1, f2, f3, f4, f5, disputes_raised, disputes_won, disputes_lost,
      disputes_unruled, fees_paid_stamps, first_trade_at)::text AS figures FROM counted) c
  FULL JOIN (SELECT principal_id, ROW(settled_trades, counterparties, f1, f2, f3, f4, f5, disputes_raised, disputes_won, disputes_lost,
      disputes_unruled, fees_paid_stamps, first_trade_at)::text AS figures FROM principal_reputation) r ON r.principal_id = c.principal_id
  WHERE audit_height() = 0 AND r.figures IS DISTINCT FROM c.figures
  UNION ALL
  SELECT format('principal %s and owner %s: %s', coalesce(r.principal_id, p.principal_id), coalesce(r.human_id, p.human_id),
    CASE WHEN p.human_id IS NULL THEN 'no settled trade makes it a counterparty' ELSE 'it is not recorded as a counterparty' END)
  FROM pair p FULL JOIN reputation_counterparty r ON r.principal_id = p.principal_id AND r.human_id = p.human_id
  WHERE audit_height() = 0 AND (r.human_id IS NULL OR p.human_id IS NULL)
  UNION ALL
  SELECT format('trade %s, principal %s: the owners of its settlement are not those of a participant', coalesce(p.trade_id, o.trade_id),
    coalesce(p.principal_id, o.principal_id))
  FROM (SELECT p.trade_id, p.principal_id FROM settlement s JOIN trade_participant p USING (trade_id)) p
  FULL JOIN settlement_owner o ON o.trade_id = p.trade_id AND o.principal_id = p.principal_id
  WHERE audit_height() = 0 AND (p.trade_id IS NULL OR o.trade_id IS NULL)
  UNION ALL
  SELECT format('principal %s and counterparty %s: the last completed trade is of %s with owner %s, recorded are %s and %s',
    coalesce(k.principal_id, c.principal_id), coalesce(k.counterparty_id, c.counterparty_id), k.settled_at, k.owner_id, c.settled_at, c.owner_id)
  FROM (SELECT d.*, counterparty_owner(d.principal_id, d.counterparty_id) AS owner_id FROM (
    SELECT a.principal_id, b.principal_id AS counterparty_id, max(s.settled_at) AS settled_at
    FROM settlement s JOIN trade_participant a USING (trade_id) JOIN trade_participant b USING (trade_id)
    WHERE s.outcome = 'completed' AND a.principal_id <> b.principal_id GROUP BY 1, 2) d) k
  FULL JOIN completed_counterparty c ON c.principal_id = k.principal_id AND c.counterparty_id = k.counterparty_id
  WHERE audit_height() = 0 AND (k.settled_at IS DISTINCT FROM c.settled_at
    OR (k.owner_id IS DISTINCT FROM c.owner_id AND has_accepted_owner(c.counterparty_id)));

GRANT SELECT ON audit_t6_reputation TO ats_app;
