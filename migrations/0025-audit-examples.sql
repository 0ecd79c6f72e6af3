-- Examples of the findings of the worker's last audit, for operators.

ALTER TABLE ledger_audit ADD COLUMN examples jsonb NOT NULL DEFAULT '{}', ADD COLUMN is_whole boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN ledger_audit.examples IS 'the first details by check; a check without findings is absent';
COMMENT ON COLUMN ledger_audit.is_whole IS 'whether the audit read everything; false: from the last clean audit on';

-- The files of sql/ create it with more parameters. A new database does not have it yet.
DROP FUNCTION IF EXISTS ledger_record_audit(jsonb, timestamptz);
