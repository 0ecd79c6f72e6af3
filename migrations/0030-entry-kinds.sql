-- The kind of an entry's journal. An index finds the postings of a principal by kind.

ALTER TABLE ledger_entry ADD COLUMN kind text;
COMMENT ON COLUMN ledger_entry.kind IS 'the kind of the journal; null: an account of no principal, or an entry written while this column was added';

ALTER TABLE ledger_entry DISABLE TRIGGER USER;
UPDATE ledger_entry e SET kind = j.kind
FROM ledger_posting p JOIN ledger_journal j USING (journal_id)
WHERE p.posting_id = e.posting_id AND e.principal_id IS NOT NULL;
ALTER TABLE ledger_entry ENABLE TRIGGER USER;

CREATE INDEX ledger_entry_by_kind ON ledger_entry (principal_id, kind, posting_id, account_id) WHERE principal_id IS NOT NULL;
-- All but empty. Without it the planner expects many, because the entries of the platform have no kind either.
CREATE INDEX ledger_entry_without_kind ON ledger_entry (principal_id, posting_id, account_id) WHERE kind IS NULL AND principal_id IS NOT NULL;
