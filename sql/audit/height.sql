-- Returns the sealed block from which the audit starts; 0 means a full audit.
--
-- Large books are audited from a checkpoint: what a clean audit has proved up to a sealed block. `ats.audit_height` and its
-- companions (SET LOCAL) hold the checkpoint; the views then read journals that were sealed later or are not sealed yet.
-- Blocks, not ids or times, because only blocks miss no late commit. Sums over all balances are always complete.
--
-- IMMUTABLE although a setting decides: the planner then treats it as a constant, and each statement gets the plan of its
-- checkpoint. Do not use the views in a prepared statement that runs from two: it would keep the first one.
-- Callers: the views of this folder, src/ledger/audit.
-- Locks: none.
CREATE OR REPLACE FUNCTION audit_height() RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(current_setting('ats.audit_height', true), '')::bigint, 0)
$$;
