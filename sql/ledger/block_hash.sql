-- Computes a block's hash: sha256(version ‖ height ‖ previous ‖ merkle root ‖ number of journals).
-- The version is length-prefixed as in a journal; the numbers are big-endian.
-- Callers: ledger_seal, audit_s1_blocks.
-- Locks: none.
CREATE OR REPLACE FUNCTION ledger_block_hash(height bigint, previous bytea, merkle_root bytea, journals integer) RETURNS bytea
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256(ledger_field('ats-block-v1') || int8send(height) || previous || merkle_root || int4send(journals))
$$;
