-- Makes the public id of an entry: the journal's id with line and side in its lowest 16 bits.
-- So the journal of an entry is found by a range of 2^16 ids. Side 0 is the debit, side 1 the credit.
-- Callers: src/ledger/postings.ts.
-- Locks: none.
CREATE OR REPLACE FUNCTION ledger_entry_uuid(journal_id uuid, line_no integer, side integer) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (left(journal_id::text, 32) || lpad(to_hex(line_no * 2 + side), 4, '0'))::uuid
$$;
