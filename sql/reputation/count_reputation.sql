-- Adds a settled trade to the reputation of its participants, and records their owners of this moment. A completed trade
-- is also recorded for each pair of its participants, with the owner that counts for a discount (counterparty_owner).
--
-- A trade counts if every participant had a bond. A counterparty is the oldest owner of another participant; a participant
-- that shares an owner with the principal is none (docs/decisions/0042-reputation-without-a-rating.md). A rebuttal in time
-- to a contested checkpoint made a dispute, as `isDisputed` of src/domain/trades/rules-v1-1.ts says. Only trades of rules with
-- disputes have a dispute burn (`hasItemsAndDisputes`). The side at fault lost the dispute. audit_t6_reputation counts them too.
-- Callers: apply_effects, once for each settlement, in its transaction. Its planner settings hold here too.
-- Locks: completed_counterparty, reputation_counterparty and principal_reputation by principal. The caller holds the lock
-- of each principal, so their order does not matter.
CREATE OR REPLACE FUNCTION count_reputation(p_trade uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- One statement, because each one costs more than its rows.
  WITH owned AS (
    INSERT INTO settlement_owner (trade_id, principal_id, human_ids)
    SELECT p.trade_id, p.principal_id,
      ARRAY(SELECT b.human_id FROM binding b WHERE b.principal_id = p.principal_id AND b.role = 'owner' ORDER BY b.binding_id)
    FROM trade_participant p WHERE p.trade_id = p_trade
    RETURNING principal_id, human_ids
  ), pair AS (
    SELECT own.principal_id, other.principal_id AS counterparty_id,
      CASE WHEN NOT own.human_ids && other.human_ids THEN other.human_ids[1] END AS owner_id
    FROM owned own JOIN owned other ON other.principal_id <> own.principal_id
  ), completed AS (
    INSERT INTO completed_counterparty AS c (principal_id, counterparty_id, owner_id, settled_at)
    SELECT p.principal_id, p.counterparty_id, counterparty_owner(p.principal_id, p.counterparty_id), s.settled_at
    FROM settlement s CROSS JOIN pair p WHERE s.trade_id = p_trade AND s.outcome = 'completed'
    ON CONFLICT (principal_id, counterparty_id) DO UPDATE SET
      owner_id = CASE WHEN has_accepted_owner(c.counterparty_id) THEN excluded.owner_id ELSE c.owner_id END,
      settled_at = greatest(c.settled_at, excluded.settled_at)
  ), counted AS (
    SELECT FROM trade_participant p WHERE p.trade_id = p_trade HAVING min(p.bond_stamps) > 0
  ), fresh AS (
    INSERT INTO reputation_counterparty (principal_id, human_id)
    SELECT DISTINCT p.principal_id, p.owner_id FROM counted CROSS JOIN pair p WHERE p.owner_id IS NOT NULL
    ON CONFLICT DO NOTHING RETURNING principal_id
  )
  INSERT INTO principal_reputation AS r (principal_id, settled_trades, counterparties, f1, f2, f3, f4, f5, disputes_raised,
    disputes_won, disputes_lost, disputes_unruled, fees_paid_stamps, first_trade_at)
  SELECT y.principal_id, 1, (SELECT count(*) FROM fresh f WHERE f.principal_id = y.principal_id),
    (e.failure_class = 'F1' AND e.is_fault)::int, (e.failure_class = 'F2' AND e.is_fault)::int, (e.failure_class = 'F3' AND e.is_fault)::int,
    (e.failure_class = 'F4' AND e.is_fault)::int, (e.failure_class = 'F5' AND e.is_fault)::int, e.is_disputed::int,
    (e.is_disputed AND NOT e.is_fault AND s.fault_principal_id IS NOT NULL)::int, (e.is_disputed AND e.is_fault)::int,
    (e.is_disputed AND coalesce(s.failure_cause = 'unruled', false))::int, y.fees_stamps, s.settled_at
  FROM counted CROSS JOIN settlement s JOIN trade t USING (trade_id) JOIN settlement_party y USING (trade_id)
  CROSS JOIN LATERAL (SELECT coalesce(s.failure_class, '') AS failure_class, s.fault_principal_id IS NOT DISTINCT FROM y.principal_id AS is_fault,
    EXISTS (SELECT FROM trade_step d WHERE d.trade_id = s.trade_id AND d.step_no = s.faulted_step_no AND t.dispute_burn_bps IS NOT NULL
      AND d.checkpoint_status IS NOT NULL AND d.rebuttal_filed_at < d.deadline_at
      AND y.principal_id IN (d.provider_principal_id, d.consumer_principal_id)) AS is_disputed) e
  WHERE s.trade_id = p_trade
  ORDER BY y.principal_id
  ON CONFLICT (principal_id) DO UPDATE SET settled_trades = r.settled_trades + 1, counterparties = r.counterparties + excluded.counterparties,
    f1 = r.f1 + excluded.f1, f2 = r.f2 + excluded.f2, f3 = r.f3 + excluded.f3, f4 = r.f4 + excluded.f4, f5 = r.f5 + excluded.f5,
    disputes_raised = r.disputes_raised + excluded.disputes_raised, disputes_won = r.disputes_won + excluded.disputes_won,
    disputes_lost = r.disputes_lost + excluded.disputes_lost, disputes_unruled = r.disputes_unruled + excluded.disputes_unruled,
    fees_paid_stamps = r.fees_paid_stamps + excluded.fees_paid_stamps, first_trade_at = least(r.first_trade_at, excluded.first_trade_at);
END $$;
