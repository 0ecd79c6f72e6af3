-- Encodes one field for hashing: its length in four bytes, then its UTF-8 bytes. NULL is the empty field.
-- Callers: ledger_journal_head, ledger_post, ledger_block_hash, audit_i4_hashes.
-- Locks: none.
CREATE OR REPLACE FUNCTION ledger_field(field text) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT int4send(octet_length(convert_to(coalesce(field, ''), 'UTF8'))) || convert_to(coalesce(field, ''), 'UTF8')
$$;
