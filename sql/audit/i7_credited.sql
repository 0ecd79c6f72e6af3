-- I7: each credited checkout session has exactly one posting, from the clearing account to its principal's tickets or its human's wallet
CREATE OR REPLACE VIEW audit_i7_credited AS
  SELECT format('session %s (%s): %s stamps from %s to the %s of %s posted, %s to the %s of %s expected', substr(j.idem_key, 16), coalesce(p.status, 'unknown'),
    l.amount, d.kind, c.kind, coalesce(c.principal_id, c.human_id), p.tickets_stamps, x.kind, coalesce(p.principal_id, p.human_id)) AS detail
  FROM audit_journal j JOIN ledger_posting l USING (journal_id) JOIN ledger_account c ON c.account_id = l.credit_account_id
  JOIN ledger_account d ON d.account_id = l.debit_account_id
  LEFT JOIN ticket_purchase p ON p.session_id = substr(j.idem_key, 16)
  CROSS JOIN LATERAL (SELECT CASE WHEN p.principal_id IS NOT NULL THEN 'ticket' WHEN p.human_id IS NOT NULL THEN 'wallet' END AS kind) x
  WHERE j.kind = 'ticket_purchase' AND (j.idem_key NOT LIKE 'stripe:session:%' OR p.status IS DISTINCT FROM 'credited' OR d.kind <> 'stripe_clearing'
    OR (l.line_no, l.amount, c.kind, coalesce(c.principal_id, c.human_id)) IS DISTINCT FROM (1, p.tickets_stamps, x.kind, coalesce(p.principal_id, p.human_id)))
  UNION ALL
  SELECT format('session %s is credited, but has no posting', p.session_id)
  FROM ticket_purchase p LEFT JOIN ledger_journal j ON j.idem_key = 'stripe:session:' || p.session_id
  WHERE p.status = 'credited' AND p.credited_at >= audit_since() AND j.kind IS DISTINCT FROM 'ticket_purchase';

GRANT SELECT ON audit_i7_credited TO ats_app;
