-- Returns the cost of a trade for a principal: the stamps that it moved into the trade or paid as fees.
-- Stamps that came back out of its own escrow and bond are subtracted.
-- Income, such as prices of own deliveries and compensations from the bonds of others, is not subtracted.
-- Callers: apply_effects, audit_m1_mandates.
-- Locks: none.
CREATE OR REPLACE FUNCTION mandate_cost(p_trade uuid, p_principal uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(CASE WHEN d.kind IN ('ticket', 'bond_available') THEN p.amount
    WHEN c.kind IN ('ticket', 'bond_available') AND c.principal_id = p_principal THEN -p.amount ELSE 0 END), 0)::bigint
  FROM ledger_journal j JOIN ledger_posting p USING (journal_id)
  JOIN ledger_account d ON d.account_id = p.debit_account_id JOIN ledger_account c ON c.account_id = p.credit_account_id
  WHERE j.trade_id = p_trade AND d.principal_id = p_principal
$$;
