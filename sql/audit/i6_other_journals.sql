-- I6: each journal without a trade has one line, between the accounts of its kind, under a key of its cause
--
-- I7 compares purchases with their sessions. The human of a wallet owns the principal, by the facts about bindings. An imported
-- fact may be newer than its binding, and a former owner has none if the principal is older than facts.
CREATE OR REPLACE VIEW audit_i6_other_journals AS
  WITH owners AS MATERIALIZED (
    SELECT f.principal_id, f.body->'state'->>'human_id' AS human_id,
      min(CASE f.body->>'kind' WHEN 'imported' THEN '-infinity' ELSE f.body->>'at' END::timestamptz) AS since
    FROM (SELECT principal_id, trade_fact_json(body) AS body FROM authority_fact WHERE body LIKE '%"binding"%') f
    WHERE f.body->>'object' = 'binding' AND f.body->'state'->>'role' = 'owner' GROUP BY 1, 2
  )
  SELECT format('journal %s (%s) is under the key %s, line %s from the %s of %s to the %s of %s', j.journal_id, j.kind, j.idem_key,
    l.line_no, d.kind, coalesce(d.principal_id, d.human_id), c.kind, coalesce(c.principal_id, c.human_id)) AS detail
  FROM audit_journal j
  LEFT JOIN ledger_posting l ON l.journal_id = j.journal_id
  LEFT JOIN ledger_account d ON d.account_id = l.debit_account_id
  LEFT JOIN ledger_account c ON c.account_id = l.credit_account_id
  LEFT JOIN listing g ON g.listing_id = CASE WHEN j.idem_key ~ '^listing:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:fee$' THEN substr(j.idem_key, 9, 36)::uuid END
  LEFT JOIN owners o ON o.principal_id = coalesce(c.principal_id, d.principal_id) AND o.human_id = coalesce(c.human_id, d.human_id)::text
  LEFT JOIN (SELECT principal_id, trade_fact_json(body) AS body FROM authority_fact WHERE fact_no = 1) f ON f.principal_id = coalesce(c.principal_id, d.principal_id)
  WHERE j.trade_id IS NULL AND j.kind <> 'ticket_purchase' AND (l.line_no = 1
    AND concat_ws(' to ', d.kind, c.kind) = CASE j.kind WHEN 'wallet_fund' THEN 'wallet to ticket' WHEN 'wallet_return' THEN 'ticket to wallet'
      WHEN 'bond_reserve' THEN 'ticket to bond_available' WHEN 'bond_release' THEN 'bond_available to ticket' ELSE 'ticket to platform_fee' END
    AND CASE j.kind WHEN 'listing_fee' THEN g.principal_id = d.principal_id
      ELSE starts_with(j.idem_key, 'request:') AND right(j.idem_key, 37) = ':' || j.journal_id
        AND CASE WHEN j.kind LIKE 'bond_%' THEN d.principal_id = c.principal_id
          ELSE o.since <= j.created_at OR (f.body->>'kind' = 'imported' AND j.created_at < (f.body->>'at')::timestamptz) END END) IS NOT TRUE;

GRANT SELECT ON audit_i6_other_journals TO ats_app;
