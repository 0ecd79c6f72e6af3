-- T4: each principal's daily record counts the trades and faults settled that day
--
-- Full audits only. The day is that of the terminal event, which is written in the settlement's transaction.
CREATE OR REPLACE VIEW audit_t4_record AS
  SELECT format('principal %s on %s: %s trades settled, %s of them by its fault; %s and %s counted', coalesce(m.principal_id, r.principal_id),
    coalesce(m.day, r.day), coalesce(m.settled, 0), coalesce(m.faulted, 0), coalesce(r.settled, 0), coalesce(r.faulted, 0)) AS detail
  FROM (
    SELECT p.principal_id, (coalesce(e.at, s.settled_at) AT TIME ZONE 'UTC')::date AS day, count(*) AS settled,
      count(*) FILTER (WHERE s.fault_principal_id = p.principal_id) AS faulted
    FROM settlement s JOIN trade_participant p USING (trade_id)
    LEFT JOIN (SELECT trade_id, principal_id, min(created_at) AS at FROM event WHERE type IN ('trade.completed', 'trade.failed') GROUP BY 1, 2) e
      ON e.trade_id = p.trade_id AND e.principal_id = p.principal_id
    GROUP BY 1, 2) m
  FULL JOIN principal_record r ON r.principal_id = m.principal_id AND r.day = m.day
  WHERE audit_height() = 0 AND (coalesce(m.settled, 0), coalesce(m.faulted, 0)) <> (coalesce(r.settled, 0), coalesce(r.faulted, 0));

GRANT SELECT ON audit_t4_record TO ats_app;
