-- I7: the clearing account paid out exactly the credited checkout sessions
CREATE OR REPLACE VIEW audit_i7_cleared AS
  SELECT format('%s left the clearing account, sessions worth %s are credited', cleared.stamps, credited.stamps) AS detail
  FROM (SELECT -(coalesce(sum(b.balance), 0) + coalesce((SELECT sum(u.amount) FROM ledger_deferred u JOIN ledger_account c USING (account_id)
      WHERE c.kind = 'stripe_clearing'), 0)) AS stamps
    FROM ledger_account a JOIN ledger_balance b USING (account_id) WHERE a.kind = 'stripe_clearing') cleared,
    (SELECT coalesce(sum(tickets_stamps), 0) AS stamps FROM ticket_purchase WHERE status = 'credited') credited
  WHERE cleared.stamps <> credited.stamps;

GRANT SELECT ON audit_i7_cleared TO ats_app;
