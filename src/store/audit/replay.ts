import { statementCheck } from './check';

/** I4: the postings are the truth; the rest must follow from them. */

const SIDES = `
  SELECT posting_id, debit_account_id AS account_id, -amount AS amount FROM ledger_posting
  UNION ALL SELECT posting_id, credit_account_id, amount FROM ledger_posting`;

export const replayIsBalances = statementCheck(
  'I4',
  'all postings, added up anew, are the balances and what waits to be folded',
  `SELECT format('account %s: postings give %s, balance and unfolded %s', account_id, replayed, held) AS detail
   FROM (SELECT a.account_id, coalesce(r.total, 0) AS replayed, coalesce(b.balance, 0) + coalesce(u.total, 0) AS held
     FROM ledger_account a LEFT JOIN ledger_balance b USING (account_id)
     LEFT JOIN (SELECT account_id, sum(amount) AS total FROM (${SIDES}) s GROUP BY account_id) r USING (account_id)
     LEFT JOIN (SELECT account_id, sum(amount) AS total FROM ledger_unfolded GROUP BY account_id) u USING (account_id)) x
   WHERE replayed <> held`,
);

export const everySideOnce = statementCheck(
  'I4',
  'each side of each posting is one entry of its account or waits to be folded, and nothing else is',
  `SELECT format('posting %s, account %s: %s posted, %s entered or waiting, of principal %s', coalesce(s.posting_id, e.posting_id), coalesce(s.account_id, e.account_id), s.amount, e.amount, e.principal_id) AS detail
   FROM (SELECT s.*, a.principal_id FROM (${SIDES}) s JOIN ledger_account a USING (account_id)) s
   FULL JOIN (SELECT posting_id, account_id, sum(amount) AS amount, (array_agg(principal_id))[1] AS principal_id FROM (
       SELECT posting_id, account_id, amount, principal_id FROM ledger_entry
       UNION ALL SELECT posting_id, account_id, amount, NULL FROM ledger_unfolded) both_kinds
     GROUP BY posting_id, account_id) e ON e.posting_id = s.posting_id AND e.account_id = s.account_id
   WHERE s.amount IS DISTINCT FROM e.amount OR s.principal_id IS DISTINCT FROM e.principal_id`,
);

export const journalsAsHashed = statementCheck(
  'I4',
  'each journal and its postings hash to what was stored when it was written',
  `SELECT format('journal %s', journal_id) AS detail
   FROM (SELECT j.journal_id, j.canonical_sha256, sha256(ledger_journal_head(j.journal_id, j.idem_key, j.kind, j.trade_id, j.created_at)
       || coalesce(string_agg(ledger_field(ledger_account_name(d.kind, d.principal_id, d.human_id, d.trade_id, d.step_no))
         || ledger_field(ledger_account_name(c.kind, c.principal_id, c.human_id, c.trade_id, c.step_no)) || ledger_field(p.amount::text), '' ORDER BY p.line_no), '')) AS computed
     FROM ledger_journal j LEFT JOIN ledger_posting p USING (journal_id)
     LEFT JOIN ledger_account d ON d.account_id = p.debit_account_id LEFT JOIN ledger_account c ON c.account_id = p.credit_account_id
     GROUP BY j.journal_id) x
   WHERE canonical_sha256 <> computed`,
);
