-- Seals the oldest waiting journals in one block, at most p_limit; returns how many.
-- Only one sealer runs at a time; another returns 0 at once. A halted ledger is sealed as well, because its journals are
-- evidence.
-- Callers: the seal worker (src/ledger/proofs/seals.ts).
-- Locks: the advisory lock "ledger seal" (try only), then rows of ledger_unsealed. Nothing that ledger_post locks.
CREATE OR REPLACE FUNCTION ledger_seal(p_limit integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_journals uuid[];
  v_leaves   bytea[];
  v_head     ledger_block;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('ledger seal', 0)) THEN
    RETURN 0;
  END IF;
  WITH taken AS (
    DELETE FROM ledger_unsealed WHERE journal_id IN (SELECT journal_id FROM ledger_unsealed ORDER BY journal_id LIMIT p_limit)
    RETURNING journal_id
  )
  SELECT array_agg(journal_id ORDER BY journal_id), array_agg(canonical_sha256 ORDER BY journal_id)
  INTO v_journals, v_leaves FROM taken JOIN ledger_journal USING (journal_id);
  IF v_journals IS NULL THEN
    RETURN 0;
  END IF;

  SELECT * INTO v_head FROM ledger_block ORDER BY height DESC LIMIT 1;
  v_head.previous := coalesce(v_head.hash, decode(repeat('00', 32), 'hex'));
  v_head.height := coalesce(v_head.height, 0) + 1;
  v_head.merkle_root := ledger_merkle_root(v_leaves);
  INSERT INTO ledger_block (height, previous, merkle_root, journals, hash, sealed_at)
  VALUES (v_head.height, v_head.previous, v_head.merkle_root, cardinality(v_leaves),
    ledger_block_hash(v_head.height, v_head.previous, v_head.merkle_root, cardinality(v_leaves)), now());
  INSERT INTO ledger_sealed (height, leaf_no, journal_id)
  SELECT v_head.height, n, journal_id FROM unnest(v_journals) WITH ORDINALITY AS l (journal_id, n);
  RETURN cardinality(v_leaves);
END $$;

REVOKE ALL ON FUNCTION ledger_seal FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_seal TO ats_app;
