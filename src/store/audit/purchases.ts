import { statementCheck } from './check';

/** I7: what was paid for is what was credited. */

const CLEARED = `
  SELECT -(coalesce(sum(b.balance), 0) + coalesce((SELECT sum(u.amount) FROM ledger_unfolded u JOIN ledger_account c USING (account_id)
    WHERE c.kind = 'stripe_clearing'), 0)) AS stamps
  FROM ledger_account a JOIN ledger_balance b USING (account_id) WHERE a.kind = 'stripe_clearing'`;

export const clearedIsCredited = statementCheck(
  'I7',
  'what left the clearing account is the sum of the credited checkout sessions',
  `SELECT format('%s left the clearing account, sessions worth %s are credited', cleared.stamps, credited.stamps) AS detail
   FROM (${CLEARED}) cleared,
     (SELECT coalesce(sum(tickets_stamps), 0) AS stamps FROM ticket_purchase WHERE status = 'credited') credited
   WHERE cleared.stamps <> credited.stamps`,
);

export const creditedOnce = statementCheck(
  'I7',
  'each credited checkout session is one posting of its tickets to whom it names, and no other session has one',
  `SELECT format('session %s (%s): %s stamps to %s posted, %s to %s expected', coalesce(j.session_id, p.session_id), coalesce(p.status, 'unknown'),
     j.amount, j.owner, p.tickets_stamps, coalesce(p.principal_id, p.human_id)) AS detail
   FROM (SELECT substr(j.idem_key, length('stripe:session:') + 1) AS session_id, l.amount, coalesce(c.principal_id, c.human_id) AS owner
     FROM ledger_journal j JOIN ledger_posting l USING (journal_id) JOIN ledger_account c ON c.account_id = l.credit_account_id
     WHERE j.kind = 'ticket_purchase') j
   FULL JOIN ticket_purchase p ON p.session_id = j.session_id
   WHERE (p.status = 'credited') IS DISTINCT FROM (j.session_id IS NOT NULL) AND (p.status = 'credited' OR j.session_id IS NOT NULL)
     OR j.session_id IS NOT NULL AND (j.amount, j.owner) IS DISTINCT FROM (p.tickets_stamps, coalesce(p.principal_id, p.human_id))`,
);
